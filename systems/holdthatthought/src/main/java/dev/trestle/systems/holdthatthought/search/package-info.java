/** Full-text search in what members may read. */
@NullMarked
package dev.trestle.systems.holdthatthought.search;

import org.jspecify.annotations.NullMarked;
