package dev.trestle.engine.api;

import dev.trestle.engine.item.StoredItem;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What happened to an item. The images are there as the stream's view type has them. */
public record StreamRecord(
        String eventId,
        String eventName,
        String sequenceNumber,
        Instant createdAt,
        String streamViewType,
        StoredItem keys,
        @Nullable StoredItem newImage,
        @Nullable StoredItem oldImage,
        /* the engine deleted the item because it had expired */ boolean expired) {

    /** The size of the record as DynamoDB counts it. */
    public long sizeBytes() {
        return (long) keys.size() + (newImage == null ? 0 : newImage.size()) + (oldImage == null ? 0 : oldImage.size());
    }
}
