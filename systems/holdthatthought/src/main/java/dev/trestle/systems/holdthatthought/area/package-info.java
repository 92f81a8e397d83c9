/** What the areas of HoldThatThought share: how they are wired, how answers look, limits, texts, links to objects. */
@NullMarked
package dev.trestle.systems.holdthatthought.area;

import org.jspecify.annotations.NullMarked;
