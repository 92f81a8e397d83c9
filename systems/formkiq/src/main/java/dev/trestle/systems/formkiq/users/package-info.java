/** Users and groups: the people of the server, as FormKiQ's API shows and changes them. */
@NullMarked
package dev.trestle.systems.formkiq.users;

import org.jspecify.annotations.NullMarked;
