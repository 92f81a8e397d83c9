package dev.trestle.objects.object;

import dev.trestle.objects.ObjectStoreException;
import dev.trestle.objects.S3Error;
import dev.trestle.objects.api.ByteRange;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Which bytes a Range header means. */
public final class Ranges {
    private static final Pattern FORM = Pattern.compile("bytes=([0-9]*)-([0-9]*)");
    private static final int DIGITS_MAX = 18;

    private Ranges() {}

    static ByteRange all(long size) {
        return new ByteRange(0, size);
    }

    /**
     * The bytes of an object of that size; null if the header makes no sense or names several ranges, and is to be passed over.
     *
     * @throws ObjectStoreException if it makes sense, but the object has none of these bytes
     */
    static @Nullable ByteRange resolve(String header, long size) {
        Matcher matcher = FORM.matcher(header.strip());
        if (!matcher.matches()) {
            return null;
        }
        String first = matcher.group(1);
        String last = matcher.group(2);
        if (first.isEmpty() && last.isEmpty()) {
            return null;
        }
        if (first.isEmpty()) {
            long suffix = Math.min(number(last), size);
            if (suffix == 0) {
                throw unsatisfiable(header, size);
            }
            return new ByteRange(size - suffix, suffix);
        }
        long from = number(first);
        long to = last.isEmpty() ? Long.MAX_VALUE : number(last);
        if (to < from) {
            return null;
        }
        if (from >= size) {
            throw unsatisfiable(header, size);
        }
        return new ByteRange(from, Math.min(to, size - 1) - from + 1);
    }

    /** The bytes that a part is copied from: both ends are given, and all of it must be there. */
    public static ByteRange resolveCopy(String header, long size) {
        Matcher matcher = FORM.matcher(header.strip());
        boolean complete = matcher.matches()
                && !matcher.group(1).isEmpty()
                && !matcher.group(2).isEmpty();
        long from = complete ? number(matcher.group(1)) : 0;
        long to = complete ? number(matcher.group(2)) : -1;
        if (to < from) {
            throw ObjectStoreException.of(
                            S3Error.INVALID_ARGUMENT,
                            "The x-amz-copy-source-range value must be of the form bytes=first-last where first and last are"
                                    + " the zero-based offsets of the first and last bytes to copy")
                    .with("ArgumentName", "x-amz-copy-source-range")
                    .with("ArgumentValue", header);
        }
        if (to >= size) {
            throw ObjectStoreException.of(
                            S3Error.INVALID_ARGUMENT, "Range specified is not valid for source object of size: " + size)
                    .with("ArgumentName", "x-amz-copy-source-range")
                    .with("ArgumentValue", header);
        }
        return new ByteRange(from, to - from + 1);
    }

    private static ObjectStoreException unsatisfiable(String header, long size) {
        return ObjectStoreException.of(S3Error.INVALID_RANGE)
                .with("RangeRequested", header)
                .with("ActualObjectSize", Long.toString(size));
    }

    /** More digits than any object's size has mean something beyond all of them. */
    private static long number(String digits) {
        String significant = digits.replaceFirst("^0+(?=.)", "");
        return significant.length() > DIGITS_MAX ? Long.MAX_VALUE : Long.parseLong(significant);
    }
}
