/** UniSync over HTTP, on real storage. */
@NullMarked
package dev.trestle.systems.unisync;

import org.jspecify.annotations.NullMarked;
