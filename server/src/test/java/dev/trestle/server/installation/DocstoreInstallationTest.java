package dev.trestle.server.installation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.objects.ObjectStore;
import dev.trestle.objects.ObjectStoreOptions;
import dev.trestle.objects.api.BucketInfo;
import dev.trestle.objects.api.ListBuckets;
import dev.trestle.server.browser.Demonstration;
import dev.trestle.server.config.Configuration;
import dev.trestle.server.systems.Systems;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Document Store as {@code ./trestle serve --demo} hosts it: two tenants, documents with history, and what each may see of them. */
class DocstoreInstallationTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    private Installation open() {
        String text = "http.port = 0\ndynamodb.port = 0\ns3.port = 0\ndata = " + directory
                + "\ndocstore.bucket = papers-of-ours\ntables = docstore-documents=prod-documents\n";
        return Installation.openLoaded(new Installation.Start(
                Configuration.parse("test", text, Map.of(), List.of(), Systems.all()),
                () -> Demonstration.systems(Set.of("docstore")),
                "trestle test",
                true,
                QuickPasswords.COST));
    }

    private static Client signedIn(Installation installation, String email, String tenant) throws Exception {
        Client client = new Client(installation.url());
        client.signIn(Map.of("email", email, "password", Installation.DEMO_PASSWORD, "tenant", tenant));
        return client;
    }

    @Test
    void demo_ofTheDocumentStore_hasTwoTenantsWithHistoryAndOutlivesARestart() throws Exception {
        try (Installation installation = open()) {
            Client cleo = signedIn(installation, "cleo@demo.localhost", "acme");
            Client dora = signedIn(installation, "dora@demo.localhost", "acme");
            Client emil = signedIn(installation, "emil@demo.localhost", "globex");
            Client ben = signedIn(installation, "ben@demo.localhost", "globex");

            int acme =
                    dora.get("/docstore/v1/documents?view=tenant").path("items").size();
            int globex =
                    emil.get("/docstore/v1/documents?view=tenant").path("items").size();
            assertThat(acme + globex).isEqualTo(12);
            JsonNode history = cleo.get("/docstore/v1/documents/handover/versions");
            assertThat(history.path("items")).hasSize(10);
            assertThat(history.path("rollbacks")).hasSize(1);
            assertThat(history.at("/items/0/authorName").asText()).isEqualTo("Cleo Acme");
            assertThat(dora.get("/docstore/v1/documents/building-survey")
                            .path("size")
                            .asLong())
                    .isGreaterThan(30_000);
            assertThat(ben.get("/docstore/v1/documents?view=shared").path("items"))
                    .hasSize(2);
            assertThat(ben.send("GET", "/docstore/v1/documents/handover", null).statusCode())
                    .isEqualTo(404);
            assertThat(ben.get("/docstore/v1/people?email=emil@demo.localhost")
                            .path("name")
                            .asText())
                    .isEqualTo("Emil Globex");
            assertThat(ben.send("GET", "/docstore/v1/people?email=dora@demo.localhost", null)
                            .statusCode())
                    .isEqualTo(404);
            cleo.json(
                    "POST",
                    "/docstore/v1/documents",
                    Map.of("id", "stays", "fileName", "s.md", "fileType", "text/markdown", "content", "kept"),
                    201);
        }
        try (Installation installation = open()) {
            Client cleo = signedIn(installation, "cleo@demo.localhost", "acme");
            assertThat(cleo.send("GET", "/docstore/v1/documents/stays/content", null)
                            .body())
                    .isEqualTo("kept");
        }
        try (ObjectStore objects = ObjectStore.open(ObjectStoreOptions.directory(directory.resolve("objects")))) {
            assertThat(objects.listBuckets(ListBuckets.ALL).buckets())
                    .extracting(BucketInfo::name)
                    .contains("papers-of-ours")
                    .doesNotContain("docstore");
        }
    }
}
