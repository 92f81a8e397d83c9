/** Letters: lists, versions, edits, moves to other dates, deletion, and the files beside them. */
@NullMarked
package dev.trestle.systems.holdthatthought.letters;

import org.jspecify.annotations.NullMarked;
