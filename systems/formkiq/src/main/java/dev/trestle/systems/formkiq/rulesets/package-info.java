/** Rulesets: which documents go into a workflow by themselves, when their content comes. */
@NullMarked
package dev.trestle.systems.formkiq.rulesets;

import org.jspecify.annotations.NullMarked;
