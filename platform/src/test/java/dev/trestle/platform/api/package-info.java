/** What handlers see of HTTP. */
@NullMarked
package dev.trestle.platform.api;

import org.jspecify.annotations.NullMarked;
