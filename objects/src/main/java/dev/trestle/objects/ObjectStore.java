package dev.trestle.objects;

import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.api.DiskSpace;
import dev.trestle.objects.api.BucketInfo;
import dev.trestle.objects.api.CompleteUpload;
import dev.trestle.objects.api.CopyObject;
import dev.trestle.objects.api.CopyPart;
import dev.trestle.objects.api.CorsRule;
import dev.trestle.objects.api.CreateUpload;
import dev.trestle.objects.api.DeleteObject;
import dev.trestle.objects.api.DeleteObjects;
import dev.trestle.objects.api.GetObject;
import dev.trestle.objects.api.ListBuckets;
import dev.trestle.objects.api.ListObjects;
import dev.trestle.objects.api.ListParts;
import dev.trestle.objects.api.ListUploads;
import dev.trestle.objects.api.ListVersions;
import dev.trestle.objects.api.ObjectContent;
import dev.trestle.objects.api.ObjectHead;
import dev.trestle.objects.api.ObjectParts;
import dev.trestle.objects.api.ObjectTags;
import dev.trestle.objects.api.PutObject;
import dev.trestle.objects.api.StoredObject;
import dev.trestle.objects.api.Upload;
import dev.trestle.objects.api.UploadPart;
import dev.trestle.objects.api.UploadRef;
import dev.trestle.objects.api.UploadedPart;
import dev.trestle.objects.api.VerifyResult;
import dev.trestle.objects.api.Versioning;
import dev.trestle.objects.blob.BlobFiles;
import dev.trestle.objects.blob.Pins;
import dev.trestle.objects.bucket.Buckets;
import dev.trestle.objects.care.Backup;
import dev.trestle.objects.care.Reaper;
import dev.trestle.objects.care.Removal;
import dev.trestle.objects.care.StoreDirectory;
import dev.trestle.objects.care.Sweep;
import dev.trestle.objects.care.Verifier;
import dev.trestle.objects.index.Ids;
import dev.trestle.objects.index.Index;
import dev.trestle.objects.list.ObjectListing;
import dev.trestle.objects.list.PartListing;
import dev.trestle.objects.list.UploadListing;
import dev.trestle.objects.list.VersionListing;
import dev.trestle.objects.multipart.Completion;
import dev.trestle.objects.multipart.PartWriter;
import dev.trestle.objects.multipart.Uploads;
import dev.trestle.objects.object.Core;
import dev.trestle.objects.object.ObjectCopier;
import dev.trestle.objects.object.ObjectDeleter;
import dev.trestle.objects.object.ObjectReader;
import dev.trestle.objects.object.ObjectTagging;
import dev.trestle.objects.object.ObjectWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * S3's semantics over one directory: buckets, objects with versions, uploads in parts. Safe for any number of threads.
 *
 * <p>Calls may wait for the disk, and return when what they changed is on it. What the service would refuse is an
 * {@link ObjectStoreException}.
 */
public final class ObjectStore implements AutoCloseable {
    private static final long INDEX_WRITE_BUFFER_BYTES = 32L * 1024 * 1024;

    private final ObjectStoreOptions options;
    private final Core core;
    private final ObjectWriter writer;
    private final ObjectReader reader;
    private final ObjectCopier copier;
    private final ObjectDeleter deleter;
    private final ObjectTagging tagging;
    private final Uploads uploads;
    private final PartWriter parts;
    private final Completion completion;
    private final Reaper reaper;
    private final Sweep sweep;
    private final AtomicBoolean closed = new AtomicBoolean();

