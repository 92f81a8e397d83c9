package dev.trestle.systems.docstore.content;

import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.content.Spool;
import dev.trestle.text.Utf8Check;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * What contents are: UTF-8, not blank, ten megabytes at most; in objects {@code documents/{tenantId}/{documentId}/{random}.md}, with
 * pictures beside them.
 */
public final class Contents {
    public static final String PREFIX = "documents/";
    public static final String MARKDOWN = "text/markdown; charset=utf-8";
    public static final long BYTES_MAX = 10L * 1024 * 1024;

    private Contents() {}

    /** The key of an object; {@code name} is one that no other object of the document has. */
    public static String key(String tenantId, String documentId, String name) {
        return new Owner(tenantId, documentId).prefix() + name;
    }

    /** A document, or what may have been one. */
    public record Owner(String tenantId, String documentId) {
        /** Null for what does not look like ours. */
        public static @Nullable Owner of(String key) {
            String[] parts = key.substring(PREFIX.length()).split("/", -1);
            boolean isOurs = parts.length == 3 && key.indexOf('#') < 0 && !parts[0].isEmpty() && !parts[1].isEmpty();
            return isOurs ? new Owner(parts[0], parts[1]) : null;
        }

        /** What the keys of its objects begin with. */
        public String prefix() {
            return PREFIX + tenantId + "/" + documentId + "/";
        }
    }

    /** A content on its way in. */
    public static Spool spool(InputStream in) throws IOException {
        return Spool.of(in, BYTES_MAX, new Check());
    }

    private static final class Check implements Spool.Check {
        private final Utf8Check seen = new Utf8Check();

        @Override
        public void see(byte[] bytes, int offset, int length) {
            seen.see(bytes, offset, length);
        }

        @Override
        public void end() {
            if (seen.isMalformed()) {
                throw ApiException.invalid("content", "must be UTF-8").withCode("not-utf8");
            }
            if (seen.hasNul()) {
                throw ApiException.invalid("content", "has a NUL character").withCode("nul-character");
            }
            if (seen.isBlank()) {
                throw ApiException.invalid("content", "must not be blank").withCode("blank");
            }
        }
    }
}
