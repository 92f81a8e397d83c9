package dev.trestle.objects.object;

import dev.trestle.engine.value.Bytes;
import dev.trestle.objects.ObjectStoreException;
import dev.trestle.objects.S3Error;
import dev.trestle.objects.api.DeleteObject;
import dev.trestle.objects.api.DeleteObjects;
import dev.trestle.objects.api.Versioning;
import dev.trestle.objects.bucket.Bucket;
import dev.trestle.objects.bucket.Gate;
import dev.trestle.objects.index.ChangedMeanwhileException;
import dev.trestle.objects.index.Changes;
import dev.trestle.objects.index.Version;
import dev.trestle.objects.object.ObjectWriter.Planned;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Deletes objects and versions. What is not there is deleted already. */
public final class ObjectDeleter {
    private static final int ENTRIES_MAX = 1000;
    /** How many keys are locked at once. */
    private static final int GROUP_MAX = 250;

    private final Core core;
    private final ObjectWriter writer;

    public ObjectDeleter(Core core, ObjectWriter writer) {
        this.core = core;
        this.writer = writer;
    }

    public DeleteObject.Result delete(DeleteObject request) {
        core.buckets.require(request.bucket());
        Bytes key = ObjectKeys.require(request.key());
        DeleteObjects.Entry entry = new DeleteObjects.Entry(request.key(), request.versionId(), request.ifMatch());
        return writer.change(request.bucket(), key, (bucket, state) -> plan(bucket, state, entry));
    }

    private Planned<DeleteObject.Result> plan(Bucket bucket, KeyState state, DeleteObjects.Entry entry) {
        String versionId = entry.versionId();
        if (versionId != null) {
            return planVersion(bucket, state, entry, versionId);
        }
        Conditions.checkMatch(entry.ifMatch(), entry.key(), state.live());
        if (bucket.versioning() == Versioning.OFF) {
            return new Planned<>(state.delete(null), new DeleteObject.Result(false, null));
        }
        Instant now = core.now();
        Version marker = Version.marker(
                core.ids.version(state.nextOrder(now)), bucket.versioning() == Versioning.SUSPENDED, now);
        return new Planned<>(state.delete(marker), new DeleteObject.Result(true, marker.idText()));
    }

    private Planned<DeleteObject.Result> planVersion(
            Bucket bucket, KeyState state, DeleteObjects.Entry entry, String versionId) {
        Version version = state.find(versionId);
        Conditions.checkMatch(entry.ifMatch(), entry.key(), version);
        String shown = bucket.hasVersions() ? versionId : null;
        return version == null
                ? new Planned<>(new Changes(), new DeleteObject.Result(false, shown))
                : new Planned<>(state.deleteVersion(version), new DeleteObject.Result(version.isMarker(), shown));
    }

    /** Groups of different keys go to the disk together. */
    public List<DeleteObjects.Outcome> deleteAll(DeleteObjects request) {
        core.buckets.require(request.bucket());
        if (request.entries().isEmpty() || request.entries().size() > ENTRIES_MAX) {
            throw ObjectStoreException.of(S3Error.MALFORMED_XML);
        }
        List<DeleteObjects.Outcome> outcomes = new ArrayList<>();
        Map<Bytes, DeleteObjects.Entry> group = new LinkedHashMap<>();
        for (DeleteObjects.Entry entry : request.entries()) {
            Bytes key;
            try {
                key = ObjectKeys.require(entry.key());
            } catch (ObjectStoreException e) {
                deleteGroup(request.bucket(), group, outcomes);
                outcomes.add(new DeleteObjects.Outcome(entry, null, e));
                continue;
            }
            if (group.size() == GROUP_MAX || group.containsKey(key)) {
                deleteGroup(request.bucket(), group, outcomes);
            }
            group.put(key, entry);
        }
        deleteGroup(request.bucket(), group, outcomes);
        return outcomes;
    }

    private void deleteGroup(
            String bucketName, Map<Bytes, DeleteObjects.Entry> group, List<DeleteObjects.Outcome> outcomes) {
        if (group.isEmpty()) {
            return;
        }
        try (Gate.Inside inside = core.buckets.enter(bucketName)) {
            Bucket bucket = inside.bucket();
            List<Bytes> names = group.keySet().stream()
                    .map(key -> Core.lockName(bucket.id(), key))
                    .toList();
            try (KeyLocks.Held held = core.locks.exclusive(names)) {
                List<Begun> begun = new ArrayList<>();
                group.forEach((key, entry) -> begun.add(begin(bucket, key, entry)));
                begun.forEach(one -> outcomes.add(one.await(core)));
            }
        }
        group.clear();
    }

    private Begun begin(Bucket bucket, Bytes key, DeleteObjects.Entry entry) {
        try {
            Planned<DeleteObject.Result> planned = plan(bucket, KeyState.read(core.index, bucket, key), entry);
            return new Begun(entry, planned.answer(), core.index.commitLater(planned.changes()), null);
        } catch (ObjectStoreException e) {
            return new Begun(entry, null, null, e);
        }
    }

    /** A deletion on its way to the disk, or one that was refused. */
    private record Begun(
            DeleteObjects.Entry entry,
            DeleteObject.@Nullable Result result,
            @Nullable CompletableFuture<?> commit,
            @Nullable ObjectStoreException error) {

        DeleteObjects.Outcome await(Core core) {
            if (commit == null) {
                return new DeleteObjects.Outcome(entry, null, error);
            }
            try {
                core.index.await(commit);
                return new DeleteObjects.Outcome(entry, result, null);
            } catch (ObjectStoreException e) {
                return new DeleteObjects.Outcome(entry, null, e);
            } catch (ChangedMeanwhileException e) {
                return new DeleteObjects.Outcome(
                        entry, null, ObjectStoreException.of(S3Error.CONDITIONAL_REQUEST_CONFLICT));
            }
        }
    }
}
