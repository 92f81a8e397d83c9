package dev.trestle.systems.holdthatthought.sample;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.system.Bucket;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import software.amazon.awssdk.core.sync.RequestBody;

/** Files of the sample world, put where signed addresses lead. */
final class SampleUploads {
    private final Bucket bucket;

    /** A file that somebody brings. */
    record File(String name, String type, byte[] bytes) {}

    SampleUploads(Bucket bucket) {
        this.bucket = bucket;
    }

    /** Scans that come with the system. */
    List<File> resources(String... names) {
        List<File> files = new ArrayList<>();
        for (String name : names) {
            files.add(resource("scans", name));
        }
        return files;
    }

    /** A picture for the gallery that comes with the system. */
    static File picture(String name) {
        return resource("pictures", name);
    }

    private static File resource(String folder, String name) {
        try (InputStream in =
                Objects.requireNonNull(SampleUploads.class.getResourceAsStream(folder + "/" + name), name)) {
            return new File(name, "image/jpeg", in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A file that breaks off. */
    static File damaged() {
        return new File(
                "letter-from-the-attic.pdf",
                "application/pdf",
                "%PDF-1.7\n1 0 obj".getBytes(StandardCharsets.US_ASCII));
    }

    /** As a browser would, but without HTTP: the server may not be reachable from itself. */
    void send(JsonNode addresses, List<File> files) {
        for (int i = 0; i < files.size(); i++) {
            File file = files.get(i);
            String path = URI.create(addresses.path(i).path("url").asText()).getPath();
            String key = path.substring(path.indexOf("temp/incoming/"));
            bucket.client()
                    .putObject(
                            put -> put.bucket(bucket.name()).key(key).contentType(file.type()),
                            RequestBody.fromBytes(file.bytes()));
        }
    }
}
