/** The attacks of docs/security.md, tried. */
@NullMarked
package dev.trestle.platform.attack;

import org.jspecify.annotations.NullMarked;
