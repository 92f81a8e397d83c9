/** How long documents of a class are kept, and what happens to them after that. */
@NullMarked
package dev.trestle.systems.formkiq.retention;

import org.jspecify.annotations.NullMarked;
