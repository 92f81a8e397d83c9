/** What is done with documents: actions, in their order, one at a time, again after what passes. */
@NullMarked
package dev.trestle.systems.formkiq.actions;

import org.jspecify.annotations.NullMarked;
