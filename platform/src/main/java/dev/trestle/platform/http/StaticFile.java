package dev.trestle.platform.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** A file as it is sent: its bytes, compressed once where that makes it smaller, each form with an entity tag of its own. */
final class StaticFile {
    private static final Pattern GZIP =
            Pattern.compile("(?i)(?:^|,)\\s*gzip\\s*(?:;\\s*q=(?!0(?:\\.0*)?\\s*(?:,|$))[0-9.]+\\s*)?(?:,|$)");

    /** What is compressed already gets no smaller. */
    private static final Set<String> COMPRESSED = Set.of("image/png", "font/woff2");

    /** What a caller says about the forms that it takes and has. */
    record Request(
            @Nullable String acceptEncoding, @Nullable String ifNoneMatch) {
        static Request of(Invocation.Received received) {
            return new Request(received.header("accept-encoding"), received.header("if-none-match"));
        }

        boolean acceptsGzip() {
            return acceptEncoding != null && GZIP.matcher(acceptEncoding).find();
        }
    }

    private final String type;
    private final byte[] plain;
    private final byte @Nullable [] zipped;
    private final String hash;

    StaticFile(String type, byte[] bytes) {
        this.type = type;
        this.plain = bytes;
        this.hash = StaticSite.hash(bytes);
        byte[] smaller = COMPRESSED.contains(type) ? bytes : gzip(bytes);
        this.zipped = smaller.length < bytes.length ? smaller : null;
    }

    /** The file, or that it has not changed; in the form that the caller accepts. */
    Answer answer(Map<String, String> headers, Request request) {
        byte[] smaller = request.acceptsGzip() ? zipped : null;
        String tag = '"' + hash + (smaller == null ? "" : "-gzip") + '"';
        Map<String, String> all = new LinkedHashMap<>(headers);
        all.put("etag", tag);
        all.merge("vary", "Accept-Encoding", (one, other) -> one + ", " + other);
        if (tag.equals(request.ifNoneMatch())) {
            return new Answer(304, null, all, new byte[0]);
        }
        if (smaller != null) {
            all.put("content-encoding", "gzip");
        }
        return new Answer(200, type, all, smaller == null ? plain : smaller);
    }

    private static byte[] gzip(byte[] bytes) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length / 2 + 32);
        try (GZIPOutputStream zip = new GZIPOutputStream(out)) {
            zip.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }
}
