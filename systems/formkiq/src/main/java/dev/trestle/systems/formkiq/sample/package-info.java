/** The sample world of the demonstration: what it holds is generated, the same each time. */
@NullMarked
package dev.trestle.systems.formkiq.sample;

import org.jspecify.annotations.NullMarked;
