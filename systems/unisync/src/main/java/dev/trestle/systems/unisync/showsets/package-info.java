/** ShowSets: the board, their stages and versions, and the rules by which they change. */
@NullMarked
package dev.trestle.systems.unisync.showsets;

import org.jspecify.annotations.NullMarked;
