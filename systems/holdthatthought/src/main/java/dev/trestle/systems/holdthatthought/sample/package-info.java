/** The family of the demo. */
@NullMarked
package dev.trestle.systems.holdthatthought.sample;

import org.jspecify.annotations.NullMarked;
