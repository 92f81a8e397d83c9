/** Programs in other languages against the server. */
@NullMarked
package dev.trestle.conformance.clients;

import org.jspecify.annotations.NullMarked;
