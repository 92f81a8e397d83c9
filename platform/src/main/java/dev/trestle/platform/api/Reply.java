package dev.trestle.platform.api;

import java.io.IOException;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An answer that says more than its body.
 *
 * @param status 0 for the one that the contract names for success
 * @param tag the ETag, unquoted; a GET that sent the same one is answered 304
 */
public record Reply(
        int status, Map<String, String> headers, @Nullable String tag, Body body) {

    /** What is sent. */
    public sealed interface Body permits Value, Bytes, Stream, Events {}

    /** JSON, in the system's shape. */
    public record Value(@Nullable Object value) implements Body {}

    /** Bytes as they are. */
    public record Bytes(String contentType, byte[] bytes) implements Body {}

    /** Bytes that are written while the client reads. */
    public record Stream(String contentType, long length, Writer writer) implements Body {}

    /** Server-sent events: the answer stays open. */
    public record Events(Listener listener) implements Body {}

    /** Writes a body; blocks while the client is slower. */
    @FunctionalInterface
    public interface Writer {
        void writeTo(OutputStream out) throws IOException;

        /** Called in place of {@link #writeTo} where no body is sent: closes what is open for it. */
        default void unused() {}
    }

    /** Gets the open connection, once; must return at once. */
    @FunctionalInterface
    public interface Listener {
        void opened(EventSink sink);
    }

    public Reply {
        headers = Map.copyOf(headers);
    }

    public static Reply of(@Nullable Object value) {
        return new Reply(0, Map.of(), null, new Value(value));
    }

    public static Reply created(@Nullable Object value) {
        return of(value).status(201);
    }

    public static Reply bytes(String contentType, byte[] bytes) {
        return new Reply(0, Map.of(), null, new Bytes(contentType, bytes));
    }

    /** {@code length} is -1 where it is not known before. */
    public static Reply stream(String contentType, long length, Writer writer) {
        return new Reply(0, Map.of(), null, new Stream(contentType, length, writer));
    }

    public static Reply events(Listener listener) {
        return new Reply(0, Map.of(), null, new Events(listener));
    }

    public Reply status(int code) {
        return new Reply(code, headers, tag, body);
    }

    public Reply tag(String version) {
        return new Reply(status, headers, version, body);
    }

    public Reply header(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(name, value);
        return new Reply(status, more, tag, body);
    }

    /** Whether the client has it already. */
    public boolean isKnownBy(@Nullable String ifNoneMatch) {
        if (tag == null || ifNoneMatch == null) {
            return false;
        }
        return IfMatch.matches(ifNoneMatch.replace("W/", ""), tag);
    }

    /** A tag as it stands in headers. */
    public static String quoted(String tag) {
        return '"' + tag + '"';
    }
}
