/** Who uses UniSync, who a token is of, and who may do what. */
@NullMarked
package dev.trestle.systems.unisync.people;

import org.jspecify.annotations.NullMarked;
