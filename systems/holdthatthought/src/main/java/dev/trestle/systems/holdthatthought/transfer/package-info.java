/** The archive taken elsewhere, and brought back: export, import, the printed book. */
@NullMarked
package dev.trestle.systems.holdthatthought.transfer;

import org.jspecify.annotations.NullMarked;
