package dev.trestle.server.admin;

import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Page;
import dev.trestle.platform.api.Reply;
import dev.trestle.text.markdown.Html;
import dev.trestle.text.markdown.TooComplexException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * Buckets and objects. Contents are hostile: they are sent as bytes to be saved, under a policy that lets nothing in them run, whatever type
 * they say they are. What a page shows of them it makes itself: text, sanitised markdown, or a picture.
 */
final class BucketsDesk {
    private static final int TEXT_MAX = 256 * 1024;
    private static final int MISSING = 404;
    private static final int CHUNK = 64 * 1024;

    private final HostedSystems hosted;

    BucketsDesk(HostedSystems hosted) {
        this.hosted = hosted;
    }

    record ByBucket(String bucket) {}

    record ListObjects(
            String bucket,
            @Nullable String prefix,
            int limit,
            @Nullable String cursor) {}

    record ByKey(String bucket, String key) {}

    record Delete(String bucket, String key, String etag) {}

    /** {@code system} whose it is; null if no system's. */
    record BucketView(
            String bucket,
            @Nullable Instant createdAt,
            @Nullable String system) {}

    /** A key, or a prefix that further keys have: a prefix has neither size nor time. */
    record Line(
            String name,
            boolean isPrefix,
            @Nullable Long bytes,
            @Nullable Instant changedAt) {}

    record ObjectView(
            String bucket,
            String key,
            long bytes,
            @Nullable String contentType,
            Instant changedAt,
            String etag,
            Map<String, String> metadata,
            String kind) {}

    /**
     * What of an object can be read.
     *
     * @param kind {@code text} or {@code markdown}
     * @param html of markdown: sanitised
     */
    record Preview(String kind, String text, @Nullable String html, boolean cut) {}

    void addTo(Desk desk) {
        desk.look("listBuckets", AdminApi.None.class, (call, q) -> new Page<>(buckets(), null))
                .look("listObjects", ListObjects.class, (call, q) -> list(q))
                .look("getObject", ByKey.class, (call, q) -> view(q))
                .look("previewObject", ByKey.class, (call, q) -> preview(q))
                .act("downloadObject", ByKey.class, q -> q.bucket() + "/" + q.key(), (call, q) -> content(q))
                .act("deleteObject", Delete.class, q -> q.bucket() + "/" + q.key(), (call, q) -> {
                    delete(q);
                    return null;
                });
    }

    private S3Client s3() {
        return hosted.objects()
                .orElseThrow(() -> ApiException.conflict("This server keeps no objects.", null))
                .get();
    }

    private List<BucketView> buckets() {
        return s3().listBuckets().buckets().stream()
                .map(bucket -> new BucketView(
                        bucket.name(), bucket.creationDate(), hosted.buckets().get(bucket.name())))
                .toList();
    }

    private Page<Line> list(ListObjects q) {
        ListObjectsV2Response page = found(() -> s3().listObjectsV2(request -> request.bucket(q.bucket())
                .prefix(q.prefix())
                .delimiter("/")
                .maxKeys(q.limit())
                .continuationToken(q.cursor())));
        List<Line> lines = new ArrayList<>();
        page.commonPrefixes().forEach(prefix -> lines.add(new Line(prefix.prefix(), true, null, null)));
        page.contents()
                .forEach(object -> lines.add(new Line(object.key(), false, object.size(), object.lastModified())));
        return new Page<>(lines, Boolean.TRUE.equals(page.isTruncated()) ? page.nextContinuationToken() : null);
    }

    private ObjectView view(ByKey q) {
        HeadObjectResponse head = head(q.bucket(), q.key());
        return new ObjectView(
                q.bucket(),
                q.key(),
                head.contentLength(),
                head.contentType(),
                head.lastModified(),
                head.eTag(),
                head.metadata(),
                kind(q.key(), head.contentType()));
    }

    private HeadObjectResponse head(String bucket, String key) {
        return found(() -> s3().headObject(request -> request.bucket(bucket).key(key)));
    }

    private interface Asking<T> {
        T ask();
    }

