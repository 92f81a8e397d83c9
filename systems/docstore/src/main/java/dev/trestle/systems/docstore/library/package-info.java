/** Operations that organise documents: folders, tags, templates. */
@NullMarked
package dev.trestle.systems.docstore.library;

import org.jspecify.annotations.NullMarked;
