/** What happens, told at once: to people's pages, and to what looks after items that other programs wrote. */
@NullMarked
package dev.trestle.systems.unisync.live;

import org.jspecify.annotations.NullMarked;
