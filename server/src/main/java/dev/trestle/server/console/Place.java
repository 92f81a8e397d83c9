package dev.trestle.server.console;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Json;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Where a page ended; it is signed before a client gets it.
 *
 * @param partition which of several partitions is being read
 * @param key the key that was read last; null at a partition's beginning
 * @param token DynamoDB's own, for statements
 */
record Place(
        int partition,
        @Nullable Map<String, Object> key,
        @Nullable String token) {
    static final Place START = new Place(0, null, null);

    static Place read(@Nullable String cursor) {
        if (cursor == null) {
            return START;
        }
        try {
            String text = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
            Place place = Json.mapper().readValue(text, Place.class);
            if (place == null || place.partition < 0) {
                throw refused();
            }
            return place;
        } catch (IllegalArgumentException | JsonProcessingException e) {
            throw refused();
        }
    }

    static String write(int partition, @Nullable Map<String, AttributeValue> key, @Nullable String token) {
        byte[] json = Json.bytes(new Place(partition, key == null ? null : DynamoJson.ofItem(key), token));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(json);
    }

    /** As a request wants it. */
    @Nullable
    Map<String, AttributeValue> startKey() {
        return key == null ? null : DynamoJson.item(key, "cursor");
    }

    private static ApiException refused() {
        return ApiException.invalid("cursor", "is not one of this list: begin again without it")
                .withCode("cursor-unknown");
    }
}
