package dev.trestle.platform.uploads;

import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;

/**
 * Bytes that were announced, as their bucket deals with them.
 *
 * @param name under the staging prefix, and on the object that they become
 * @param key where they go when they are taken
 * @param contentType that was announced and signed; null if the sender chooses one of {@code types}
 * @param types that are taken
 * @param length that was announced and signed; {@link #UNKNOWN} if it is judged on arrival
 * @param lengthMax beyond which they are refused
 * @param partBytes of each part but the last; 0 for bytes that are sent whole
 */
record Staged(
        String name,
        String key,
        @Nullable String contentType,
        Set<String> types,
        long length,
        long lengthMax,
        @Nullable Checksum checksum,
        long partBytes) {
    /** The length of a file that is not announced. */
    static final long UNKNOWN = -1;

    private static final String UNTYPED = "application/octet-stream";

    boolean isSized() {
        return length != UNKNOWN;
    }

    static long lengthOf(@Nullable Long announced) {
        return announced == null ? UNKNOWN : announced;
    }

    int parts() {
        return partBytes == 0 ? 1 : Math.toIntExact((length + partBytes - 1) / partBytes);
    }

    /** The length of a part, from 1. */
    long lengthOf(int part) {
        return partBytes == 0 ? length : Math.min(partBytes, length - (part - 1) * partBytes);
    }

    boolean takesType(HeadObjectResponse found) {
        return contentType == null
                ? UploadLimits.isTaken(types, bare(typeOf(found)))
                : contentType.equals(found.contentType());
    }

    /** A system that takes anything makes no claim about what files are. */
    boolean looksAtFirstBytes() {
        return !types.contains(UploadLimits.ANY_TYPE);
    }

    static String typeOf(HeadObjectResponse found) {
        String type = found.contentType();
        return type == null || type.isBlank() ? UNTYPED : type;
    }

    private static String bare(String type) {
        int parameters = type.indexOf(';');
        return (parameters < 0 ? type : type.substring(0, parameters)).strip().toLowerCase(Locale.ROOT);
    }
}
