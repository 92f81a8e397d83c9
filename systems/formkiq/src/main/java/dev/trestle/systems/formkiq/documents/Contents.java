package dev.trestle.systems.formkiq.documents;

import dev.trestle.platform.system.Bucket;
import dev.trestle.systems.formkiq.model.DocumentsTable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URLConnection;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.BucketVersioningStatus;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.ListObjectVersionsResponse;
import software.amazon.awssdk.services.s3.model.ObjectIdentifier;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * The contents of documents, as versions of one object each: {@code documentId}, or {@code site/documentId}. A row
 * names the version that is its content, so that what a crash has left beside it is never shown.
 */
public final class Contents {
    private static final Logger LOG = LoggerFactory.getLogger(Contents.class);
    private static final int MISSING = 404;
    private static final int PAGES_MAX = 1000;
    private static final String BYTES = "application/octet-stream";
    private static final Map<String, String> TYPES = Map.ofEntries(
            Map.entry("md", "text/markdown"),
            Map.entry("csv", "text/csv"),
            Map.entry("json", "application/json"),
            Map.entry("svg", "image/svg+xml"),
            Map.entry("webp", "image/webp"),
            Map.entry("docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
            Map.entry("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
            Map.entry("pptx", "application/vnd.openxmlformats-officedocument.presentationml.presentation"),
            Map.entry("mp4", "video/mp4"));

    private final Bucket bucket;
    private final List<String> linkedBuckets;
    private boolean versioned;

    /** {@code linkedBuckets} are those whose objects documents may link to. */
    public Contents(Bucket bucket, List<String> linkedBuckets) {
        this.bucket = bucket;
        this.linkedBuckets = List.copyOf(linkedBuckets);
    }

    /** An object that was stored. */
    record StoredContent(String key, @Nullable String version, String etag, long length) {}

    /** Where the content of a document is. */
    public static String key(String site, String documentId) {
        return site.equals(DocumentsTable.DEFAULT_SITE) ? documentId : site + "/" + documentId;
    }

    String bucketName() {
        return bucket.name();
    }

    /** A client for the bucket, which keeps versions. */
    public S3Client client() {
        S3Client s3 = bucket.client();
        synchronized (this) {
            if (!versioned) {
                s3.putBucketVersioning(request -> request.bucket(bucket.name())
                        .versioningConfiguration(state -> state.status(BucketVersioningStatus.ENABLED)));
                versioned = true;
            }
        }
        return s3;
    }

    StoredContent put(String site, String documentId, byte[] bytes, @Nullable String contentType) {
        String key = key(site, documentId);
        PutObjectResponse stored = client().putObject(
                        request -> request.bucket(bucket.name())
                                .key(key)
                                .contentType(contentType == null ? BYTES : contentType),
                        RequestBody.fromBytes(bytes));
        return new StoredContent(key, stored.versionId(), unquoted(stored.eTag()), bytes.length);
    }

    StoredContent put(String site, String documentId, Path file, @Nullable String contentType) throws IOException {
        String key = key(site, documentId);
        PutObjectResponse stored = client().putObject(
                        request -> request.bucket(bucket.name())
                                .key(key)
                                .contentType(contentType == null ? BYTES : contentType),
                        RequestBody.fromFile(file));
        return new StoredContent(key, stored.versionId(), unquoted(stored.eTag()), Files.size(file));
    }

    static String unquoted(String etag) {
        return etag.replace("\"", "");
    }

    byte @Nullable [] read(String key, @Nullable String version) {
        try {
            return client().getObjectAsBytes(
                            request -> request.bucket(bucket.name()).key(key).versionId(version))
                    .asByteArrayUnsafe();
        } catch (S3Exception e) {
            if (e.statusCode() == MISSING) {
                return null;
            }
            throw e;
        }
    }

    /** Stores a file under a key that nothing has. */
    void putFile(String key, Path file, String contentType) {
        client().putObject(
                        request -> request.bucket(bucket.name()).key(key).contentType(contentType),
                        RequestBody.fromFile(file));
    }

    /** Opens a content, which has to be there. */
    InputStream open(String key, @Nullable String version) {
        return client().getObject(
                        request -> request.bucket(bucket.name()).key(key).versionId(version));
    }

    /** Copies a content; nothing if it is gone. */
    void copyTo(String key, @Nullable String version, OutputStream out) throws IOException {
        try (InputStream in = client().getObject(
                        request -> request.bucket(bucket.name()).key(key).versionId(version))) {
            in.transferTo(out);
        } catch (S3Exception e) {
            if (e.statusCode() != MISSING) {
                throw e;
            }
        }
    }

    boolean exists(String key, @Nullable String version) {
        try {
            client().headObject(
                            request -> request.bucket(bucket.name()).key(key).versionId(version));
            return true;
        } catch (S3Exception e) {
            if (e.statusCode() == MISSING) {
                return false;
            }
            throw e;
        }
    }

    /** Drops a version that no row names. What cannot be dropped now is shown to nobody. */
    void dropQuietly(String key, @Nullable String version) {
        try {
            client().deleteObject(
                            request -> request.bucket(bucket.name()).key(key).versionId(version));
        } catch (SdkException e) {
            LOG.atWarn().addKeyValue("key", key).setCause(e).log("a content that nothing names could not be dropped");
        }
    }

    /** Drops all that was sent to the address of an upload that has ended. */
    void dropStaged(String arrivalId) {
        try {
            boolean unused = deleteAll("staging/arrival-" + arrivalId);
        } catch (SdkException e) {
            LOG.atWarn().addKeyValue("arrival", arrivalId).setCause(e).log("staged bytes could not be dropped");
        }
    }

    /** Drops an object with its versions; what cannot be dropped now is shown to nobody. */
    void dropAllQuietly(String key) {
        try {
            boolean unused = deleteAll(key);
        } catch (SdkException e) {
            LOG.atWarn().addKeyValue("key", key).setCause(e).log("an object that nothing names could not be dropped");
        }
    }

    /** Deletes all objects whose keys begin so, with their versions. */
    void deleteBelow(String prefix) {
        for (int i = 0; i < PAGES_MAX; i++) {
            ListObjectVersionsResponse page = client().listObjectVersions(
                            request -> request.bucket(bucket.name()).prefix(prefix));
            List<ObjectIdentifier> found = java.util.stream.Stream.concat(
                            page.versions().stream()
                                    .map(each -> ObjectIdentifier.builder()
                                            .key(each.key())
                                            .versionId(each.versionId())
                                            .build()),
                            page.deleteMarkers().stream()
                                    .map(each -> ObjectIdentifier.builder()
                                            .key(each.key())
                                            .versionId(each.versionId())
                                            .build()))
                    .toList();
            if (found.isEmpty()) {
                return;
            }
            client().deleteObjects(request -> request.bucket(bucket.name()).delete(which -> which.objects(found)));
        }
    }

    /** Deletes all versions. Returns whether there were any. */
    boolean deleteAll(String key) {
        boolean any = false;
        String marker = null;
        String version = null;
        do {
            String keyMarker = marker;
            String versionMarker = version;
            ListObjectVersionsResponse page = client().listObjectVersions(request -> request.bucket(bucket.name())
                    .prefix(key)
                    .keyMarker(keyMarker)
                    .versionIdMarker(versionMarker));
            List<ObjectIdentifier> own = java.util.stream.Stream.concat(
                            page.versions().stream()
                                    .filter(each -> each.key().equals(key))
                                    .map(each -> each.versionId()),
                            page.deleteMarkers().stream()
                                    .filter(each -> each.key().equals(key))
                                    .map(each -> each.versionId()))
                    .map(id -> ObjectIdentifier.builder().key(key).versionId(id).build())
                    .toList();
            if (!own.isEmpty()) {
                any = true;
                client().deleteObjects(request -> request.bucket(bucket.name()).delete(which -> which.objects(own)));
            }
            boolean more = page.isTruncated()
                    && page.nextKeyMarker() != null
                    && page.nextKeyMarker().equals(key);
            marker = more ? page.nextKeyMarker() : null;
            version = more ? page.nextVersionIdMarker() : null;
        } while (marker != null);
        return any;
    }

    /** The address of a content, for a while. */
    String address(
            String key,
            @Nullable String version,
            Duration life,
            @Nullable String contentType,
            @Nullable String disposition) {
        client();
        return presigned(bucket.name(), key, version, life, contentType, disposition);
    }

    /** An address to which bytes are sent, for a while. */
    String uploadAddress(String key, Duration life) {
        client();
        return bucket.presigner()
                .presignPutObject(request -> request.signatureDuration(life)
                        .putObjectRequest(put -> put.bucket(bucket.name()).key(key)))
                .url()
                .toString();
    }

    private String presigned(
            String inBucket,
            String key,
            @Nullable String version,
            Duration life,
            @Nullable String contentType,
            @Nullable String disposition) {
        GetObjectRequest get = GetObjectRequest.builder()
                .bucket(inBucket)
                .key(key)
                .versionId(version)
                .responseContentType(contentType)
                .responseContentDisposition(disposition)
                .build();
        return bucket.presigner()
                .presignGetObject(request -> request.signatureDuration(life).getObjectRequest(get))
                .url()
                .toString();
    }

    /** A link to an object elsewhere: presigned where the installation names its bucket, which is never our own. */
    String linked(String deepLink, Duration life) {
        if (!deepLink.startsWith("s3://")) {
            return deepLink;
        }
        String rest = deepLink.substring("s3://".length());
        int slash = rest.indexOf('/');
        String name = slash < 0 ? rest : rest.substring(0, slash);
        boolean named =
                slash > 0 && slash < rest.length() - 1 && linkedBuckets.contains(name) && !name.equals(bucket.name());
        return named ? presigned(name, rest.substring(slash + 1), null, life, null, null) : deepLink;
    }

    /** How a browser is told the name of a file. */
    static String disposition(boolean inline, String name) {
        return (inline ? "inline" : "attachment") + "; filename*=UTF-8''"
                + URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** The type of a file by its name; null if that says nothing. */
    static @Nullable String typeOf(@Nullable String path) {
        if (path == null) {
            return null;
        }
        int dot = path.lastIndexOf('.');
        String known = dot < 0 ? null : TYPES.get(path.substring(dot + 1).toLowerCase(Locale.ROOT));
        return known == null ? URLConnection.guessContentTypeFromName(path.toLowerCase(Locale.ROOT)) : known;
    }

    static boolean isText(@Nullable String contentType) {
        return contentType != null
                && (contentType.startsWith("text/")
                        || contentType.startsWith("application/json")
                        || contentType.startsWith("application/x-www-form-urlencoded"));
    }
}