    private ObjectStore(ObjectStoreOptions options, Index index, BlobFiles files) {
        this.options = options;
        Ids ids = new Ids(options.random());
        Pins pins = new Pins();
        Buckets buckets = new Buckets(index, ids, options.clock(), options.region());
        this.core = new Core(options, index, files, pins, ids, buckets);
        this.writer = new ObjectWriter(core);
        this.reader = new ObjectReader(core);
        this.copier = new ObjectCopier(core, reader, writer);
        this.deleter = new ObjectDeleter(core, writer);
        this.tagging = new ObjectTagging(core, writer);
        this.uploads = new Uploads(core);
        this.parts = new PartWriter(core, uploads, copier);
        this.completion = new Completion(core, uploads, writer);
        this.reaper = new Reaper(index, new Removal(index, files, pins), pins);
        this.sweep = new Sweep(index, files);
    }

    /**
     * Opens a store, or makes one where there is none.
     *
     * @throws ObjectStoreException if the directory is in use, damaged, of a newer format, or not ours
     */
    public static ObjectStore open(ObjectStoreOptions options) {
        StoreDirectory directory = StoreDirectory.prepare(options.directory());
        Index index = openIndex(options, directory.index());
        try {
            BlobFiles files = BlobFiles.open(directory.blobs(), options.freeSpaceFloorBytes());
            ObjectStore store = new ObjectStore(options, index, files);
            store.reaper.start();
            store.sweep.start();
            return store;
        } catch (IOException e) {
            index.close();
            throw ObjectStoreException.internal("cannot open the object store in " + options.directory() + ": " + e, e);
        } catch (RuntimeException | Error e) {
            index.close();
            throw e;
        }
    }

    /** The index's floor is lower than that of blobs, so that a disk that blobs have filled can still be cleared by deleting. */
    private static Index openIndex(ObjectStoreOptions options, Path path) {
        try {
            return Index.open(EngineOptions.directory(path)
                    .withClock(options.clock())
                    .withBlockCacheBytes(options.cacheBytes())
                    .withItemCacheBytes(options.cacheBytes())
                    .withWriteBufferBytes(INDEX_WRITE_BUFFER_BYTES)
                    .withFreeSpaceFloorBytes(options.freeSpaceFloorBytes() / 4)
                    .withFreeSpaceLowBytes(options.freeSpaceFloorBytes()));
        } catch (RuntimeException e) {
            throw ObjectStoreException.internal(
                    "cannot open the object store in " + options.directory() + ": " + e.getMessage(), e);
        }
    }

    /** How much room the disk had for rows about a second ago. */
    public DiskSpace diskSpace() {
        return core.index.diskSpace();
    }

    public ObjectStoreOptions options() {
        return options;
    }

    public BucketInfo createBucket(String bucket) {
        return core.buckets.create(bucket);
    }

    public BucketInfo headBucket(String bucket) {
        return core.buckets.head(bucket);
    }

    public void deleteBucket(String bucket) {
        core.buckets.delete(bucket);
    }

    public ListBuckets.Result listBuckets(ListBuckets request) {
        return core.buckets.list(request);
    }

    public Versioning getVersioning(String bucket) {
        return core.buckets.require(bucket).versioning();
    }

    /** {@code versioning} is ENABLED or SUSPENDED. */
    public void putVersioning(String bucket, Versioning versioning) {
        core.buckets.putVersioning(bucket, versioning);
    }

    /** Fails with {@link S3Error#NO_SUCH_CORS_CONFIGURATION} where there is none. */
    public List<CorsRule> getCors(String bucket) {
        return core.buckets.cors(bucket);
    }

    public void putCors(String bucket, List<CorsRule> rules) {
        core.buckets.putCors(bucket, rules);
    }

    public void deleteCors(String bucket) {
        core.buckets.putCors(bucket, null);
    }

    /** Fails with {@link S3Error#NO_SUCH_TAG_SET} where there are none. */
    public Map<String, String> getBucketTags(String bucket) {
        return core.buckets.tags(bucket);
    }

    public void putBucketTags(String bucket, Map<String, String> tags) {
        core.buckets.putTags(bucket, tags);
    }

    public void deleteBucketTags(String bucket) {
        core.buckets.putTags(bucket, Map.of());
    }

