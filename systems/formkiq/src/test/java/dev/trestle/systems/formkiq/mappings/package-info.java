/** Tests of what mappings find. */
@NullMarked
package dev.trestle.systems.formkiq.mappings;

import org.jspecify.annotations.NullMarked;
