package dev.trestle.systems.holdthatthought;

import static dev.trestle.systems.holdthatthought.ServerProcess.send;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.api.Json;
import dev.trestle.systems.holdthatthought.Scanner.Paper;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A process that is killed while it processes or publishes a draft: the next one goes on from the confirmed files. */
@Tag("once")
@Timeout(300)
class DraftCrashTest {
    private static final Paper LETTER = Paper.pdf(Papers.pdf(DraftsTest.FIRST, DraftsTest.SECOND));

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    /** The PDF file, the first page's picture, or the index of pages is not stored yet; then the move of a published scan. */
    @ParameterizedTest
    @CsvSource({"putObject, 1", "putObject, 5", "copyObject, 3"})
    void draft_whoseProcessIsKilled_isFinishedByTheNext(String call, int passage) throws Exception {
        String id;
        try (ServerProcess process = new ServerProcess(directory, "512m", call, passage)) {
            process.arm();
            String url = process.url();
            JsonNode announced = send(
                    "emil",
                    "POST",
                    url + "/letters/upload-request",
                    Map.of("fileCount", 1, "fileTypes", List.of("application/pdf")));
            id = announced.path("uploadId").asText();
            assertThat(Scanner.put(announced.at("/urls/0/url").asText(), LETTER))
                    .isEqualTo(200);
            send("emil", "POST", url + "/letters/process/" + id, null);
            if (call.equals("copyObject")) {
                awaitStatus(url, id, "ready");
                publish(url, id);
            }
            process.awaitStop();
        }
        try (DraftServer next = ServerProcess.next(directory)) {
            String url = next.server.url() + "/holdthatthought/v1";
            if (!call.equals("copyObject")) {
                JsonNode ready = awaitStatus(url, id, "ready");
                assertThat(ready.at("/extractedData/author").asText()).isEqualTo("Emil");
                assertThat(ready.path("pages")).hasSize(2);
                publish(url, id);
            }
            assertThat(Scanner.get(send("emil", "GET", url + "/letters/1952-06-15/pdf", null)
                                    .path("downloadUrl")
                                    .asText())
                            .statusCode())
                    .as("readable throughout")
                    .isEqualTo(200);
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> send("emil", "GET", url + "/admin/drafts/" + id, null)
                            .path("s3Key")
                            .asText()
                            .equals("letters/1952-06-15/1952-06-15.pdf"));
            assertThat(send("emil", "GET", url + "/letters/1952-06-15/pages", null)
                            .path("pages"))
                    .hasSize(2);
        }
    }

    private static void publish(String url, String id) throws Exception {
        send(
                "emil",
                "POST",
                url + "/admin/drafts/" + id + "/publish",
                Map.of("finalData", Map.of("date", "1952-06-15", "title", "T", "content", "Dear Rosa")));
    }

    private static JsonNode awaitStatus(String url, String id, String status) {
        JsonNode[] seen = {Json.mapper().createObjectNode()};
        await().atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofMillis(200))
                .until(() -> {
                    seen[0] = send("emil", "GET", url + "/admin/drafts/" + id, null);
                    return seen[0].path("status").asText().equals(status);
                });
        return seen[0];
    }
}
