package dev.trestle.server.systems;

import dev.trestle.platform.api.Api;
import java.util.List;

/** A system that runs: what it offers over HTTP, and what it does by itself, such as jobs. */
public interface Running extends AutoCloseable {
    /** Its APIs, each with a contract. */
    List<Api> apis();

    /** A system with one API, and how it is closed. */
    static Running of(Api api, Runnable closing) {
        return new Running() {
            @Override
            public List<Api> apis() {
                return List.of(api);
            }

            @Override
            public void close() {
                closing.run();
            }
        };
    }

    /** Called when no request is under way any more, before storage is closed. */
    @Override
    void close();
}
