/** The gallery: pictures, films, recorded voices and documents. */
@NullMarked
package dev.trestle.systems.holdthatthought.media;

import org.jspecify.annotations.NullMarked;
