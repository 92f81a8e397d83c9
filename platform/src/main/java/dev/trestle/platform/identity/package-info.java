/** Who calls: principals, and how tokens, passwords and keys are checked. */
@NullMarked
package dev.trestle.platform.identity;

import org.jspecify.annotations.NullMarked;
