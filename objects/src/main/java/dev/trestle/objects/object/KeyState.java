package dev.trestle.objects.object;

import dev.trestle.engine.value.Bytes;
import dev.trestle.objects.api.Versioning;
import dev.trestle.objects.bucket.Bucket;
import dev.trestle.objects.index.Changes;
import dev.trestle.objects.index.Ids;
import dev.trestle.objects.index.Index;
import dev.trestle.objects.index.Version;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The versions of one key as somebody finds them who holds its lock, and the changes that lead from there.
 *
 * <p><b>Invariant.</b> The current object of a key, if it has one, is the live one and newer than all in the history. If it has none, the
 * history is empty or begins with a delete marker. At most one version, live or in the history, is called {@code null}; if it is in the
 * history, NULLS tells which it is.
 */
final class KeyState {
    private final Index index;
    private final Bucket bucket;
    private final Bytes key;
    private final @Nullable Version live;
    private final @Nullable Bytes oldNull;

    private KeyState(Index index, Bucket bucket, Bytes key, @Nullable Version live, @Nullable Bytes oldNull) {
        this.index = index;
        this.bucket = bucket;
        this.key = key;
        this.live = live;
        this.oldNull = oldNull;
    }

    static KeyState read(Index index, Bucket bucket, Bytes key) {
        return new KeyState(
                index,
                bucket,
                key,
                index.live(bucket.id(), key),
                bucket.hasVersions() ? index.nullVersion(bucket.id(), key) : null);
    }

    @Nullable
    Version live() {
        return live;
    }

    /** The order of a version that is to be the newest, whatever the clock says. */
    long nextOrder(Instant now) {
        Bytes newest = live == null ? null : live.id();
        if (live == null && bucket.hasVersions()) {
            List<Version> history = index.newestVersions(bucket.id(), key, 1);
            newest = history.isEmpty() ? null : history.get(0).id();
        }
        long order = Core.order(now);
        return newest == null ? order : Math.max(order, Ids.orderOfVersion(newest) + 1);
    }

    /** Makes an object the current one. It is called {@code null} unless versions are on. */
    Changes put(Version version) {
        Changes changes = new Changes();
        if (live != null) {
            keepOrDrop(live, changes);
        }
        replaceOldNull(version, changes);
        return changes.putLive(bucket.id(), key, version, live);
    }

    /** Deletes as the bucket's versioning has it: for good, or by putting the marker in front. */
    Changes delete(@Nullable Version marker) {
        Changes changes = new Changes();
        if (live != null) {
            keepOrDrop(live, changes);
            changes.deleteLive(bucket.id(), key, live);
        }
        if (marker != null) {
            replaceOldNull(marker, changes);
            changes.putVersion(bucket.id(), key, marker);
            if (marker.isNull()) {
                changes.putNull(bucket.id(), key, marker.id());
            }
        }
        return changes;
    }

    /** What was current goes into the history, unless another one called {@code null} takes its name. */
    private void keepOrDrop(Version before, Changes changes) {
        boolean kept = bucket.versioning() == Versioning.ENABLED
                || bucket.versioning() == Versioning.SUSPENDED && !before.isNull();
        if (!kept) {
            changes.drop(before.content());
            return;
        }
        changes.putVersion(bucket.id(), key, before);
        if (before.isNull()) {
            changes.putNull(bucket.id(), key, before.id());
        }
    }

    /** A new version called {@code null} takes the place of the one in the history that was. */
    private void replaceOldNull(Version by, Changes changes) {
        if (!by.isNull() || oldNull == null) {
            return;
        }
        Version old = index.version(bucket.id(), key, oldNull);
        if (old != null) {
            changes.deleteVersion(old).drop(old.content());
        }
        if (!by.isMarker()) {
            changes.deleteNull(bucket.id(), key); // a marker stays in the history and is named there instead
        }
    }

    /** The version that a client names, or null if there is none. */
    @Nullable
    Version find(String versionId) {
        return VersionFinder.find(index, bucket, key, versionId, live);
    }

    /** Deletes one version for good; if it was the current one, the next older takes its place. */
    Changes deleteVersion(Version version) {
        Changes changes = new Changes().drop(version.content());
        if (live != null && live.id().equals(version.id())) {
            Version next = promoted(index.newestVersions(bucket.id(), key, 1), 0, changes);
            return next == null
                    ? changes.deleteLive(bucket.id(), key, live)
                    : changes.putLive(bucket.id(), key, next, live);
        }
        changes.deleteVersion(version);
        List<Version> newest = live == null ? index.newestVersions(bucket.id(), key, 2) : List.of();
        Version next = null;
        if (!newest.isEmpty() && newest.get(0).id().equals(version.id())) {
            next = promoted(newest, 1, changes);
        }
        if (version.isNull()) {
            changes.deleteNull(bucket.id(), key);
        }
        return next == null ? changes : changes.putLive(bucket.id(), key, next, null);
    }

    /** Takes a version out of the history to be the current object; null if there is none or it is a marker, which stays. */
    private @Nullable Version promoted(List<Version> history, int at, Changes changes) {
        if (history.size() <= at || history.get(at).isMarker()) {
            return null;
        }
        Version next = index.version(bucket.id(), key, history.get(at).id());
        if (next == null) {
            throw new IllegalStateException("the index by key names a version that is not there: run verify");
        }
        changes.deleteVersion(next);
        if (next.isNull()) {
            changes.deleteNull(bucket.id(), key);
        }
        return next;
    }

    /** The same version with other tags. */
    Changes retag(Version version, Version tagged) {
        return live != null && live.id().equals(version.id())
                ? new Changes().putLive(bucket.id(), key, tagged, live)
                : new Changes().putVersion(bucket.id(), key, tagged);
    }
}
