package dev.trestle.server.systems;

import dev.trestle.platform.api.Api;
import java.util.List;

/** A system that runs: what it offers over HTTP, and what it does by itself, such as jobs. */
public interface Running extends AutoCloseable {
    /** Its APIs, each with a contract. */
    List<Api> apis();

    /** Called when no request is under way any more, before storage is closed. */
    @Override
    void close();
}
