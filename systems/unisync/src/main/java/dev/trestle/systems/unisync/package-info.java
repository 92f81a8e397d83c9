/** UniSync: BIM coordination of ShowSets, as an API over its tables. */
@NullMarked
package dev.trestle.systems.unisync;

import org.jspecify.annotations.NullMarked;
