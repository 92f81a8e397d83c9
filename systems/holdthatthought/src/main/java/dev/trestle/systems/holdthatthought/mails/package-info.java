/** Mails to the family: messages, comments, digests; how they are ended; the contact form. */
@NullMarked
package dev.trestle.systems.holdthatthought.mails;

import org.jspecify.annotations.NullMarked;
