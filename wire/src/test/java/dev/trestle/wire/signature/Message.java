package dev.trestle.wire.signature;

import dev.trestle.wire.uri.Percent;
import dev.trestle.wire.uri.Query;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A request as tests make one up: what is signed, and nothing else. */
public record Message(String method, String path, Query query, Map<String, String> headers) implements S3Message {

    /** Headers are names in lower case and values, in turns. */
    public static Message of(String method, String target, String... headers) {
        int question = target.indexOf('?');
        String path = question < 0 ? target : target.substring(0, question);
        Map<String, String> named = new LinkedHashMap<>();
        for (int i = 0; i < headers.length; i += 2) {
            named.put(headers[i], headers[i + 1]);
        }
        return new Message(
                method,
                Objects.requireNonNull(Percent.decodePath(path)),
                Objects.requireNonNull(Query.parse(question < 0 ? "" : target.substring(question + 1))),
                named);
    }

    Message with(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(name, value);
        return new Message(method, path, query, more);
    }

    Message without(String name) {
        Map<String, String> fewer = new LinkedHashMap<>(headers);
        fewer.remove(name);
        return new Message(method, path, query, fewer);
    }

    @Override
    public List<String> header(String name) {
        String value = headers.get(name);
        return value == null ? List.of() : List.of(value);
    }

    @Override
    public Collection<String> headerNames() {
        return headers.keySet();
    }
}
