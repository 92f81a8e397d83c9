/** Documents: who may do what with them, and what is done. */
@NullMarked
package dev.trestle.systems.docstore.documents;

import org.jspecify.annotations.NullMarked;
