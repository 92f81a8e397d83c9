/** Finding documents. */
@NullMarked
package dev.trestle.systems.formkiq.search;

import org.jspecify.annotations.NullMarked;
