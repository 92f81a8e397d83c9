package dev.trestle.objects.object;

import dev.trestle.engine.value.Bytes;
import dev.trestle.objects.ObjectStoreException;
import dev.trestle.objects.S3Error;
import dev.trestle.objects.api.DeleteMarker;
import dev.trestle.objects.bucket.Bucket;
import dev.trestle.objects.index.Index;
import dev.trestle.objects.index.Version;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Finds the version that a reader means, without a lock. */
final class VersionFinder {
    private static final int ATTEMPTS_MAX = 20;

    private final Index index;

    VersionFinder(Index index) {
        this.index = index;
    }

    /** The object, never a marker. {@code versionId} is null for the current one. */
    Version require(Bucket bucket, String key, @Nullable String versionId) {
        Bytes keyBytes = ObjectKeys.require(key);
        if (versionId == null) {
            Version live = index.live(bucket.id(), keyBytes);
            if (live == null) {
                throw noSuchKey(bucket, key, keyBytes);
            }
            return live;
        }
        Version found = find(bucket, keyBytes, versionId);
        if (found == null) {
            throw VersionIds.noSuchVersion(key, versionId);
        }
        if (found.isMarker()) {
            throw ObjectStoreException.of(S3Error.METHOD_NOT_ALLOWED)
                    .with("Method", "GET")
                    .with("ResourceType", "DeleteMarker")
                    .with(new DeleteMarker(found.idText(), found.modified()));
        }
        return found;
    }

    private ObjectStoreException noSuchKey(Bucket bucket, String key, Bytes keyBytes) {
        ObjectStoreException missing =
                ObjectStoreException.of(S3Error.NO_SUCH_KEY).with("Key", key);
        List<Version> newest = bucket.hasVersions() ? index.newestVersions(bucket.id(), keyBytes, 1) : List.of();
        if (newest.isEmpty() || !newest.get(0).isMarker()) {
            return missing;
        }
        return missing.with(
                new DeleteMarker(newest.get(0).idText(), newest.get(0).modified()));
    }

    /**
     * A version may move from the history to the front while we look at one after the other; so what was found nowhere is looked for again
     * if the front has changed.
     */
    private @Nullable Version find(Bucket bucket, Bytes key, String versionId) {
        Version live = index.live(bucket.id(), key);
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            Version found = find(index, bucket, key, versionId, live);
            if (found != null) {
                return found;
            }
            Version now = index.live(bucket.id(), key);
            if (Objects.equals(id(live), id(now))) {
                return null;
            }
            live = now;
        }
        return null;
    }

    private static @Nullable Bytes id(@Nullable Version version) {
        return version == null ? null : version.id();
    }

    /** The version, or marker, that a client names, next to the one that is known to be the current one; null if there is none. */
    static @Nullable Version find(Index index, Bucket bucket, Bytes key, String versionId, @Nullable Version live) {
        if (versionId.equals(Version.NULL_TEXT)) {
            if (live != null && live.isNull()) {
                return live;
            }
            Bytes old = index.nullVersion(bucket.id(), key);
            return old == null ? null : index.version(bucket.id(), key, old);
        }
        Bytes id = VersionIds.require(versionId);
        Version found = live != null && live.id().equals(id) ? live : index.version(bucket.id(), key, id);
        return found == null || found.isNull() ? null : found;
    }
}
