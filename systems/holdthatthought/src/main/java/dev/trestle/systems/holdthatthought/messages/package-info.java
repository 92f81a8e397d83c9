/** Conversations and messages. */
@NullMarked
package dev.trestle.systems.holdthatthought.messages;

import org.jspecify.annotations.NullMarked;
