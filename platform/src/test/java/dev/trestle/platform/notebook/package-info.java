/** The smallest complete system: one entity, four operations, one job. */
@NullMarked
package dev.trestle.platform.notebook;

import org.jspecify.annotations.NullMarked;
