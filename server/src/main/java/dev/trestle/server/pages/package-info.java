/** The pages: their frame, the libraries that they import, and which systems bring pages of their own. */
@NullMarked
package dev.trestle.server.pages;

import org.jspecify.annotations.NullMarked;
