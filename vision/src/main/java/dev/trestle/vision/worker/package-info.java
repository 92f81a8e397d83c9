/** What runs in the worker process: it decodes videos and looks at their frames, and may fail, hang or run out of memory without harm to the server. */
@NullMarked
package dev.trestle.vision.worker;

import org.jspecify.annotations.NullMarked;
