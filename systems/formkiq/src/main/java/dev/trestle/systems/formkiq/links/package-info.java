/** Links by which people without an account get one document, for a while. */
@NullMarked
package dev.trestle.systems.formkiq.links;

import org.jspecify.annotations.NullMarked;
