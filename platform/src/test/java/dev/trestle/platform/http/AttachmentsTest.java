package dev.trestle.platform.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.engine.EngineOptions;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.LoopbackS3;
import dev.trestle.platform.jobs.Jobs;
import dev.trestle.platform.things.Attachments;
import dev.trestle.platform.things.ThingsTable;
import dev.trestle.platform.uploads.Uploads;
import dev.trestle.sdk.TrestleDb;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Clock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The way of a file into the small system: announced and confirmed over its API, sent to the object store. */
class AttachmentsTest extends HttpTest {
    private final TrestleDb db = TrestleDb.open(EngineOptions.inMemory());

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    @SuppressWarnings("NullAway.Init")
    private LoopbackS3 s3;

    @BeforeEach
    void open() {
        s3 = new LoopbackS3(directory, Clock.systemUTC());
        ItemStore store = ItemStore.builder(db.client(), ThingsTable.MODEL).build();
        store.createTables();
        Clock clock = Clock.systemUTC();
        Uploads uploads = new Uploads(
                store,
                ThingsTable.UPLOADS,
                new Jobs(store, ThingsTable.JOBS, clock),
                s3.client,
                s3.presigner,
                Uploads.Place.in(LoopbackS3.BUCKET),
                clock);
        things.attachments = new Attachments(store, uploads);
    }

    @AfterEach
    void close() {
        s3.close();
        db.close();
    }

    private int put(JsonNode put, String body) throws Exception {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(put.get("url").asText())).PUT(BodyPublishers.ofString(body));
        put.get("headers")
                .properties()
                .forEach(header ->
                        request.header(header.getKey(), header.getValue().asText()));
        return http.send(request.build(), HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    private HttpResponse<byte[]> confirm(String id, String name) throws Exception {
        return send(request("/things/v1/attachments/" + id)
                .setHeader("authorization", "Bearer " + name)
                .POST(BodyPublishers.noBody()));
    }

    @Test
    void attachment_announcedSentConfirmed_isStored() throws Exception {
        JsonNode ticket = checked(
                        "beginAttachment",
                        post("/things/v1/things/t1/attachments", "{\"contentType\":\"text/plain\",\"length\":5}"))
                .get("data");
        String id = ticket.get("uploadId").asText();
        assertThat(checked("confirmAttachment", confirm(id, "ann"))
                        .at("/error/code")
                        .asText())
                .as("nothing was sent")
                .isEqualTo("CONFLICT");
        assertThat(put(ticket.at("/puts/0"), "hello")).isEqualTo(200);
        assertThat(confirm(id, "bob").statusCode()).isEqualTo(404);

        JsonNode stored = checked("confirmAttachment", confirm(id, "ann")).get("data");
        assertThat(stored.get("length").asInt()).isEqualTo(5);
        assertThat(checked("confirmAttachment", confirm(id, "ann")).get("data")).isEqualTo(stored);
        assertThat(s3.client
                        .getObjectAsBytes(r -> r.bucket(LoopbackS3.BUCKET)
                                .key(stored.get("key").asText()))
                        .asUtf8String())
                .isEqualTo("hello");
    }

    @Test
    void attachment_ofAForbiddenType_isRefusedAtTheStart() throws Exception {
        HttpResponse<byte[]> refused =
                post("/things/v1/things/t1/attachments", "{\"contentType\":\"text/html\",\"length\":5}");

        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(checked("beginAttachment", refused).at("/error/message").asText())
                .contains("contentType");
    }

    @Test
    void attachment_inParts_tellsOfFurtherParts() throws Exception {
        JsonNode ticket = checked(
                        "beginAttachment",
                        post(
                                "/things/v1/things/t1/attachments",
                                "{\"contentType\":\"text/plain\",\"length\":12000000}"))
                .get("data");

        assertThat(ticket.get("parts").asInt()).isEqualTo(3);
        JsonNode last = checked(
                        "attachmentParts",
                        get("/things/v1/attachments/" + ticket.get("uploadId").asText() + "?from=3"))
                .get("data");
        assertThat(last.get("puts")).hasSize(1);
    }
}
