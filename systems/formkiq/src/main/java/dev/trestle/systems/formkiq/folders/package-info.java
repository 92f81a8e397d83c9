/** Folders: the index of paths, and who may do what below one. */
@NullMarked
package dev.trestle.systems.formkiq.folders;

import org.jspecify.annotations.NullMarked;
