package dev.trestle.systems.holdthatthought.media;

import dev.trestle.model.error.UnreadableItemException;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.jobs.Sweep;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.holdthatthought.area.ObjectWalk;
import dev.trestle.systems.holdthatthought.area.Parts;
import dev.trestle.systems.holdthatthought.model.MediaCategory;
import dev.trestle.systems.holdthatthought.model.MediaChecksum;
import dev.trestle.systems.holdthatthought.model.MediaGone;
import dev.trestle.systems.holdthatthought.model.MediaItem;
import dev.trestle.systems.holdthatthought.model.SupportTable;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.S3Object;

/** Takes up objects that other programs have put below {@code media/}, so that they are in the gallery. */
final class MediaWalk {
    private static final Logger LOG = LoggerFactory.getLogger(MediaWalk.class);

    /** An upload's object lies there before its item, for as long as the upload may be confirmed. */
    private static final Duration AGE = Duration.ofHours(3);

    private static final String ID = "[A-Za-z0-9_-]{1,100}";
    private static final int ID_LENGTH = 32;

    private final Parts parts;
    private final ItemStore store;

    MediaWalk(Parts parts) {
        this.parts = parts;
        this.store = parts.consistent();
    }

    /** Returns how many were taken up. */
    long run(Sweep.Progress progress, BooleanSupplier stopped) {
        AtomicLong looked = new AtomicLong();
        AtomicLong taken = new AtomicLong();
        Instant before = parts.times().now().minus(AGE);
        for (MediaCategory category : MediaCategory.values()) {
            ObjectWalk.each(parts.contents(), category.prefix(), stopped, object -> {
                if (object.lastModified().isBefore(before) && object.size() > 0 && isTaken(category, object)) {
                    taken.incrementAndGet();
                }
                progress.at(looked.incrementAndGet(), taken.get());
            });
        }
        return taken.get();
    }

    private boolean isTaken(MediaCategory category, S3Object object) {
        try {
            String mediaId = idOf(category, object.key());
            return isUnknown(mediaId, object) && take(category, mediaId, object);
        } catch (SdkException | UnreadableItemException e) {
            LOG.atWarn().addKeyValue("key", object.key()).setCause(e).log("an object could not be looked at");
            return false;
        }
    }

    /** The id in a key that is of our form; else one that is always the same for the key. */
    private static String idOf(MediaCategory category, String key) {
        String[] names = key.substring(category.prefix().length()).split("/");
        return names.length == 2 && names[0].matches(ID)
                ? names[0]
                : "x" + Checksums.of(key).substring(0, ID_LENGTH);
    }

    private boolean isUnknown(String mediaId, S3Object object) {
        return store.get(SupportTable.MEDIA_BY_ID.of(mediaId)).isEmpty()
                && store.get(SupportTable.GONE_MEDIA.of(mediaId))
                        .map(MediaGone::goneAt)
                        .filter(goneAt -> !object.lastModified().isAfter(goneAt))
                        .isEmpty();
    }

    private boolean take(MediaCategory category, String mediaId, S3Object object) {
        String name = object.key().substring(object.key().lastIndexOf('/') + 1);
        HeadObjectResponse head = parts.bucket()
                .client()
                .headObject(request -> request.bucket(parts.bucket().name()).key(object.key()));
        String contentType =
                MediaTypes.category(String.valueOf(head.contentType())).isPresent()
                        ? head.contentType()
                        : MediaTypes.ofName(name).orElse("");
        if (contentType.isEmpty()) {
            return false;
        }
        Instant at = object.lastModified().truncatedTo(java.time.temporal.ChronoUnit.MILLIS);
        MediaItem item = new MediaItem(
                mediaId,
                category,
                object.key(),
                name,
                contentType,
                object.size(),
                Checksums.of(parts.bucket(), object.key()),
                "",
                null,
                null,
                at,
                at);
        return parts.changes().<Boolean>run(store, () -> taking(item));
    }

    private Decision<Boolean> taking(MediaItem item) {
        if (store.get(SupportTable.MEDIA_BY_ID.of(item.mediaId())).isPresent()) {
            return Decision.of(false);
        }
        Decision<Boolean> decision = Decision.of(true).create(SupportTable.MEDIA_ITEM, item);
        if (store.get(SupportTable.MEDIA_BY_CHECKSUM.of(item.checksum())).isEmpty()) {
            decision.create(SupportTable.MEDIA_CHECKSUM, new MediaChecksum(item.checksum(), item.mediaId()));
        }
        return Thumbnails.enqueue(decision, item);
    }
}
