package dev.trestle.platform.api;

import dev.trestle.platform.api.Problem.Kind;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The version of a thing that a writer started from: the header If-Match. */
public final class IfMatch {
    private final @Nullable String header;

    public IfMatch(@Nullable String header) {
        this.header = header;
    }

    public boolean isSent() {
        return header != null;
    }

    /** Refuses a write that does not say what it started from. */
    public IfMatch required() {
        if (header == null) {
            throw ApiException.of(
                    Kind.PRECONDITION_REQUIRED, "Send If-Match with the ETag of the version that you started from.");
        }
        return this;
    }

    /** Refuses a write that started from another version, showing what the thing is now. */
    public void check(String currentTag, Supplier<? extends @Nullable Object> current) {
        String sent = header;
        if (sent != null && !matches(sent, currentTag)) {
            throw new ApiException(Problem.of(
                            Kind.PRECONDITION_FAILED, "It has changed since. Look at it as it is now, and try again.")
                    .withState(current.get()));
        }
    }

    /** Strong comparison: a weak tag never matches. */
    static boolean matches(String header, String tag) {
        if (header.strip().equals("*")) {
            return true;
        }
        return List.of(header.split(",", -1)).stream()
                .map(String::strip)
                .anyMatch(sent -> !sent.startsWith("W/") && sent.equals(Reply.quoted(tag)));
    }
}
