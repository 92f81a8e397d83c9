/** UniSync's data against its design document. */
@NullMarked
package dev.trestle.systems.unisync.model;

import org.jspecify.annotations.NullMarked;
