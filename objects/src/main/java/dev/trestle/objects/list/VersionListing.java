package dev.trestle.objects.list;

import dev.trestle.engine.value.Bytes;
import dev.trestle.objects.ObjectStoreException;
import dev.trestle.objects.S3Error;
import dev.trestle.objects.api.ListVersions;
import dev.trestle.objects.api.StoredChecksum;
import dev.trestle.objects.bucket.Bucket;
import dev.trestle.objects.index.Ids;
import dev.trestle.objects.index.Table;
import dev.trestle.objects.index.Version;
import dev.trestle.objects.object.Core;
import dev.trestle.objects.object.ObjectKeys;
import dev.trestle.objects.object.VersionIds;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Lists all versions and delete markers of a bucket. The current objects come from one table and the history from another, both in the order
 * of keys; of one key the current object is the newest and so comes first.
 */
public final class VersionListing {
    private final Core core;

    public VersionListing(Core core) {
        this.core = core;
    }

    public ListVersions.Result list(ListVersions request) {
        Bucket bucket = core.buckets.require(request.bucket());
        if (request.versionIdMarker() != null && request.keyMarker() == null) {
            throw ObjectStoreException.of(
                            S3Error.INVALID_ARGUMENT, "A version-id marker cannot be specified without a key marker.")
                    .with("ArgumentName", "version-id-marker")
                    .with("ArgumentValue", request.versionIdMarker());
        }
        int max = ObjectListing.pageSize(request.maxKeys(), "max-keys");
        Walk walk = new Walk(core, bucket, Folding.of(request.prefix(), request.delimiter()), max);
        if (request.keyMarker() != null) {
            walk.begin(ObjectKeys.bytes(request.keyMarker()), request.versionIdMarker());
        }
        return walk.fill();
    }

    /** A page being filled. */
    private static final class Walk {
        private final Core core;
        private final Bucket bucket;
        private final Folding folding;
        private final int max;
        private final RowCursor live;
        private final RowCursor history;
        private final List<ListVersions.Entry> entries = new ArrayList<>();
        private final List<String> prefixes = new ArrayList<>();
        private @Nullable Bytes keyBegun; // something newer of this key was seen, here or on a page before
        private @Nullable Version first; // comes before all else, under keyBegun
        private @Nullable String nextKey;
        private @Nullable String nextVersion;

        Walk(Core core, Bucket bucket, Folding folding, int max) {
            this.core = core;
            this.bucket = bucket;
            this.folding = folding;
            this.max = max;
            int rows = folding.isOn() ? ObjectListing.FOLDED_ROWS : max + 1;
            this.live = new RowCursor(core.index, Table.LIVE, bucket.id(), folding.prefix(), rows);
            this.history = new RowCursor(core.index, Table.VERSIONS, bucket.id(), folding.prefix(), rows);
        }

        void begin(Bytes key, @Nullable String versionId) {
            Bytes from = folding.behind(key);
            live.leapBehind(from);
            boolean possible = key.length() > 0 && key.length() <= ObjectKeys.BYTES_MAX;
            if (versionId == null || versionId.isEmpty() || !possible) {
                history.leapBehind(from);
                return;
            }
            Version current = core.index.live(bucket.id(), key);
            Bytes marker = place(key, versionId, current);
            history.leapBehind(key, marker);
            keyBegun = key;
            // What was in the history may have become the current object since the page before.
            if (current != null && current.id().compareTo(marker) > 0 && key.startsWith(folding.prefix())) {
                first = current;
            }
        }

        /** Where in the key's history a version is; before all of it if that is not known any more. */
        private Bytes place(Bytes key, String versionId, @Nullable Version current) {
            if (!versionId.equals(Version.NULL_TEXT)) {
                return VersionIds.require(versionId);
            }
            if (current != null && current.isNull()) {
                return current.id();
            }
            Bytes old = core.index.nullVersion(bucket.id(), key);
            return old == null ? Ids.FIRST : old;
        }

        ListVersions.Result fill() {
            int count = 0;
            if (max > 0 && first != null && keyBegun != null) {
                add(keyBegun, first, true);
                count++;
            }
            while (count < max) {
                RowCursor cursor = front();
                RowCursor.Entry entry = cursor.peek();
                if (entry == null) {
                    break;
                }
                Bytes common = folding.commonPrefix(entry.key());
                if (common == null) {
                    boolean latest = cursor == live || !Objects.equals(entry.key(), keyBegun);
                    add(entry.key(), Version.read(entry.item()), latest);
                    cursor.next();
                } else {
                    prefixes.add(ObjectKeys.text(common));
                    live.skip(common);
                    history.skip(common);
                    nextKey = ObjectKeys.text(common);
                    nextVersion = null;
                }
                count++;
            }
            boolean more = max > 0 && front().peek() != null;
            return new ListVersions.Result(entries, prefixes, more ? nextKey : null, more ? nextVersion : null);
        }

        /** The one of the two that has the next row; the live one where both have rows of one key. */
        private RowCursor front() {
            RowCursor.Entry current = live.peek();
            RowCursor.Entry old = history.peek();
            boolean historyFirst = current == null || old != null && old.key().compareTo(current.key()) < 0;
            return historyFirst ? history : live;
        }

        private void add(Bytes key, Version version, boolean latest) {
            String text = ObjectKeys.text(key);
            StoredChecksum checksum = version.checksum();
            entries.add(new ListVersions.Entry(
                    text,
                    version.idText(),
                    latest,
                    version.isMarker(),
                    version.modified(),
                    version.isMarker() ? null : version.etag(),
                    version.size(),
                    version.storageClass(),
                    checksum == null ? null : checksum.algorithm(),
                    checksum == null ? null : checksum.type()));
            keyBegun = key;
            nextKey = text;
            nextVersion = version.idText();
        }
    }
}
