/** Times and ids. */
@NullMarked
package dev.trestle.systems.docstore.time;

import org.jspecify.annotations.NullMarked;
