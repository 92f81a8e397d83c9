/** Changes of tables, told to whoever listens and may know. */
@NullMarked
package dev.trestle.platform.events;

import org.jspecify.annotations.NullMarked;
