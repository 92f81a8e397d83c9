package dev.trestle.objects.api;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a client says of an object's content, given back as it came. {@code metadata} holds the user's own, by names in lower case and
 * without {@code x-amz-meta-}; {@code expires} is the header's text.
 */
public record ContentHeaders(
        @Nullable String contentType,
        @Nullable String contentEncoding,
        @Nullable String contentDisposition,
        @Nullable String contentLanguage,
        @Nullable String cacheControl,
        @Nullable String expires,
        Map<String, String> metadata) {
    public static final ContentHeaders NONE = new ContentHeaders(null, null, null, null, null, null, Map.of());

    /** Only a type. */
    public static ContentHeaders ofType(String contentType) {
        return new ContentHeaders(contentType, null, null, null, null, null, Map.of());
    }
}
