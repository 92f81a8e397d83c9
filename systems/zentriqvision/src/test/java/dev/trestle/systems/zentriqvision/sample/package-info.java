/** The demo's drawn videos, for tests. */
@org.jspecify.annotations.NullMarked
package dev.trestle.systems.zentriqvision.sample;
