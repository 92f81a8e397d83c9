/** HoldThatThought's data: the documented table, and the support table beside it. */
@NullMarked
package dev.trestle.systems.holdthatthought.model;

import org.jspecify.annotations.NullMarked;
