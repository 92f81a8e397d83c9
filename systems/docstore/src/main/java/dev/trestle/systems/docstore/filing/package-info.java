/** Where documents are filed: folders and tags, as they are read. Knows no callers and no rights. */
@NullMarked
package dev.trestle.systems.docstore.filing;

import org.jspecify.annotations.NullMarked;
