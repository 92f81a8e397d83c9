/** Work that takes long: done in steps on top of jobs, with progress, a checkpoint, and a way to cancel it. */
@NullMarked
package dev.trestle.platform.work;

import org.jspecify.annotations.NullMarked;
