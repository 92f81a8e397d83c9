package dev.trestle.platform.content;

import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Problem.Kind;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A part of a content: the header Range. Several ranges at once, and units other than bytes, are ignored, as RFC 9110 allows.
 *
 * @param last included
 */
public record ByteRange(long first, long last) {
    private static final Pattern ONE = Pattern.compile("bytes=([0-9]{0,18})-([0-9]{0,18})");

    /** Null for all of it. */
    public static @Nullable ByteRange of(@Nullable String header, long size) {
        Matcher sent = ONE.matcher(header == null ? "" : header.strip());
        if (!sent.matches()) {
            return null;
        }
        String from = sent.group(1);
        String to = sent.group(2);
        if (from.isEmpty()) {
            return to.isEmpty() ? null : tail(Long.parseLong(to), size);
        }
        long first = Long.parseLong(from);
        long last = to.isEmpty() ? size - 1 : Math.min(size - 1, Long.parseLong(to));
        if (!to.isEmpty() && Long.parseLong(to) < first) {
            return null;
        }
        if (first >= size) {
            throw outside(size);
        }
        return new ByteRange(first, last);
    }

    private static ByteRange tail(long count, long size) {
        if (count == 0 || size == 0) {
            throw outside(size);
        }
        return new ByteRange(Math.max(0, size - count), size - 1);
    }

    private static ApiException outside(long size) {
        return ApiException.of(Kind.RANGE_NOT_SATISFIABLE, "The content has " + size + " bytes.");
    }

    public long length() {
        return last - first + 1;
    }

    /** As the header Range has it. */
    String asked() {
        return "bytes=" + first + "-" + last;
    }

    /** As the header Content-Range has it. */
    public String described(long size) {
        return "bytes " + first + "-" + last + "/" + size;
    }
}
