/** What runs in the child process: it looks inside of files, and may fail, hang or run out of memory without harm to the server. */
@NullMarked
package dev.trestle.media.worker;

import org.jspecify.annotations.NullMarked;
