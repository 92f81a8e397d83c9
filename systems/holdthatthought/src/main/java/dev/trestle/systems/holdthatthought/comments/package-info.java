/** Comments on letters and other items, and reactions to them. */
@NullMarked
package dev.trestle.systems.holdthatthought.comments;

import org.jspecify.annotations.NullMarked;
