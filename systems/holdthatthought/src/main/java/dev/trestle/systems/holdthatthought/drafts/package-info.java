/** Drafts: scans on their way to letters, from the announcement of files to publication. */
@NullMarked
package dev.trestle.systems.holdthatthought.drafts;

import org.jspecify.annotations.NullMarked;
