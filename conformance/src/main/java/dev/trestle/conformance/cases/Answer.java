package dev.trestle.conformance.cases;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a side answered: a body, or an error with its code and message, and in the body what else the error carries.
 */
public record Answer(@Nullable String error, String message, Map<String, Object> body) {

    public static Answer of(Map<String, Object> body) {
        return new Answer(null, "", body);
    }

    public boolean refused() {
        return error != null;
    }

    /** The same answer with what differs between two right answers taken out or put in order. */
    Answer normal(Step step) {
        return new Answer(error, message, Normal.body(step, body));
    }

    /** One line: what known differences are matched against. */
    public String show() {
        if (error == null) {
            return "ok " + Json.write(body);
        }
        return error + ": " + message + (body.isEmpty() ? "" : " " + Json.write(body));
    }

    Map<String, Object> json() {
        if (error == null) {
            return Json.of("answer", body);
        }
        Map<String, Object> json = Json.of("error", error, "message", message);
        if (!body.isEmpty()) {
            json.put("carries", body);
        }
        return json;
    }

    static Answer fromJson(Map<String, Object> json) {
        String error = Json.stringIn(json, "error");
        if (error == null) {
            return of(Json.objectIn(json, "answer"));
        }
        String message = Json.stringIn(json, "message");
        return new Answer(error, message == null ? "" : message, Json.objectIn(json, "carries"));
    }
}
