/** Notes on ShowSets, and how they are put into the other languages. */
@NullMarked
package dev.trestle.systems.unisync.notes;

import org.jspecify.annotations.NullMarked;
