/** Books as PDF files: fonts, lines, pages. For the child process only. */
@NullMarked
package dev.trestle.media.worker.book;

import org.jspecify.annotations.NullMarked;
