package dev.trestle.objects;

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
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * S3's semantics over one directory: buckets, objects with versions, uploads in parts. Safe for any number of threads.
 *
 * <p>Calls may wait for the disk, and return when what they changed is on it. What the service would refuse is an
 * {@link ObjectStoreException}.
 */
public final class ObjectStore implements AutoCloseable {

    private ObjectStore() {}

    /**
     * Opens a store, or makes one where there is none.
     *
     * @throws dev.trestle.engine.store.StoreException if the directory is in use, damaged, of a newer format, or not ours
     */
    public static ObjectStore open(ObjectStoreOptions options) {
        throw new UnsupportedOperationException();
    }

    public ObjectStoreOptions options() {
        throw new UnsupportedOperationException();
    }

    public BucketInfo createBucket(String bucket) {
        throw new UnsupportedOperationException();
    }

    public BucketInfo headBucket(String bucket) {
        throw new UnsupportedOperationException();
    }

    public void deleteBucket(String bucket) {
        throw new UnsupportedOperationException();
    }

    public ListBuckets.Result listBuckets(ListBuckets request) {
        throw new UnsupportedOperationException();
    }

    public Versioning getVersioning(String bucket) {
        throw new UnsupportedOperationException();
    }

    /** {@code versioning} is ENABLED or SUSPENDED. */
    public void putVersioning(String bucket, Versioning versioning) {
        throw new UnsupportedOperationException();
    }

    /** Fails with {@link S3Error#NO_SUCH_CORS_CONFIGURATION} where there is none. */
    public List<CorsRule> getCors(String bucket) {
        throw new UnsupportedOperationException();
    }

    public void putCors(String bucket, List<CorsRule> rules) {
        throw new UnsupportedOperationException();
    }

    public void deleteCors(String bucket) {
        throw new UnsupportedOperationException();
    }

    /** Fails with {@link S3Error#NO_SUCH_TAG_SET} where there are none. */
    public Map<String, String> getBucketTags(String bucket) {
        throw new UnsupportedOperationException();
    }

    public void putBucketTags(String bucket, Map<String, String> tags) {
        throw new UnsupportedOperationException();
    }

    public void deleteBucketTags(String bucket) {
        throw new UnsupportedOperationException();
    }

    /** Begins to store an object; what can be refused before its content has come is refused here. */
    public Upload<StoredObject> beginPut(PutObject request) {
        throw new UnsupportedOperationException();
    }

    /** Opens an object; the caller closes it. */
    public ObjectContent get(GetObject request) {
        throw new UnsupportedOperationException();
    }

    /** What {@link #get} would give, without the bytes. */
    public ObjectHead head(GetObject request) {
        throw new UnsupportedOperationException();
    }

    /** The parts of an object, those behind {@code partNumberMarker}; empty if it came as one. {@code request} has no range. */
    public ObjectParts parts(GetObject request, int partNumberMarker, int maxParts) {
        throw new UnsupportedOperationException();
    }

    public CopyObject.Result copy(CopyObject request) {
        throw new UnsupportedOperationException();
    }

    public DeleteObject.Result delete(DeleteObject request) {
        throw new UnsupportedOperationException();
    }

    /** Deletes several objects, and tells of each what became of it. */
    public List<DeleteObjects.Outcome> deleteAll(DeleteObjects request) {
        throw new UnsupportedOperationException();
    }

    public ListObjects.Result list(ListObjects request) {
        throw new UnsupportedOperationException();
    }

    public ListVersions.Result listVersions(ListVersions request) {
        throw new UnsupportedOperationException();
    }

    /** {@code versionId} is null for the current version, here and below. */
    public ObjectTags getTags(String bucket, String key, @Nullable String versionId) {
        throw new UnsupportedOperationException();
    }

    /** Gives the version's id, null where the bucket has never had versions. */
    public @Nullable String putTags(String bucket, String key, @Nullable String versionId, Map<String, String> tags) {
        throw new UnsupportedOperationException();
    }

    /** Gives the version's id, null where the bucket has never had versions. */
    public @Nullable String deleteTags(String bucket, String key, @Nullable String versionId) {
        throw new UnsupportedOperationException();
    }

    public CreateUpload.Result createUpload(CreateUpload request) {
        throw new UnsupportedOperationException();
    }

    /** Begins to store a part; what can be refused before its content has come is refused here. */
    public Upload<UploadedPart> beginPart(UploadPart request) {
        throw new UnsupportedOperationException();
    }

    public CopyPart.Result copyPart(CopyPart request) {
        throw new UnsupportedOperationException();
    }

    /** Makes an object of parts. Asked again after it succeeded, it gives the same answer as long as the object is the current one. */
    public StoredObject completeUpload(CompleteUpload request) {
        throw new UnsupportedOperationException();
    }

    public void abortUpload(UploadRef upload) {
        throw new UnsupportedOperationException();
    }

    public ListParts.Result listParts(ListParts request) {
        throw new UnsupportedOperationException();
    }

    public ListUploads.Result listUploads(ListUploads request) {
        throw new UnsupportedOperationException();
    }

    /**
     * Makes a complete copy of the store in a directory that does not exist yet, while requests go on. It holds all that was answered
     * before the call, and is opened like any store. On the same disk it costs little: most of it is links.
     */
    public void backup(Path target) {
        throw new UnsupportedOperationException();
    }

    /**
     * Walks the whole store, beside running requests, and tells whether rows and files agree.
     *
     * @param contents whether to read every byte too, and compare it with its checksum
     */
    public VerifyResult verify(boolean contents) {
        throw new UnsupportedOperationException();
    }

    /** Finishes the writes under way, then closes. Uploads that are not finished are given up; later calls fail. */
    @Override
    public void close() {}
}
