/**
 * Pictures, PDF files and scans from outside. What they hold is hostile: everything that looks inside of a file runs in a child process with
 * a limit on its time, memory and output, which is killed when it exceeds one.
 */
@NullMarked
package dev.trestle.media;

import org.jspecify.annotations.NullMarked;
