/** Who may do what: tables of rules, as specifications have them. What no row allows is denied. */
@NullMarked
package dev.trestle.platform.rules;

import org.jspecify.annotations.NullMarked;
