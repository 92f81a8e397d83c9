package dev.trestle.platform.system;

import dev.trestle.platform.api.Api;
import dev.trestle.platform.jobs.Sweep;
import java.util.ArrayList;
import java.util.List;

/** A system that runs: what it offers over HTTP, and what it does by itself, such as jobs. */
public final class Running implements AutoCloseable {
    private final List<Api> apis;
    private final List<Runnable> closing = new ArrayList<>();
    private final List<Sweep> sweeps = new ArrayList<>();

    private Running(List<Api> apis) {
        this.apis = List.copyOf(apis);
    }

    public static Running of(Api... apis) {
        return new Running(List.of(apis));
    }

    /** Adds something that is closed before what was added earlier. */
    public Running with(Runnable close) {
        closing.add(0, close);
        return this;
    }

    /** Adds something that it clears away by itself, for the console's list of jobs. */
    public Running withSweep(Sweep sweep) {
        sweeps.add(sweep);
        return this;
    }

    public List<Sweep> sweeps() {
        return List.copyOf(sweeps);
    }

    public List<Api> apis() {
        return apis;
    }

    /** Called when no request is under way any more, before storage is closed. */
    @Override
    public void close() {
        closing.forEach(Runnable::run);
    }
}
