/** HoldThatThought's data against its design document. */
@NullMarked
package dev.trestle.systems.holdthatthought.model;

import org.jspecify.annotations.NullMarked;
