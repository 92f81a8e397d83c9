/** The HTTP server that hosts systems. The only package of the platform that knows Vert.x. */
@NullMarked
package dev.trestle.platform.http;

import org.jspecify.annotations.NullMarked;