    /** Begins to store an object; what can be refused before its content has come is refused here. */
    public Upload<StoredObject> beginPut(PutObject request) {
        return writer.begin(request);
    }

    /** Opens an object; the caller closes it. */
    public ObjectContent get(GetObject request) {
        return reader.get(request);
    }

    /** What {@link #get} would give, without the bytes. */
    public ObjectHead head(GetObject request) {
        return reader.head(request);
    }

    /** The parts of an object, those behind {@code partNumberMarker}; empty if it came as one. {@code request} has no range. */
    public ObjectParts parts(GetObject request, int partNumberMarker, int maxParts) {
        return new PartListing(core, reader).list(request, partNumberMarker, maxParts);
    }

    public CopyObject.Result copy(CopyObject request) {
        return copier.copy(request);
    }

    public DeleteObject.Result delete(DeleteObject request) {
        return deleter.delete(request);
    }

    /** Deletes several objects, and tells of each what became of it. */
    public List<DeleteObjects.Outcome> deleteAll(DeleteObjects request) {
        return deleter.deleteAll(request);
    }

    public ListObjects.Result list(ListObjects request) {
        return new ObjectListing(core).list(request);
    }

    public ListVersions.Result listVersions(ListVersions request) {
        return new VersionListing(core).list(request);
    }

    /** {@code versionId} is null for the current version, here and below. */
    public ObjectTags getTags(String bucket, String key, @Nullable String versionId) {
        return tagging.get(bucket, key, versionId);
    }

    /** Gives the version's id, null where the bucket has never had versions. */
    public @Nullable String putTags(String bucket, String key, @Nullable String versionId, Map<String, String> tags) {
        return tagging.put(bucket, key, versionId, tags);
    }

    /** Gives the version's id, null where the bucket has never had versions. */
    public @Nullable String deleteTags(String bucket, String key, @Nullable String versionId) {
        return tagging.put(bucket, key, versionId, Map.of());
    }

    public CreateUpload.Result createUpload(CreateUpload request) {
        return uploads.create(request);
    }

    /** Begins to store a part; what can be refused before its content has come is refused here. */
    public Upload<UploadedPart> beginPart(UploadPart request) {
        return parts.begin(request);
    }

    public CopyPart.Result copyPart(CopyPart request) {
        return parts.copy(request);
    }

    /** Makes an object of parts. Asked again after it succeeded, it gives the same answer as long as the object is the current one. */
    public StoredObject completeUpload(CompleteUpload request) {
        return completion.complete(request);
    }

    public void abortUpload(UploadRef upload) {
        uploads.abort(upload);
    }

    public ListParts.Result listParts(ListParts request) {
        return uploads.listParts(request);
    }

    public ListUploads.Result listUploads(ListUploads request) {
        return new UploadListing(core).list(request);
    }

    /**
     * Makes a complete copy of the store in a directory that does not exist yet, while requests go on. It holds all that was answered
     * before the call, and is opened like any store. On the same disk it costs little: most of it is links.
     */
    public void backup(Path target) {
        new Backup(core.index, core.files, reaper).make(target);
    }

    /**
     * Makes a new store of what {@link #backup} made, and leaves that as it is. Nobody may have the backup open.
     *
     * @throws ObjectStoreException if there is no backup, or something in the new store's place
     */
    public static void restore(Path backup, Path directory) {
        Backup.restore(backup, directory);
    }

    /**
     * Walks the whole store, beside running requests, and tells whether rows and files agree.
     *
     * @param contents whether to read every byte too, and compare it with its checksum
     */
    public VerifyResult verify(boolean contents) {
        return new Verifier(core.index, core.files, core.buckets, contents).verify();
    }

    /** Finishes the writes under way, then closes. Uploads that are not finished are given up; later calls fail. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            sweep.close();
            reaper.close();
            core.index.close();
        }
    }

    /** For tests: what the operations work with, and the search for lost blobs. */
    Core core() {
        return core;
    }

    Sweep sweep() {
        return sweep;
    }
}
