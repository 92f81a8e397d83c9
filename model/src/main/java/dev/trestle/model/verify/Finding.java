package dev.trestle.model.verify;

import org.jspecify.annotations.Nullable;

/**
 * Something that the verifier has to say about a model.
 *
 * @param place what it is about: {@code table unisync-users, entity User}
 * @param reason why it matters there
 * @param remedy what to do about it
 * @param accepted why the model lives with it; null if it does not
 */
public record Finding(
        Code code,
        Severity severity,
        String place,
        String reason,
        String remedy,
        @Nullable String accepted) {
    /** Whether the model lives with it, for a written reason. */
    public boolean isAccepted() {
        return accepted != null;
    }

    /** Whether it keeps the model from being used. */
    public boolean isFatal() {
        return severity == Severity.ERROR && accepted == null;
    }

    @Override
    public String toString() {
        return severity + " " + code + " at " + place + "\n    " + reason
                + (accepted == null ? "\n    To do: " + remedy : "\n    Accepted: " + accepted);
    }
}
