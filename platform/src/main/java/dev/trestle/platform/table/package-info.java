/** The platform's own table: people, credentials, sessions, keys, remembered answers. */
@NullMarked
package dev.trestle.platform.table;

import org.jspecify.annotations.NullMarked;
