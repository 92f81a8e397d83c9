/** Sends mail over SMTP. */
@NullMarked
package dev.trestle.mail;

import org.jspecify.annotations.NullMarked;
