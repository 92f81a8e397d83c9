package dev.trestle.objects.api;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An object to be stored; its content follows. A null {@code storageClass} is STANDARD. */
public record PutObject(
        String bucket,
        String key,
        ContentHeaders headers,
        Map<String, String> tags,
        @Nullable String storageClass,
        Promise promise,
        WriteCondition condition) {

    /** Without anything that can be left out. */
    public PutObject(String bucket, String key) {
        this(bucket, key, ContentHeaders.NONE, Map.of(), null, Promise.NONE, WriteCondition.NONE);
    }
}
