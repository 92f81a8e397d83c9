@NullMarked
package dev.trestle.systems.holdthatthought.transfer;

import org.jspecify.annotations.NullMarked;
