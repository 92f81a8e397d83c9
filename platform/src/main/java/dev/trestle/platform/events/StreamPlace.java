package dev.trestle.platform.events;

import java.time.Instant;

/** How far a reader of the tables' streams has come, as an id of an event. */
public record StreamPlace(String reader, String place, Instant reachedAt) {}
