package dev.trestle.server.attack;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.trestle.platform.api.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** An answer. A stream of events has no text: it does not end. */
record Answer(int status, String type, Map<String, String> headers, String text) {
    private static final int REDIRECT = 307;

    private static final int SHOWN_MAX = 300;

    /** Headers that differ from one answer to the next: a connection is closed whose request has not come in whole. */
    private static final Set<String> VARYING = Set.of("date", "connection", "content-length", "x-request-id");

    Answer {
        headers = Map.copyOf(headers);
    }

    boolean isDone() {
        return status >= 200 && status < 300 || status == REDIRECT;
    }

    JsonNode json() {
        try {
            return type.contains("json") ? Json.mapper().readTree(text) : MissingNode.getInstance();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * All that a caller can tell this answer by.
     *
     * @param sent what the caller sent, which may be repeated
     */
    String comparable(Iterable<String> sent) {
        Map<String, String> kept = new TreeMap<>(headers);
        kept.keySet().removeAll(VARYING);
        String body = text;
        String request = headers.get("x-request-id");
        if (request != null) {
            body = body.replace(request, "{request}");
        }
        String all = status + " " + kept + " " + body;
        for (String each : sent) {
            all = all.replace(each, "{sent}");
        }
        return all;
    }

    @Override
    public String toString() {
        return status + " " + (text.length() > SHOWN_MAX ? text.substring(0, SHOWN_MAX) + "…" : text);
    }
}
