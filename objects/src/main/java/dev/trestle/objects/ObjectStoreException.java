package dev.trestle.objects;

import dev.trestle.objects.api.DeleteMarker;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the service answers in place of a result: a code, a message, and the details that its error document names beside them, such as
 * {@code Condition} or {@code ETag}. Nothing was changed when it is thrown, unless the code is {@link S3Error#INTERNAL_ERROR}, after
 * which the outcome of a write is unknown.
 */
public final class ObjectStoreException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final S3Error error;
    private final transient Map<String, String> details;
    private final transient @Nullable DeleteMarker marker;

    private ObjectStoreException(
            S3Error error,
            String message,
            @Nullable Throwable cause,
            Map<String, String> details,
            @Nullable DeleteMarker marker) {
        // A refused request is an answer, not a fault of the program: only internal errors pay for a stack trace.
        super(message, cause, false, error == S3Error.INTERNAL_ERROR);
        this.error = error;
        this.details = details;
        this.marker = marker;
    }

    /** With the words that usually go with the code. */
    public static ObjectStoreException of(S3Error error) {
        return of(error, error.message());
    }

    public static ObjectStoreException of(S3Error error, String message) {
        return new ObjectStoreException(error, message, null, Map.of(), null);
    }

    public static ObjectStoreException internal(String message, @Nullable Throwable cause) {
        return new ObjectStoreException(S3Error.INTERNAL_ERROR, message, cause, Map.of(), null);
    }

    /** The same with one more element of the error document. */
    public ObjectStoreException with(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(details);
        more.put(name, value);
        return new ObjectStoreException(error, String.valueOf(getMessage()), getCause(), more, marker);
    }

    /** The same, telling that a delete marker is where the object was looked for. */
    public ObjectStoreException with(DeleteMarker met) {
        return new ObjectStoreException(error, String.valueOf(getMessage()), getCause(), details, met);
    }

    public S3Error error() {
        return error;
    }

    /** Further elements of the error document, by name, in their order. */
    public Map<String, String> details() {
        return details;
    }

    /** The delete marker that is where an object was looked for; null if there is none. */
    public @Nullable DeleteMarker marker() {
        return marker;
    }
}
