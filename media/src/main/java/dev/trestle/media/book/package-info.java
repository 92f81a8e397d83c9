/** What a book is made of, and what came of it. */
@NullMarked
package dev.trestle.media.book;

import org.jspecify.annotations.NullMarked;
