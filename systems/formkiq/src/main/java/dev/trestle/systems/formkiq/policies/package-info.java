/** Access policies of sites: what they say, who may pass, and which documents they show to whom. */
@NullMarked
package dev.trestle.systems.formkiq.policies;

import org.jspecify.annotations.NullMarked;
