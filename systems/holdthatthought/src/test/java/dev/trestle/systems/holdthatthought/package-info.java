@NullMarked
package dev.trestle.systems.holdthatthought;

import org.jspecify.annotations.NullMarked;
