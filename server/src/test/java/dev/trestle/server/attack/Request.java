package dev.trestle.server.attack;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request that anybody may send.
 *
 * @param path with its query
 */
record Request(String method, String path, Map<String, String> headers, byte @Nullable [] body) {
    Request {
        headers = Map.copyOf(headers);
    }
}
