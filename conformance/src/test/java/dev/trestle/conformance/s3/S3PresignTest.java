package dev.trestle.conformance.s3;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.s3.presigner.S3Presigner;
import software.amazon.awssdk.services.s3.presigner.model.PresignedGetObjectRequest;
import software.amazon.awssdk.services.s3.presigner.model.PresignedPutObjectRequest;

/** A presigned URL opens exactly what it names, until it expires. {@link S3PresignExpiryTest} turns the clock. */
class S3PresignTest extends S3Test {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final HttpClient http = HttpClient.newHttpClient();

    @SuppressWarnings("NullAway.Init")
    private S3Presigner presigner;

    @BeforeAll
    void open() {
        presigner = server.presigner();
    }

    @AfterAll
    void close() {
        presigner.close();
    }

    private PresignedGetObjectRequest presignedGet(String bucket, String key) {
        return presigner.presignGetObject(r -> r.signatureDuration(MINUTE)
                .getObjectRequest(get -> get.bucket(bucket).key(key)));
    }

    private HttpResponse<String> send(String method, String url, Map<String, String> headers, String body)
            throws IOException, InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(url)).method(method, HttpRequest.BodyPublishers.ofString(body));
        headers.forEach(request::header);
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> get(String url) throws IOException, InterruptedException {
        return send("GET", url, Map.of(), "");
    }

    @Test
    void get_presigned_opensThatObjectOnly() throws Exception {
        String bucket = newBucket();
        put(bucket, "a b+c/\u00e9", "hello");
        put(bucket, "other", "secret");
        String url = presignedGet(bucket, "a b+c/\u00e9").url().toString();
        assertThat(get(url).body()).isEqualTo("hello");
        assertThat(send("GET", url, Map.of("Range", "bytes=1-2"), "").body()).isEqualTo("el");
        String other = presignedGet(bucket, "other").url().toString();
        String path = URI.create(url).getRawPath();
        String otherPath = URI.create(other).getRawPath();
        for (String changed : List.of(
                url.replace(path, otherPath),
                url.replace(path, "/" + bucket),
                url.replace(path, "/"),
                url.replace(path, otherPath + "/../" + path),
                url.replace("X-Amz-Expires=60", "X-Amz-Expires=600"),
                url + "&versionId=1",
                url + "&tagging",
                url + "&response-content-type=text%2Fhtml",
                url.replace("&X-Amz-SignedHeaders=host", "&X-Amz-SignedHeaders=host%3Brange"))) {
            assertThat(get(changed).statusCode()).as(changed).isEqualTo(403);
        }
        for (String method : List.of("PUT", "DELETE", "POST", "HEAD")) {
            assertThat(send(method, url, Map.of(), "").statusCode()).isEqualTo(403);
        }
        assertThat(send("GET", url, Map.of("x-amz-checksum-mode", "ENABLED"), "")
                        .statusCode())
                .isEqualTo(403);
        assertThat(get(bucket, "other")).isEqualTo("secret");
    }

    @Test
    void put_presigned_storesThatObjectOnly() throws Exception {
        String bucket = newBucket();
        PresignedPutObjectRequest put = presigner.presignPutObject(r -> r.signatureDuration(MINUTE)
                .putObjectRequest(
                        p -> p.bucket(bucket).key("a").contentType("text/plain").metadata(Map.of("m", "1"))));
        String url = put.url().toString();
        Map<String, String> signed = Map.of("Content-Type", "text/plain", "x-amz-meta-m", "1");
        assertThat(put.signedHeaders().keySet()).contains("host", "content-type");
        assertThat(send("PUT", url, signed, "hello").statusCode()).isEqualTo(200);
        assertThat(get(bucket, "a")).isEqualTo("hello");
        assertThat(s3.headObject(r -> r.bucket(bucket).key("a")).metadata()).isEqualTo(Map.of("m", "1"));
        assertThat(send("PUT", url, Map.of("x-amz-meta-m", "1"), "evil").statusCode())
                .isEqualTo(403);
        assertThat(send("PUT", url, Map.of("Content-Type", "text/html", "x-amz-meta-m", "1"), "evil")
                        .statusCode())
                .isEqualTo(403);
        assertThat(send("PUT", url, Map.of("Content-Type", "text/plain", "x-amz-meta-m", "2"), "evil")
                        .statusCode())
                .isEqualTo(403);
        assertThat(send(
                                "PUT",
                                url,
                                Map.of(
                                        "Content-Type",
                                        "text/plain",
                                        "x-amz-meta-m",
                                        "1",
                                        "x-amz-copy-source",
                                        "/" + bucket + "/secret"),
                                "")
                        .statusCode())
                .isEqualTo(403);
        assertThat(get(bucket, "a")).isEqualTo("hello");
    }

    @Test
    void get_presignedForThePathOfTheOwnPort_opensItThere() throws Exception {
        String bucket = newBucket();
        put(bucket, "a", "hello");
        try (S3Presigner own = server.presigner(server.ownUri())) {
            String url = own.presignGetObject(r -> r.signatureDuration(MINUTE)
                            .getObjectRequest(get -> get.bucket(bucket).key("a")))
                    .url()
                    .toString();
            assertThat(get(url).body()).isEqualTo("hello");
        }
    }

    @Test
    void get_presignedWithOverrides_isAnsweredSo() throws Exception {
        String bucket = newBucket();
        put(bucket, "a", "hello");
        String url = presigner
                .presignGetObject(r -> r.signatureDuration(MINUTE)
                        .getObjectRequest(get -> get.bucket(bucket)
                                .key("a")
                                .responseContentDisposition("attachment; filename=\"x y.txt\"")))
                .url()
                .toString();
        assertThat(get(url).headers().firstValue("content-disposition")).contains("attachment; filename=\"x y.txt\"");
    }

    @Test
    void parts_presigned_makeAnObject() throws Exception {
        String bucket = newBucket();
        String upload = s3.createMultipartUpload(r -> r.bucket(bucket).key("a")).uploadId();
        String url = presigner
                .presignUploadPart(r -> r.signatureDuration(MINUTE)
                        .uploadPartRequest(
                                p -> p.bucket(bucket).key("a").uploadId(upload).partNumber(1)))
                .url()
                .toString();
        HttpResponse<String> part = send("PUT", url, Map.of(), "hello");
        assertThat(part.statusCode()).as(part.body()).isEqualTo(200);
        assertThat(send("PUT", url.replace("partNumber=1", "partNumber=2"), Map.of(), "evil")
                        .statusCode())
                .isEqualTo(403);
        s3.completeMultipartUpload(r -> r.bucket(bucket)
                .key("a")
                .uploadId(upload)
                .multipartUpload(m -> m.parts(p ->
                        p.partNumber(1).eTag(part.headers().firstValue("etag").orElseThrow()))));
        assertThat(get(bucket, "a")).isEqualTo("hello");
    }
}
