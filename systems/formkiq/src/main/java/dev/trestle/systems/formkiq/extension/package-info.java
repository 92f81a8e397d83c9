/** Operations under {@code /x}, which FormKiQ 1.18 lacks and pages need: events, kept queries, what a caller may do. */
@NullMarked
package dev.trestle.systems.formkiq.extension;

import org.jspecify.annotations.NullMarked;
