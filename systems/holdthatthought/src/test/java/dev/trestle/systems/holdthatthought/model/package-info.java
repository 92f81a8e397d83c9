/** Tests. */
@NullMarked
package dev.trestle.systems.holdthatthought.model;

import org.jspecify.annotations.NullMarked;
