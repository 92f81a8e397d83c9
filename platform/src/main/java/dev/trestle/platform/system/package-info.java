/** What a system is to the server that hosts it: a model, settings, buckets, and how it is opened. */
@NullMarked
package dev.trestle.platform.system;

import org.jspecify.annotations.NullMarked;
