/** Comments on documents. */
@NullMarked
package dev.trestle.systems.docstore.comments;

import org.jspecify.annotations.NullMarked;
