/** What was done: written with each change, read newest first. */
@NullMarked
package dev.trestle.systems.unisync.activity;

import org.jspecify.annotations.NullMarked;
