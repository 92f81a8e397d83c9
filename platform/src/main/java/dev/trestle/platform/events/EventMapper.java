package dev.trestle.platform.events;

import java.util.List;

/** Makes a system's events of changes. */
@FunctionalInterface
public interface EventMapper {
    /** The events that a change means; most mean one or none. */
    List<Event> events(Change change);
}
