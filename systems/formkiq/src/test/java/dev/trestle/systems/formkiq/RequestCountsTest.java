package dev.trestle.systems.formkiq;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.api.Principal;
import dev.trestle.platform.operation.InProcess;
import dev.trestle.testing.Targets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** How often an operation asks the database, one time after another: each time is a way there and back. */
class RequestCountsTest {
    private static final String BATCH = "batchGetItem";
    private static final String QUERY = "query";
    private static final int ADDING_MAX = 14;
    private static final int TWO_ATTRIBUTES_MAX = 9;

    private final List<String> requests = new ArrayList<>();
    private final Thread caller = Thread.currentThread();
    private final World world = new World(
            Targets.all().findFirst().orElseThrow(),
            FormKiq.SYSTEM.settings().defaults(),
            client -> Faults.around(DynamoDbClient.class, client, this::note, call -> {}));
    private final InProcess operations = new InProcess(world.formkiq.api());
    private final Principal joe = new Principal(
            "https://outside.example",
            "joe",
            Principal.Proof.TOKEN,
            null,
            Set.of("default"),
            Map.of("email", "joe@example.org"));
    private String id = "";

    /** What streams and jobs ask for meanwhile is asked for by other threads. */
    private void note(String call) {
        if (Thread.currentThread() == caller) {
            requests.add(call);
        }
    }

    @BeforeEach
    void begin() throws Exception {
        call("AddAttribute", Map.of("body", Map.of("attribute", Map.of("key", "city"))));
        for (int i = 0; i < 12; i++) {
            id = add("in/a" + i + ".txt").path("documentId").asText();
        }
    }

    @AfterEach
    void close() {
        world.close();
    }

    private JsonNode call(String operation, Map<String, ?> arguments) throws Exception {
        Map<String, Object> all = new LinkedHashMap<>(arguments);
        all.put("siteId", "default");
        return operations.call(joe, operation, all);
    }

    private JsonNode add(String path) throws Exception {
        return call(
                "AddDocument",
                Map.of(
                        "body",
                        Map.of(
                                "path",
                                path,
                                "content",
                                "x",
                                "tags",
                                List.of(Map.of("key", "t", "value", "1")),
                                "attributes",
                                List.of(Map.of("key", "city", "stringValue", "Rome")))));
    }

    private List<String> requests(String operation, Map<String, ?> arguments) throws Exception {
        requests.clear();
        assertThat(call(operation, arguments).isNull()).isFalse();
        return List.copyOf(requests);
    }

    private static Map<String, ?> query(String what, Map<String, ?> condition) {
        return Map.of("body", Map.of("query", Map.of(what, condition)));
    }

    /** Each request reads the caller's rights, and the rules of folders, because a change of them holds at once. */
    private List<String> ownRequests(String operation, Map<String, ?> arguments) throws Exception {
        List<String> own = new ArrayList<>(requests(operation, arguments));
        assertThat(own.remove(0)).as("rights").isEqualTo(BATCH);
        assertThat(own.remove(QUERY)).as("rules of folders").isTrue();
        return own;
    }

    @Test
    void requests_ofReading_areFew() throws Exception {
        assertThat(ownRequests("GetDocument", Map.of("documentId", id)))
                .as("the document, the record of the view, the children")
                .containsExactly(BATCH, "transactWriteItems", QUERY);
        assertThat(ownRequests("GetDocuments", Map.of("date", "2031-03-03")))
                .as("hits, and the documents as they are")
                .containsExactly(QUERY, BATCH);
        assertThat(ownRequests("GetFolderDocuments", Map.of("path", "in")))
                .as("the folder, folders in it, files in it, and the documents as they are")
                .containsExactly("getItem", QUERY, QUERY, BATCH);
    }

    @Test
    void requests_ofSearches_areThreeAtMost() throws Exception {
        assertThat(ownRequests("DocumentSearch", query("attribute", Map.of("key", "city", "eq", "Rome"))))
                .hasSizeBetween(1, 3);
        assertThat(ownRequests("DocumentSearch", query("attribute", Map.of("key", "city", "beginsWith", "R"))))
                .hasSizeBetween(1, 3);
        assertThat(ownRequests("DocumentSearch", query("tag", Map.of("key", "t", "eq", "1"))))
                .hasSizeBetween(1, 3);
        assertThat(ownRequests("DocumentSearch", query("meta", Map.of("path", "in/a1.txt"))))
                .hasSizeBetween(1, 3);
    }

    @Test
    void requests_ofSearchesForTwoAttributes_doNotGrowWithHitsThatLackOne() throws Exception {
        Object unused = call("AddAttribute", Map.of("body", Map.of("attribute", Map.of("key", "colour"))));
        call(
                "AddDocumentAttributes",
                Map.of(
                        "documentId",
                        id,
                        "body",
                        Map.of("attributes", List.of(Map.of("key", "colour", "stringValue", "red")))));
        Map<String, ?> both = Map.of(
                "body",
                Map.of(
                        "query",
                        Map.of(
                                "attributes",
                                List.of(Map.of("key", "city", "eq", "Rome"), Map.of("key", "colour", "eq", "red")))));
        List<String> first = requests("DocumentSearch", both);
        for (int i = 0; i < 12; i++) {
            unused = add("in/e" + i + ".txt");
        }
        assertThat(requests("DocumentSearch", both)).isEqualTo(first).hasSizeLessThanOrEqualTo(TWO_ATTRIBUTES_MAX);
        JsonNode found = call("DocumentSearch", both).path("documents");
        assertThat(found).hasSize(1);
        assertThat(found.path(0).path("documentId").asText()).isEqualTo(id);
    }

    @Test
    void requests_ofAdding_doNotGrowWithTheSite() throws Exception {
        List<String> first = requests("AddDocument", Map.of("body", Map.of("path", "in/b.txt", "content", "x")));
        for (int i = 0; i < 30; i++) {
            Object unused = add("in/c" + i + ".txt");
        }
        assertThat(requests("AddDocument", Map.of("body", Map.of("path", "in/d.txt", "content", "x"))))
                .isEqualTo(first)
                .endsWith("transactWriteItems")
                .hasSizeLessThanOrEqualTo(ADDING_MAX);
    }
}
