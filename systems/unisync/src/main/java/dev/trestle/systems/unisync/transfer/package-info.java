/** ShowSets as a table in a file, in and out. */
@NullMarked
package dev.trestle.systems.unisync.transfer;

import org.jspecify.annotations.NullMarked;
