package dev.trestle.systems.formkiq;

import static org.assertj.core.api.Assertions.assertThat;

import com.formkiq.client.invoker.JSON;
import com.formkiq.client.model.AddAttributeRequest;
import com.formkiq.client.model.AddDocumentRequest;
import com.formkiq.client.model.DocumentSearchRequest;
import dev.trestle.systems.formkiq.World.Someone;
import dev.trestle.testing.CountingClient;
import dev.trestle.testing.Target;
import dev.trestle.testing.Targets;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How often an operation asks the database, one time after another: each time is a way there and back. */
class RequestCountsTest {
    /** What streams and jobs ask for in between is of other kinds. */
    private static final Set<String> COUNTED = Set.of("getItem", "batchGetItem", "query", "transactWriteItems");

    private final Target target = Targets.all().findFirst().orElseThrow();
    private final CountingClient counting = new CountingClient(target.client());
    private final World world = new World(target, FormKiq.SYSTEM.settings().defaults(), items -> counting.client());
    private final Someone joe = world.someone("joe", "default");
    private String id = "";

    @BeforeEach
    void begin() throws Exception {
        joe.attributes.addAttribute(body("{'attribute':{'key':'city'}}", AddAttributeRequest.class), null);
        for (int i = 0; i < 12; i++) {
            id = joe.documents
                    .addDocument(
                            body(
                                    "{'path':'in/a" + i + ".txt','content':'x','tags':[{'key':'t','value':'1'}],"
                                            + "'attributes':[{'key':'city','stringValue':'Rome'}]}",
                                    AddDocumentRequest.class),
                            null,
                            null)
                    .getDocumentId();
        }
    }

    @AfterEach
    void close() {
        world.close();
    }

    private static <T> T body(String json, Class<T> type) {
        return JSON.getGson().fromJson(json, type);
    }

    private interface Called {
        Object by() throws Exception;
    }

    private List<String> requests(Called called) throws Exception {
        counting.takeCalls();
        assertThat(called.by()).isNotNull();
        return counting.takeCalls().stream().filter(COUNTED::contains).toList();
    }

    private Object search(String query) throws Exception {
        return joe.search.documentSearch(
                body("{'query':{" + query + "}}", DocumentSearchRequest.class), null, "10", null, null);
    }

    @Test
    void requests_ofOperations_areFew() throws Exception {
        System.out.println("GET " + requests(() -> joe.documents.getDocument(id, null, null)));
        System.out.println("DAY "
                + requests(() ->
                        joe.documents.getDocuments(null, null, null, null, "2031-03-03", null, null, null, null)));
        System.out.println(
                "FOLDER " + requests(() -> joe.folders.getFolderDocuments(null, null, "in", null, null, null)));
        System.out.println("SEARCH attr " + requests(() -> search("'attribute':{'key':'city','eq':'Rome'}")));
        System.out.println("SEARCH tag " + requests(() -> search("'tag':{'key':'t','eq':'1'}")));
        System.out.println("ADD "
                + requests(() -> joe.documents.addDocument(
                        body("{'path':'in/b.txt','content':'x'}", AddDocumentRequest.class), null, null)));
    }
}
