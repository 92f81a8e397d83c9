package dev.trestle.objects.bucket;

import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.value.Bytes;
import dev.trestle.engine.value.Value;
import dev.trestle.objects.ObjectStoreException;
import dev.trestle.objects.S3Error;
import dev.trestle.objects.api.BucketInfo;
import dev.trestle.objects.api.CorsRule;
import dev.trestle.objects.api.ListBuckets;
import dev.trestle.objects.api.Versioning;
import dev.trestle.objects.index.Changes;
import dev.trestle.objects.index.Garbage;
import dev.trestle.objects.index.Ids;
import dev.trestle.objects.index.Index;
import dev.trestle.objects.index.RowQuery;
import dev.trestle.objects.index.Table;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * All buckets, in memory as on disk. Whoever writes into a bucket is inside its {@link Gate} until the write is on disk; what changes the
 * bucket itself waits until nobody is. So no object comes into a bucket that is being deleted, and none is written by the rules of before.
 */
public final class Buckets {
    private static final int BUCKETS_MAX = 10_000;
    private static final Bytes NO_PREFIX = Bytes.of(new byte[0]);

    private final Index index;
    private final Ids ids;
    private final Clock clock;
    private final String region;
    private final NavigableMap<String, Gate> gates = new ConcurrentSkipListMap<>();

    public Buckets(Index index, Ids ids, Clock clock, String region) {
        this.index = index;
        this.ids = ids;
        this.clock = clock;
        this.region = region;
        Map<String, Value> behind = null;
        do {
            Index.Rows page = index.scan(Table.BUCKETS, behind);
            for (StoredItem item : page.rows()) {
                Bucket bucket = Bucket.read(item);
                gates.put(bucket.name(), new Gate(bucket));
            }
            behind = page.next();
        } while (behind != null);
    }

    public Bucket require(String name) {
        return gate(name).bucket();
    }

    /** All buckets as they are. */
    public List<Bucket> all() {
        return gates.values().stream().map(Gate::bucket).toList();
    }

    Gate gate(String name) {
        Gate found = gates.get(name);
        if (found != null) {
            return found;
        }
        S3Error error = BucketNames.isValid(name) ? S3Error.NO_SUCH_BUCKET : S3Error.INVALID_BUCKET_NAME;
        throw ObjectStoreException.of(error).with("BucketName", name);
    }

    /** Enters a bucket to write into it; closing leaves it. */
    public Gate.Inside enter(String name) {
        return gate(name).enter();
    }

    public synchronized BucketInfo create(String name) {
        if (!BucketNames.isValid(name)) {
            throw ObjectStoreException.of(S3Error.INVALID_BUCKET_NAME).with("BucketName", name);
        }
        if (gates.containsKey(name)) {
            throw ObjectStoreException.of(S3Error.BUCKET_ALREADY_OWNED_BY_YOU).with("BucketName", name);
        }
        if (gates.size() >= BUCKETS_MAX) {
            throw ObjectStoreException.of(S3Error.TOO_MANY_BUCKETS);
        }
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        Bucket bucket = new Bucket(ids.plain(), name, now, Versioning.OFF, Map.of(), List.of());
        index.commit(new Changes().put(Table.BUCKETS, bucket.toRow()));
        gates.put(name, new Gate(bucket));
        return info(bucket);
    }

    public BucketInfo head(String name) {
        return info(require(name));
    }

    private BucketInfo info(Bucket bucket) {
        return new BucketInfo(bucket.name(), bucket.created(), region);
    }

    /** Only a bucket without objects and versions can be deleted; its unfinished uploads go with it. */
    public synchronized void delete(String name) {
        Gate gate = gate(name);
        try (Gate.Alone alone = gate.close()) {
            Bytes id = alone.bucket().id();
            if (hasRows(Table.LIVE, id) || hasRows(Table.VERSIONS, id)) {
                throw ObjectStoreException.of(S3Error.BUCKET_NOT_EMPTY).with("BucketName", name);
            }
            Changes changes = new Changes().delete(Table.BUCKETS, Bucket.key(name));
            if (hasRows(Table.UPLOADS, id)) {
                changes.addGarbage(new Garbage.BucketUploads(id));
            }
            index.commit(changes);
            alone.deleted();
            gates.remove(name);
        }
    }

    private boolean hasRows(Table table, Bytes bucket) {
        return !index.query(RowQuery.ofPrefix(table, bucket, NO_PREFIX, null, 1))
                .rows()
                .isEmpty();
    }

    public ListBuckets.Result list(ListBuckets request) {
        int max = request.maxBuckets() == null ? BUCKETS_MAX : request.maxBuckets();
        if (max < 1 || max > BUCKETS_MAX) {
            throw ObjectStoreException.of(
                    S3Error.INVALID_ARGUMENT, "Argument max-buckets must be an integer between 1 and 10000");
        }
        String prefix = request.prefix() == null ? "" : request.prefix();
        String behind = request.continuationToken() == null ? "" : decode(request.continuationToken());
        List<BucketInfo> found = new ArrayList<>();
        String next = null;
        for (Gate gate : gates.tailMap(behind, false).values()) {
            Bucket bucket = gate.bucket();
            if (!bucket.name().startsWith(prefix)) {
                continue;
            }
            if (found.size() == max) {
                next = encode(found.get(max - 1).name());
                break;
            }
            found.add(info(bucket));
        }
        return new ListBuckets.Result(found, next);
    }

    private static String encode(String name) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(name.getBytes(StandardCharsets.UTF_8));
    }

    private static String decode(String token) {
        try {
            return new String(Base64.getUrlDecoder().decode(token), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw ObjectStoreException.of(S3Error.INVALID_ARGUMENT, "The continuation token provided is incorrect");
        }
    }

    public void putVersioning(String name, Versioning versioning) {
        if (versioning == Versioning.OFF) {
            throw ObjectStoreException.of(S3Error.MALFORMED_XML);
        }
        change(name, bucket -> bucket.withVersioning(versioning));
    }

    public List<CorsRule> cors(String name) {
        List<CorsRule> found = require(name).cors();
        if (found.isEmpty()) {
            throw ObjectStoreException.of(S3Error.NO_SUCH_CORS_CONFIGURATION).with("BucketName", name);
        }
        return found;
    }

    /** {@code null} removes them. */
    public void putCors(String name, @Nullable List<CorsRule> rules) {
        if (rules != null) {
            gate(name);
            CorsRules.check(rules);
        }
        change(name, bucket -> bucket.withCors(rules == null ? List.of() : List.copyOf(rules)));
    }

    public Map<String, String> tags(String name) {
        Map<String, String> found = require(name).tags();
        if (found.isEmpty()) {
            throw ObjectStoreException.of(S3Error.NO_SUCH_TAG_SET).with("BucketName", name);
        }
        return found;
    }

    public void putTags(String name, Map<String, String> tags) {
        gate(name);
        TagRules.checkBucket(tags);
        change(name, bucket -> bucket.withTags(Collections.unmodifiableMap(new TreeMap<>(tags))));
    }

    private void change(String name, UnaryOperator<Bucket> change) {
        try (Gate.Alone alone = gate(name).close()) {
            Bucket changed = change.apply(alone.bucket());
            index.commit(new Changes().put(Table.BUCKETS, changed.toRow()));
            alone.changed(changed);
        }
    }
}
