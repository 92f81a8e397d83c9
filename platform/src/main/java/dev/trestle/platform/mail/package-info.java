/** Mail as the systems see it: what is sent, and the queue that it waits in. How it is sent is the mail module's. */
@NullMarked
package dev.trestle.platform.mail;

import org.jspecify.annotations.NullMarked;
