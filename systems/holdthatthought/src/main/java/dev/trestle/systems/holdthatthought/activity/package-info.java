/** What is new in the archive, and what a member's home page shows of it. */
@NullMarked
package dev.trestle.systems.holdthatthought.activity;

import org.jspecify.annotations.NullMarked;
