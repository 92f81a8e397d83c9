package dev.trestle.objects.object;

import dev.trestle.objects.ObjectStoreException;
import dev.trestle.objects.S3Error;
import dev.trestle.objects.api.ReadCondition;
import dev.trestle.objects.api.WriteCondition;
import dev.trestle.objects.index.Version;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** Whether the conditions of a request hold. Times are compared by the second: headers tell no more. */
public final class Conditions {
    private static final String IF_MATCH = "If-Match";
    private static final String IF_NONE_MATCH = "If-None-Match";
    private static final String IF_MODIFIED_SINCE = "If-Modified-Since";
    private static final String IF_UNMODIFIED_SINCE = "If-Unmodified-Since";
    private static final String COPY_PREFIX = "x-amz-copy-source-";

    private Conditions() {}

    /** Whether the reader has the object already; fails if it is not the one that it wants. */
    static boolean isNotModified(ReadCondition condition, Version version) {
        String failed = failedDemand(condition, version);
        if (failed != null) {
            throw failure(failed);
        }
        return unneeded(condition, version) != null;
    }

    /** A copy is made or fails; it is never unneeded. */
    static void checkSource(ReadCondition condition, Version version) {
        String failed = failedDemand(condition, version);
        if (failed == null) {
            failed = unneeded(condition, version);
        }
        if (failed != null) {
            throw failure(COPY_PREFIX + failed);
        }
    }

    /** An entity tag that matches outdoes a date that does not. */
    private static @Nullable String failedDemand(ReadCondition condition, Version version) {
        if (condition.ifMatch() != null) {
            return Etags.matches(condition.ifMatch(), version.etag()) ? null : IF_MATCH;
        }
        boolean late = condition.ifUnmodifiedSince() != null
                && seconds(version.modified()).isAfter(seconds(condition.ifUnmodifiedSince()));
        return late ? IF_UNMODIFIED_SINCE : null;
    }

    private static @Nullable String unneeded(ReadCondition condition, Version version) {
        if (condition.ifNoneMatch() != null) {
            return Etags.matches(condition.ifNoneMatch(), version.etag()) ? IF_NONE_MATCH : null;
        }
        boolean old = condition.ifModifiedSince() != null
                && !seconds(version.modified()).isAfter(seconds(condition.ifModifiedSince()));
        return old ? IF_MODIFIED_SINCE : null;
    }

    private static Instant seconds(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS);
    }

    /** What can be said before there is anything to write. */
    public static void checkForm(WriteCondition condition) {
        String header = condition.ifNoneMatch();
        if (header != null && !header.strip().equals("*")) {
            throw ObjectStoreException.of(S3Error.NOT_IMPLEMENTED)
                    .with("Header", IF_NONE_MATCH)
                    .with(
                            "additionalMessage",
                            "We don't accept the provided value of If-None-Match header for this API");
        }
    }

    /** {@code current} is null where there is no object now. */
    static void checkWrite(WriteCondition condition, String key, @Nullable Version current) {
        if (condition.ifNoneMatch() != null && current != null) {
            throw failure(IF_NONE_MATCH);
        }
        checkMatch(condition.ifMatch(), key, current);
    }

    static void checkMatch(@Nullable String ifMatch, String key, @Nullable Version current) {
        if (ifMatch == null) {
            return;
        }
        if (current == null) {
            throw ObjectStoreException.of(S3Error.NO_SUCH_KEY).with("Key", key);
        }
        if (!Etags.matches(ifMatch, current.etag())) {
            throw failure(IF_MATCH);
        }
    }

    private static ObjectStoreException failure(String header) {
        return ObjectStoreException.of(S3Error.PRECONDITION_FAILED).with("Condition", header);
    }
}
