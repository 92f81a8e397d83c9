/** Notices: what a system has to tell a person, their inbox across systems, and its events. */
@NullMarked
package dev.trestle.platform.notices;

import org.jspecify.annotations.NullMarked;
