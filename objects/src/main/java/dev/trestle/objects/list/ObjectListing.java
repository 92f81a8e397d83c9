package dev.trestle.objects.list;

import dev.trestle.engine.value.Bytes;
import dev.trestle.objects.ObjectStoreException;
import dev.trestle.objects.S3Error;
import dev.trestle.objects.api.ListObjects;
import dev.trestle.objects.api.StoredChecksum;
import dev.trestle.objects.bucket.Bucket;
import dev.trestle.objects.index.Table;
import dev.trestle.objects.index.Version;
import dev.trestle.objects.object.Core;
import dev.trestle.objects.object.ObjectKeys;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Lists the current objects of a bucket. */
public final class ObjectListing {
    static final int PAGE_MAX = 1000;
    /** How many rows to begin with where keys are folded and nobody knows how many there are to each. */
    static final int FOLDED_ROWS = 8;

    private final Core core;

    public ObjectListing(Core core) {
        this.core = core;
    }

    public ListObjects.Result list(ListObjects request) {
        Bucket bucket = core.buckets.require(request.bucket());
        Folding folding = Folding.of(request.prefix(), request.delimiter());
        int max = pageSize(request.maxKeys(), "max-keys");
        RowCursor cursor = new RowCursor(
                core.index, Table.LIVE, bucket.id(), folding.prefix(), folding.isOn() ? FOLDED_ROWS : max + 1);
        if (request.continuationToken() != null) {
            cursor.leapBehind(decode(request.continuationToken()));
        } else if (request.startAfter() != null) {
            cursor.leapBehind(folding.behind(ObjectKeys.bytes(request.startAfter())));
        }
        return new Page(folding, max).fill(cursor);
    }

    static int pageSize(int asked, String name) {
        if (asked < 0) {
            throw ObjectStoreException.of(
                            S3Error.INVALID_ARGUMENT,
                            "Argument " + name + " must be an integer between 0 and 2147483647")
                    .with("ArgumentName", name)
                    .with("ArgumentValue", Integer.toString(asked));
        }
        return Math.min(asked, PAGE_MAX);
    }

    /** A token is the place itself, in letters that say nothing to clients. */
    private static String encode(Bytes place) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(place.array());
    }

    private static Bytes decode(String token) {
        try {
            Bytes place = Bytes.of(Base64.getUrlDecoder().decode(token));
            if (place.length() > 0 && place.length() <= ObjectKeys.BYTES_MAX) {
                return place;
            }
        } catch (IllegalArgumentException e) {
            throw incorrectToken();
        }
        throw incorrectToken();
    }

    private static ObjectStoreException incorrectToken() {
        return ObjectStoreException.of(S3Error.INVALID_ARGUMENT, "The continuation token provided is incorrect")
                .with("ArgumentName", "continuation-token");
    }

    /** A page being filled. */
    private static final class Page {
        private final Folding folding;
        private final int max;
        private final List<ListObjects.Entry> objects = new ArrayList<>();
        private final List<String> prefixes = new ArrayList<>();
        private Bytes last = Bytes.of(new byte[0]);
        private Bytes place = last;

        Page(Folding folding, int max) {
            this.folding = folding;
            this.max = max;
        }

        ListObjects.Result fill(RowCursor cursor) {
            RowCursor.Entry entry = max == 0 ? null : cursor.peek();
            for (int count = 0; count < max && entry != null; count++) {
                Bytes common = folding.commonPrefix(entry.key());
                if (common == null) {
                    objects.add(object(entry));
                    cursor.next();
                    last = entry.key();
                    place = last;
                } else {
                    prefixes.add(ObjectKeys.text(common));
                    cursor.skip(common);
                    last = common;
                    place = ObjectKeys.behind(common);
                }
                entry = cursor.peek();
            }
            boolean more = entry != null;
            return new ListObjects.Result(
                    objects, prefixes, more ? ObjectKeys.text(last) : null, more ? encode(place) : null);
        }

        private static ListObjects.Entry object(RowCursor.Entry entry) {
            Version version = Version.read(entry.item());
            StoredChecksum checksum = version.checksum();
            return new ListObjects.Entry(
                    ObjectKeys.text(entry.key()),
                    version.modified(),
                    version.etag(),
                    version.size(),
                    version.storageClass(),
                    checksum == null ? null : checksum.algorithm(),
                    checksum == null ? null : checksum.type());
        }
    }
}
