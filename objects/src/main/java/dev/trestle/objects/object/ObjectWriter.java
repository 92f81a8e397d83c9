package dev.trestle.objects.object;

import dev.trestle.engine.value.Bytes;
import dev.trestle.objects.ObjectStoreException;
import dev.trestle.objects.S3Error;
import dev.trestle.objects.api.Checksum;
import dev.trestle.objects.api.ChecksumAlgorithm;
import dev.trestle.objects.api.ChecksumType;
import dev.trestle.objects.api.ContentHeaders;
import dev.trestle.objects.api.PutObject;
import dev.trestle.objects.api.StoredChecksum;
import dev.trestle.objects.api.StoredObject;
import dev.trestle.objects.api.Upload;
import dev.trestle.objects.api.Versioning;
import dev.trestle.objects.api.WriteCondition;
import dev.trestle.objects.blob.BlobWriter;
import dev.trestle.objects.bucket.Bucket;
import dev.trestle.objects.bucket.Gate;
import dev.trestle.objects.bucket.TagRules;
import dev.trestle.objects.index.ChangedMeanwhileException;
import dev.trestle.objects.index.Changes;
import dev.trestle.objects.index.Content;
import dev.trestle.objects.index.Version;
import java.time.Instant;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Stores objects, from wherever their content comes. */
public final class ObjectWriter {
    /** What is kept where the client names no algorithm, as S3 does. */
    public static final ChecksumAlgorithm DEFAULT_ALGORITHM = ChecksumAlgorithm.CRC64NVME;

    private static final int ATTEMPTS_MAX = 20;

    private final Core core;

    public ObjectWriter(Core core) {
        this.core = core;
    }

    public Upload<StoredObject> begin(PutObject request) {
        core.buckets.require(request.bucket());
        Bytes key = ObjectKeys.require(request.key());
        Limits.checkHeaders(request.headers());
        TagRules.checkObject(request.tags());
        Conditions.checkForm(request.condition());
        String storageClass = Limits.storageClass(request.storageClass());
        ChecksumAlgorithm promised = request.promise().algorithm();
        Incoming incoming = new Incoming(
                core.newBlob(),
                promised == null ? DEFAULT_ALGORITHM : promised,
                request.promise(),
                Limits.PUT_BYTES_MAX);
        Target target = new Target(request.bucket(), request.key(), key, request.condition());
        Description description = new Description(request.headers(), request.tags(), storageClass);
        return new PushedUpload<>(core, incoming, trailing -> store(target, description, incoming, trailing));
    }

    /** Where an object is to be stored, and under which condition. */
    public record Target(String bucket, String key, Bytes keyBytes, WriteCondition condition) {}

    /** What is kept with an object beside its content. */
    public record Description(ContentHeaders headers, Map<String, String> tags, String storageClass) {}

    /** What an object is made of. */
    public record Made(long size, String etag, Content content, StoredChecksum checksum) {}

    /** Stores what has come in one piece. */
    StoredObject store(Target target, Description description, Incoming incoming, @Nullable Checksum trailing) {
        Incoming.Arrived arrived = incoming.arrive(trailing);
        BlobWriter blob = incoming.blob();
        Checksum checksum = arrived.toChecksum();
        Made made = new Made(
                arrived.size(),
                arrived.etag(),
                content(blob),
                new StoredChecksum(checksum.algorithm(), checksum.value(), ChecksumType.FULL_OBJECT));
        return Core.settle(
                blob,
                () -> store(target, description, made, changes -> {
                    if (blob.length() > 0) {
                        Core.name(blob, changes);
                    }
                }));
    }

    private static Content content(BlobWriter blob) {
        if (blob.length() == 0) {
            return Content.EMPTY;
        }
        return blob.isInline() ? new Content.Inline(blob.id()) : new Content.File(blob.id());
    }

    /** Makes an object the current one of its key, together with the other changes that belong to it. */
    public StoredObject store(Target target, Description description, Made made, Consumer<Changes> others) {
        return change(target.bucket(), target.keyBytes(), (bucket, state) -> {
            Conditions.checkWrite(target.condition(), target.key(), state.live());
            Instant now = core.now();
            Version version = new Version(
                    core.ids.version(state.nextOrder(now)),
                    bucket.versioning() != Versioning.ENABLED,
                    false,
                    now,
                    made.size(),
                    made.etag(),
                    made.content(),
                    made.checksum(),
                    description.headers(),
                    description.tags(),
                    description.storageClass());
            Changes changes = state.put(version);
            others.accept(changes);
            return new Planned<>(changes, stored(bucket, target.key(), version));
        });
    }

    public static StoredObject stored(Bucket bucket, String key, Version version) {
        return new StoredObject(
                bucket.name(),
                key,
                VersionIds.shown(bucket, version),
                version.etag(),
                version.size(),
                version.modified(),
                version.checksum());
    }

    /** What is to be changed, and what is then the answer. */
    record Planned<T>(Changes changes, T answer) {}

    /** Plans a change from what is there. */
    interface Plan<T> {
        Planned<T> from(Bucket bucket, KeyState state);
    }

    /** Changes one key, inside its bucket and under its lock, and returns when that is on disk. */
    <T> T change(String bucketName, Bytes key, Plan<T> plan) {
        try (Gate.Inside inside = core.buckets.enter(bucketName)) {
            Bucket bucket = inside.bucket();
            try (KeyLocks.Held held = core.locks.exclusive(Core.lockName(bucket.id(), key))) {
                return retried(attempt -> {
                    Planned<T> planned = plan.from(bucket, KeyState.read(core.index, bucket, key));
                    core.index.commit(planned.changes());
                    return planned.answer();
                });
            }
        }
    }

    /** The lock keeps others away, so a row that changed meanwhile is none that another client's request has changed. */
    private static <T> T retried(Function<Integer, T> work) {
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            try {
                return work.apply(attempt);
            } catch (ChangedMeanwhileException e) {
                continue;
            }
        }
        throw ObjectStoreException.of(S3Error.CONDITIONAL_REQUEST_CONFLICT);
    }
}
