/** The smallest complete system: one entity, four operations, one job, one page, settings and a demo. */
@NullMarked
package dev.trestle.platform.notebook;

import org.jspecify.annotations.NullMarked;