    private static <T> T found(Asking<T> asking) {
        try {
            return asking.ask();
        } catch (S3Exception e) {
            if (e.statusCode() == MISSING) {
                throw ApiException.notFound("There is no such bucket or object, or not any more.");
            }
            if (e.statusCode() >= 400 && e.statusCode() < 500) {
                throw ApiException.conflict(
                        e.awsErrorDetails() == null
                                ? "The object store refused this."
                                : String.valueOf(e.awsErrorDetails().errorMessage()),
                        null);
            }
            throw e;
        }
    }

    /** How a page may show it, by what it says it is and how its name ends; the content itself is never trusted. */
    private static String kind(String key, @Nullable String contentType) {
        String type = Optional.ofNullable(contentType).orElse("").toLowerCase(Locale.ROOT);
        String name = key.toLowerCase(Locale.ROOT);
        if (type.startsWith("image/") || name.matches(".*\\.(png|jpe?g|gif|webp|avif|svg|bmp|ico)")) {
            return "image";
        }
        if (type.startsWith("application/pdf") || name.endsWith(".pdf")) {
            return "pdf";
        }
        if (type.startsWith("text/markdown") || name.matches(".*\\.(md|markdown)")) {
            return "markdown";
        }
        if (type.contains("json") || name.endsWith(".json")) {
            return "json";
        }
        boolean text = type.startsWith("text/")
                || type.matches("application/(xml|yaml|x-yaml|javascript|x-ndjson|sql).*")
                || name.matches(".*\\.(txt|log|csv|tsv|xml|yaml|yml|html?|css|js|sql|conf|ini|sh|java|py)");
        return text ? "text" : "other";
    }

    private Preview preview(ByKey q) throws IOException {
        String kind = kind(q.key(), head(q.bucket(), q.key()).contentType());
        byte[] bytes;
        long total;
        try (ResponseInputStream<GetObjectResponse> in = open(q)) {
            total = in.response().contentLength();
            bytes = in.readNBytes(TEXT_MAX);
            in.abort();
        }
        boolean cut = total > bytes.length;
        String text = text(bytes, cut);
        if (!kind.equals("markdown") || cut) {
            return new Preview("text", text, null, cut);
        }
        try {
            return new Preview("markdown", text, Html.of(text), false);
        } catch (TooComplexException e) {
            return new Preview("text", text, null, false);
        }
    }

    /** Text in UTF-8; a character that was cut in two at the end is left out. */
    private static String text(byte[] bytes, boolean cut) {
        for (int lost = 0; lost <= (cut ? 3 : 0) && lost <= bytes.length; lost++) {
            try {
                return StandardCharsets.UTF_8
                        .newDecoder()
                        .onMalformedInput(CodingErrorAction.REPORT)
                        .decode(ByteBuffer.wrap(bytes, 0, bytes.length - lost))
                        .toString();
            } catch (CharacterCodingException notHere) {
                // one byte less
            }
        }
        throw ApiException.conflict("This is not text in UTF-8. Download it.", null);
    }

    private ResponseInputStream<GetObjectResponse> open(ByKey q) {
        return found(() -> s3().getObject(request -> request.bucket(q.bucket()).key(q.key())));
    }

    private Reply content(ByKey q) {
        long length = head(q.bucket(), q.key()).contentLength();
        return Reply.stream("application/octet-stream", length, out -> copy(q, out))
                .header("Content-Disposition", "attachment")
                .header("Content-Security-Policy", "sandbox; default-src 'none'");
    }

    private void copy(ByKey q, OutputStream out) throws IOException {
        try (InputStream in = open(q)) {
            byte[] chunk = new byte[CHUNK];
            for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
                out.write(chunk, 0, read);
            }
        }
    }

    /** As it was looked at, so that a newer object of the same name is not deleted unseen. */
    private void delete(Delete q) {
        if (!q.etag().equals(head(q.bucket(), q.key()).eTag())) {
            throw ApiException.conflict("Somebody else replaced this object since you looked at it.", null);
        }
        found(() -> s3().deleteObject(request -> request.bucket(q.bucket()).key(q.key())));
    }
}
