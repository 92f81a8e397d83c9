/** The pages as people see them, in Chromium. */
@NullMarked
package dev.trestle.server.browser;

import org.jspecify.annotations.NullMarked;
