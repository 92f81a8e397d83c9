/** HoldThatThought, as the server hosts it. */
@NullMarked
package dev.trestle.systems.holdthatthought;

import org.jspecify.annotations.NullMarked;
