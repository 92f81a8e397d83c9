package dev.trestle.systems.zentriqvision.area;

import dev.trestle.platform.events.Events;
import dev.trestle.platform.events.Follower;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.jobs.Sweep;
import dev.trestle.platform.operation.Operations;
import dev.trestle.systems.zentriqvision.people.Caller;
import java.util.List;

/** A part of the system: its operations, and what it does by itself. */
public interface Area {
    void declare(Operations<Caller> operations);

    /** Adds its jobs to the runner, which is not started yet. */
    default void handleBy(JobRunner runner) {}

    /** Adds what it does about items that other programs have written. */
    default void follow(Follower follower) {}

    /** Called when changes to the tables were missed: checks all items that {@link #follow} is about. */
    default void checkAll() {}

    /** Adds the events that pages are told of. */
    default void tell(Events<Caller> events) {}

    /** What it does from time to time, as administrators see it. */
    default List<Sweep> sweeps() {
        return List.of();
    }

    /** Begins what runs by itself; not called while samples are made. */
    default void start() {}

    default void close() {}
}
