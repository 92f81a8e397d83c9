/** Who is here now. */
@NullMarked
package dev.trestle.systems.unisync.presence;

import org.jspecify.annotations.NullMarked;
