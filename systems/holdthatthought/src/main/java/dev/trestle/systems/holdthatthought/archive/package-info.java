/** The archive's objects: scans of letters, photos of people, who may read which key. */
@NullMarked
package dev.trestle.systems.holdthatthought.archive;

import org.jspecify.annotations.NullMarked;
