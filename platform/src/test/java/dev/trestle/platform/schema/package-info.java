/** Records as schemas. */
@NullMarked
package dev.trestle.platform.schema;

import org.jspecify.annotations.NullMarked;
