package dev.trestle.systems.zentriqvision.sample;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.api.Api;
import dev.trestle.platform.api.Json;
import dev.trestle.platform.api.Principal;
import dev.trestle.platform.api.Reply;
import dev.trestle.platform.operation.InProcess;
import dev.trestle.platform.sample.SampleCalls;
import dev.trestle.platform.sample.SampleClock;
import dev.trestle.platform.system.Bucket;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import software.amazon.awssdk.core.sync.RequestBody;

/** Makes the demo by the system's own operations, and sends files to where signed addresses lead. */
final class SampleSender {
    private final Api api;
    private final SampleCalls calls;
    private final Bucket bucket;

    SampleSender(Api api, SampleClock clock, Bucket bucket) {
        this.api = api;
        this.calls = new SampleCalls(api, clock);
        this.bucket = bucket;
    }

    JsonNode call(Principal who, String operation, Map<String, ?> arguments) {
        return calls.later(Duration.ofSeconds(1)).call(who, operation, arguments);
    }

    /** Changes what {@code read} shows, from the version that it shows. */
    void changed(Principal who, String read, String change, Map<String, ?> body) {
        try {
            InProcess operations = new InProcess(api);
            Reply seen = operations.call(who, read, request(read, Map.of()), Map.of());
            String tag = Objects.requireNonNull(seen.tag(), read);
            Reply unused = operations.call(
                    who, change, request(change, Map.of("body", body)), Map.of("if-match", Reply.quoted(tag)));
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("The demo cannot be made: " + change + " failed.", e);
        }
    }

    private Record request(String operation, Map<String, ?> arguments) {
        return (Record) Json.mapper()
                .convertValue(
                        arguments,
                        Objects.requireNonNull(api.handlers().get(operation), operation)
                                .request());
    }

    /**
     * Sends a video as a browser would, but without HTTP: the server may not be reachable from itself.
     *
     * @return the video's id
     */
    String upload(Principal who, String name, String type, Instant recordedAt, String camera, Path file)
            throws IOException {
        Map<String, Object> asked = new HashMap<>(
                Map.of("fileName", name, "fileType", type, "fileSize", Files.size(file), "camera", camera));
        asked.put("recordedAt", recordedAt.toString());
        JsonNode upload = call(who, "uploadVideo", Map.of("body", asked));
        String key = keyOf(URI.create(upload.path("presignedUrl").asText()).getPath());
        bucket.client()
                .putObject(put -> put.bucket(bucket.name()).key(key).contentType(type), RequestBody.fromFile(file));
        String videoId = upload.path("videoId").asText();
        call(who, "completeUpload", Map.of("id", videoId));
        return videoId;
    }

    /** The bucket is part of the path, or of the host. */
    private String keyOf(String path) {
        String inBucket = "/" + bucket.name() + "/";
        int at = path.indexOf(inBucket);
        return at < 0 ? path.substring(1) : path.substring(at + inBucket.length());
    }
}
