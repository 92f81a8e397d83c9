/** Times and ids that rise with them. */
@NullMarked
package dev.trestle.systems.unisync.time;

import org.jspecify.annotations.NullMarked;
