/** Texts in three languages: what this machine converts by itself, and services for the rest. */
@NullMarked
package dev.trestle.systems.unisync.translation;

import org.jspecify.annotations.NullMarked;
