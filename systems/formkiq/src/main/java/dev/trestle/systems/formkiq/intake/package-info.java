/** Ways by which files become documents without a request: a watched folder, and a mailbox. */
@NullMarked
package dev.trestle.systems.formkiq.intake;

import org.jspecify.annotations.NullMarked;
