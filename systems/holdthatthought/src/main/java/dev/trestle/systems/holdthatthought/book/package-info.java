/** Chosen letters as a book to print. */
@NullMarked
package dev.trestle.systems.holdthatthought.book;

import org.jspecify.annotations.NullMarked;
