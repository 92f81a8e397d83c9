/** Requests to other servers, at addresses that people give: nothing private is ever dialled. */
@NullMarked
package dev.trestle.platform.outgoing;

import org.jspecify.annotations.NullMarked;
