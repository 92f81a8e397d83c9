@NullMarked
package dev.trestle.systems.holdthatthought.drafts;

import org.jspecify.annotations.NullMarked;
