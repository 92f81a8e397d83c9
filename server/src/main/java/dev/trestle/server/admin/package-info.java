/** What administrators of the server do: jobs, people, storage, and what all of it costs. */
@NullMarked
package dev.trestle.server.admin;

import org.jspecify.annotations.NullMarked;
