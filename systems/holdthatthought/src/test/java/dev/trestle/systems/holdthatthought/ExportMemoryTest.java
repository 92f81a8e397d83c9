package dev.trestle.systems.holdthatthought;

import static dev.trestle.systems.holdthatthought.ServerProcess.HTTP;
import static dev.trestle.systems.holdthatthought.ServerProcess.awaitWork;
import static dev.trestle.systems.holdthatthought.ServerProcess.send;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.api.Json;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server with 64 MiB of heap takes in, exports and gives out archives that are much larger. */
@Timeout(1200)
class ExportMemoryTest {
    private static final String HEAP = "64m";
    private static final int MIB = 1 << 20;
    private static final long SEED = 5_551_212;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    @Test
    void fullExport_twiceTheHeap_isWholeAsItsManifestSays() throws Exception {
        export(1, 128);
    }

    @Test
    @Tag("slow")
    void fullExport_ofAGibibyte_isWholeAsItsManifestSays() throws Exception {
        export(3, 342);
    }

    private void export(int films, int mebibytes) throws Exception {
        try (ServerProcess process = new ServerProcess(directory, HEAP, "none", 1)) {
            String url = process.url();
            send("rosa", "POST", url + "/letters", Map.of("date", "1943-05-02", "title", "T", "content", "Dear all"));
            for (int i = 0; i < films; i++) {
                add(url, i, mebibytes);
            }
            String id = send("rosa", "POST", url + "/exports", Map.of("full", true))
                    .at("/work/workId")
                    .asText();
            JsonNode done = awaitWork("rosa", url + "/exports/" + id, Duration.ofMinutes(10));
            Map<String, String> found = new TreeMap<>();
            JsonNode manifest = read(done.path("downloadUrl").asText(), found);

            assertThat(manifest.path("files")).hasSize(found.size());
            long[] length = {0};
            manifest.path("files").forEach(line -> {
                assertThat(found)
                        .containsEntry(
                                line.path("name").asText(), line.path("sha256").asText());
                length[0] += line.path("bytes").asLong();
            });
            assertThat(length[0]).isGreaterThan((long) films * mebibytes * MIB);
        }
    }

    /** A mebibyte that no compression makes smaller, as often as wanted. */
    private static InputStream film(int number, int mebibytes) {
        byte[] bytes = new byte[MIB];
        new Random(SEED + number).nextBytes(bytes);
        return new SequenceInputStream(Collections.enumeration(IntStream.range(0, mebibytes)
                .mapToObj(i -> new ByteArrayInputStream(bytes))
                .toList()));
    }

    private static void add(String url, int number, int mebibytes) throws Exception {
        JsonNode address = send(
                        "rosa",
                        "POST",
                        url + "/media/upload-url",
                        Map.of(
                                "files",
                                List.of(Map.of(
                                        "fileName",
                                        "film" + number + ".txt",
                                        "contentType",
                                        "text/plain",
                                        "size",
                                        (long) mebibytes * MIB))))
                .at("/uploads/0");
        InputStream film = film(number, mebibytes);
        for (JsonNode part : address.path("parts")) {
            long length = Math.min(part.path("length").asLong((long) mebibytes * MIB), (long) mebibytes * MIB);
            HttpRequest put = HttpRequest.newBuilder(URI.create(part.path("url").asText()))
                    .PUT(BodyPublishers.ofByteArray(film.readNBytes((int) length)))
                    .build();
            assertThat(HTTP.send(put, BodyHandlers.ofString()).statusCode()).isEqualTo(200);
        }
        send("rosa", "POST", url + "/media/" + address.path("mediaId").asText() + "/confirm", null);
    }

    /** Names of files and their checksums; the manifest itself, which does not name itself, is given back. */
    private static JsonNode read(String url, Map<String, String> checksums) throws Exception {
        JsonNode manifest = Json.mapper().createObjectNode();
        HttpResponse<InputStream> got =
                HTTP.send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.ofInputStream());
        try (ZipInputStream zip = new ZipInputStream(got.body())) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                if (entry.getName().equals("manifest.json")) {
                    manifest = Json.mapper().readTree(zip.readAllBytes());
                } else {
                    DigestInputStream in = new DigestInputStream(zip, MessageDigest.getInstance("SHA-256"));
                    in.transferTo(OutputStream.nullOutputStream());
                    checksums.put(
                            entry.getName(),
                            HexFormat.of().formatHex(in.getMessageDigest().digest()));
                }
            }
        }
        return manifest;
    }
}
