/** The Document Store's data: documents and their versions in one table, and the support table beside it. */
@NullMarked
package dev.trestle.systems.docstore.model;

import org.jspecify.annotations.NullMarked;
