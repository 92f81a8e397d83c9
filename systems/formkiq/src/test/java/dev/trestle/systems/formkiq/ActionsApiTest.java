package dev.trestle.systems.formkiq;

import static dev.trestle.systems.formkiq.ActionWorld.add;
import static dev.trestle.systems.formkiq.ActionWorld.await;
import static dev.trestle.systems.formkiq.ActionWorld.awaitStates;
import static dev.trestle.systems.formkiq.ActionWorld.document;
import static dev.trestle.systems.formkiq.ActionWorld.hook;
import static dev.trestle.systems.formkiq.ActionWorld.publish;
import static dev.trestle.systems.formkiq.ActionWorld.states;
import static dev.trestle.systems.formkiq.ActionWorld.stored;
import static org.assertj.core.api.Assertions.assertThat;

import com.formkiq.client.model.AddDocumentRequest;
import com.formkiq.client.model.AddDocumentUploadRequest;
import com.formkiq.client.model.Document;
import com.formkiq.client.model.DocumentAction;
import com.formkiq.client.model.DocumentActionStatus;
import com.formkiq.client.model.GetDocumentUrlResponse;
import com.formkiq.client.model.UpdateDocumentRequest;
import dev.trestle.systems.formkiq.World.Someone;
import dev.trestle.systems.formkiq.model.DocumentActions.ActionStatus;
import dev.trestle.systems.formkiq.model.DocumentActions.ActionType;
import dev.trestle.testing.SuiteTargets;
import dev.trestle.testing.Target;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What documents go through: when it begins, in which order, what fails and is tried again. */
@ParameterizedClass(name = "{0}")
@ArgumentsSource(SuiteTargets.class)
class ActionsApiTest {
    private static final String MISSING = World.message(404, "Failed action not found");

    @Parameter
    @SuppressWarnings("NullAway.Init")
    Target target;

    @SuppressWarnings("NullAway.Init")
    private World world;

    @SuppressWarnings("NullAway.Init")
    private Someone joe;

    @BeforeEach
    void open() {
        world = new World(target);
        joe = world.someone("joe", "default");
    }

    @AfterEach
    void close() {
        world.close();
    }

    private String made(AddDocumentRequest request) throws Exception {
        return String.valueOf(joe.documents.addDocument(request, null, null).getDocumentId());
    }

    private List<String> listed(String status) throws Exception {
        return joe
                .documents
                .getDocuments(null, status, null, null, null, null, null, null, "100")
                .getDocuments()
                .stream()
                .map(Document::getDocumentId)
                .toList();
    }

    @Test
    void create_withContentAndActions_runsThemInOrder() throws Exception {
        String id = made(document(hook("/first"), hook("/second"), publish()));

        awaitStates(joe, id, "WEBHOOK COMPLETE", "WEBHOOK COMPLETE", "PUBLISH COMPLETE");
        assertThat(world.outside.requests.stream().map(each -> each.uri().getPath()))
                .containsExactly("/first", "/second");
        DocumentAction first = ActionWorld.of(joe, id).get(0);
        assertThat(first.getUserId()).isEqualTo("joe@example.org");
        assertThat(first.getInsertedDate()).isEqualTo("2031-03-03T10:00:00+0000");
        assertThat(first.getStartDate()).isEqualTo("2031-03-03T10:00:00+0000");
        assertThat(first.getCompletedDate()).isEqualTo("2031-03-03T10:00:00+0000");
        assertThat(first.getParameters()).containsEntry("url", "https://hooks.example.org/first");
    }

    @Test
    void create_withoutContent_waitsForIt() throws Exception {
        AddDocumentUploadRequest request =
                new AddDocumentUploadRequest().path("scan.txt").addActionsItem(hook("/come"));
        GetDocumentUrlResponse upload = joe.documents.addDocumentUpload(request, null, null, null, null);
        String id = String.valueOf(upload.getDocumentId());
        world.formkiq.runJobs();
        assertThat(states(joe, id)).containsExactly("WEBHOOK PENDING");
        assertThat(listed("PENDING")).containsExactly(id);

        assertThat(world.put(
                        String.valueOf(upload.getUrl()),
                        upload.getHeaders(),
                        "text/plain",
                        "here".getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(200);

        await().until(() -> joe.documents.getDocument(id, null, null).getContentLength() != null);
        awaitStates(joe, id, "WEBHOOK COMPLETE");
    }

    @Test
    void create_ofADeepLink_runsAtOnce() throws Exception {
        String id = made(new AddDocumentRequest()
                .deepLinkPath("https://elsewhere.example.org/a.pdf")
                .addActionsItem(hook("/link")));

        awaitStates(joe, id, "WEBHOOK COMPLETE");
        assertThat(Outside.bodyOf(world.outside.to("/link").get(0)))
                .contains("\"url\":\"https://elsewhere.example.org/a.pdf\"");
    }

    @Test
    void update_withActions_addsThemBehindTheOthers() throws Exception {
        String id = made(document(hook("/old")));
        joe.documents.updateDocument(
                id,
                new UpdateDocumentRequest().addActionsItem(hook("/new")).addActionsItem(hook("/newer")),
                null,
                null);

        awaitStates(joe, id, "WEBHOOK COMPLETE", "WEBHOOK COMPLETE", "WEBHOOK COMPLETE");
        assertThat(world.outside.requests.stream().map(each -> each.uri().getPath()))
                .containsExactly("/old", "/new", "/newer");
    }

    @Test
    void actions_ofManyAtOnce_areAHundredAtMost() throws Exception {
        world.outside.answers(request -> Outside.status(400));
        AddDocumentRequest request = document();
        for (int i = 0; i < 70; i++) {
            request.addActionsItem(hook("/" + i));
        }
        String id = made(request);
        assertThat(states(joe, id)).hasSize(70);
        for (int i = 70; i < ActionWorld.most(); i++) {
            add(joe, id, hook("/" + i));
        }
        assertThat(World.refused(() -> add(joe, id, hook("/more"))))
                .isEqualTo(World.error("actions", "maximum number is 100"));
        awaitStates(joe, id, states(joe, id).toArray(String[]::new));
        assertThat(ActionWorld.of(joe, id).get(99).getParameters())
                .containsEntry("url", "https://hooks.example.org/99");

        // All of those behind the failed one move on.
        await().until(() -> states(joe, id).get(0).equals("WEBHOOK FAILED"));
        joe.actions.addDocumentRetryAction(id, null);
        await().until(() -> states(joe, id).get(1).equals("WEBHOOK FAILED"));
        assertThat(ActionWorld.of(joe, id)).hasSize(100);
        assertThat(joe.actions.getDocumentActions(id, null, "1000", null, null).getActions().stream()
                        .map(each -> String.valueOf(each.getParameters().get("url"))))
                .hasSize(101)
                .startsWith("https://hooks.example.org/0", "https://hooks.example.org/0", "https://hooks.example.org/1")
                .endsWith("https://hooks.example.org/98", "https://hooks.example.org/99");
    }

    @Test
    void failure_ofAnAction_stopsTheRestUntilItIsTriedAgain() throws Exception {
        world.outside.answers(request -> Outside.status(
                request.uri().getPath().equals("/bad")
                                && world.outside.to("/bad").size() == 1
                        ? 400
                        : 200));
        String id = made(document(hook("/good"), hook("/bad"), hook("/last")));

        awaitStates(joe, id, "WEBHOOK COMPLETE", "WEBHOOK FAILED", "WEBHOOK PENDING");
        assertThat(ActionWorld.of(joe, id).get(1).getMessage()).isEqualTo("the server answered 400");
        assertThat(listed("FAILED")).containsExactly(id);

        assertThat(joe.actions.addDocumentRetryAction(id, null).getMessage()).isEqualTo("Actions retrying");

        awaitStates(joe, id, "WEBHOOK COMPLETE", "WEBHOOK FAILED_RETRY", "WEBHOOK COMPLETE", "WEBHOOK COMPLETE");
        assertThat(ActionWorld.of(joe, id).get(1).getMessage()).isEqualTo("the server answered 400");
        assertThat(ActionWorld.of(joe, id).get(2).getMessage()).isNull();
        assertThat(World.refused(() -> joe.actions.addDocumentRetryAction(id, null)))
                .isEqualTo(MISSING);
    }

    @Test
    void retry_ofTwoFailedOnes_takesTheLastFirst() throws Exception {
        String id = made(new AddDocumentRequest()
                .path("waits")
                .contentType("text/plain")
                .addMetadataItem(new com.formkiq.client.model.AddDocumentMetadata()
                        .key("a")
                        .value("b")));
        stored(world, id, 0, ActionType.OCR, ActionStatus.FAILED, "no");
        stored(world, id, 1, ActionType.FULLTEXT, ActionStatus.FAILED, "not");
        stored(world, id, 2, ActionType.WEBHOOK, ActionStatus.PENDING, "");

        joe.actions.addDocumentRetryAction(id, null);
        assertThat(states(joe, id))
                .containsExactly("OCR FAILED", "FULLTEXT FAILED_RETRY", "FULLTEXT PENDING", "WEBHOOK PENDING");
        joe.actions.addDocumentRetryAction(id, null);
        assertThat(states(joe, id))
                .containsExactly(
                        "OCR FAILED_RETRY",
                        "FULLTEXT FAILED_RETRY",
                        "OCR PENDING",
                        "FULLTEXT PENDING",
                        "WEBHOOK PENDING");
        List<DocumentAction> rows = ActionWorld.of(joe, id);
        assertThat(rows.get(0).getMessage()).isEqualTo("no");
        assertThat(rows.get(1).getMessage()).isEqualTo("not");
        assertThat(rows.subList(2, 5))
                .allSatisfy(row -> assertThat(row.getMessage()).isNull());
        assertThat(World.refused(() -> joe.actions.addDocumentRetryAction(id, null)))
                .isEqualTo(MISSING);
    }

    @ParameterizedTest
    @EnumSource(
            value = ActionStatus.class,
            names = {"RUNNING", "WAITING_FOR_RETRY", "MAX_RETRIES_REACHED", "FAILED"})
    void retry_ofWhatDidNotSucceed_putsACopyBehindIt(ActionStatus status) throws Exception {
        String id = made(new AddDocumentRequest().path("waits").contentType("text/plain"));
        stored(world, id, 0, ActionType.OCR, status, "");
        stored(world, id, 1, ActionType.ANTIVIRUS, ActionStatus.PENDING, "");
        stored(world, id, 2, ActionType.MALWARE_SCAN, ActionStatus.PENDING, "");

        joe.actions.addDocumentRetryAction(id, null);

        assertThat(states(joe, id))
                .containsExactly("OCR FAILED_RETRY", "OCR PENDING", "ANTIVIRUS PENDING", "MALWARE_SCAN PENDING");
    }

    @Test
    void retry_ofNothingThatFailed_isRefused() throws Exception {
        String id = made(document());
        assertThat(World.refused(() -> joe.actions.addDocumentRetryAction(id, null)))
                .isEqualTo(MISSING);
        assertThat(World.refused(() -> joe.actions.addDocumentRetryAction("none", null)))
                .isEqualTo(World.message(404, "Document none not found."));
        assertThat(World.refused(() -> joe.actions.getDocumentActions("none", null, null, null, null)))
                .isEqualTo(World.message(404, "Document none not found."));
    }

    @Test
    void failure_thatMayPass_isTriedFiveTimesMore() throws Exception {
        world.outside.answers(request -> Outside.status(503));
        String id = made(document(hook("/busy"), hook("/rest")));
        List<Duration> waits = List.of(
                Duration.ofSeconds(10),
                Duration.ofMinutes(1),
                Duration.ofMinutes(5),
                Duration.ofMinutes(30),
                Duration.ofMinutes(120));
        for (int i = 0; i < waits.size(); i++) {
            int retry = i + 1;
            awaitStates(joe, id, "WEBHOOK WAITING_FOR_RETRY", "WEBHOOK PENDING");
            await().untilAsserted(() -> {
                DocumentAction waiting = ActionWorld.of(joe, id).get(0);
                assertThat(waiting.getRetryCount()).isEqualByComparingTo(new java.math.BigDecimal(retry));
                assertThat(waiting.getMaxRetries()).isEqualByComparingTo(new java.math.BigDecimal(5));
                assertThat(waiting.getMessage()).isEqualTo("the server answered 503");
            });
            assertThat(listed("WAITING_FOR_RETRY")).containsExactly(id);
            world.clock.advance(waits.get(i).minusSeconds(1));
            world.formkiq.runJobs();
            assertThat(world.outside.to("/busy")).as("before its time").hasSize(i + 1);
            world.clock.advance(Duration.ofSeconds(1));
            await().until(() -> world.outside.to("/busy").size() == retry + 1);
        }
        awaitStates(joe, id, "WEBHOOK MAX_RETRIES_REACHED", "WEBHOOK PENDING");
        assertThat(listed("MAX_RETRIES_REACHED")).containsExactly(id);
        assertThat(world.outside.to("/rest")).isEmpty();

        world.outside.answers(request -> Outside.status(200));
        joe.actions.addDocumentRetryAction(id, null);
        awaitStates(joe, id, "WEBHOOK FAILED_RETRY", "WEBHOOK COMPLETE", "WEBHOOK COMPLETE");
    }

    @Test
    void list_byStatus_showsEachDocumentOnceOnPages() throws Exception {
        List<String> ids = new java.util.ArrayList<>();
        for (int i = 0; i < 7; i++) {
            String id = made(new AddDocumentRequest().path("waits" + i).contentType("text/plain"));
            ids.add(id);
            for (int idx = 0; idx < 3; idx++) {
                stored(world, id, idx, ActionType.OCR, ActionStatus.SKIPPED, "");
            }
        }
        List<String> found = new java.util.ArrayList<>();
        String next = null;
        do {
            var page = joe.documents.getDocuments(null, "SKIPPED", null, null, null, null, next, null, "2");
            page.getDocuments().forEach(each -> found.add(String.valueOf(each.getDocumentId())));
            next = page.getNext();
        } while (next != null);
        assertThat(found).containsExactlyElementsOf(ids.stream().sorted().toList());
        assertThat(joe.raw("GET", "/documents?actionStatus=COMPLETE", null).body())
                .isEqualTo("{\"message\":\"invalid actionStatus 'COMPLETE'\"}");
    }

    @ParameterizedTest
    @EnumSource(value = ActionStatus.class, names = "COMPLETE", mode = EnumSource.Mode.EXCLUDE)
    void list_ofEachStatus_hasThoseAlone(ActionStatus status) throws Exception {
        String id = made(new AddDocumentRequest().path("one").contentType("text/plain"));
        stored(world, id, 0, ActionType.OCR, status, "");
        String other = made(new AddDocumentRequest().path("two").contentType("text/plain"));
        stored(world, other, 0, ActionType.OCR, ActionStatus.COMPLETE, "");

        assertThat(listed(status.name())).containsExactly(id);
        assertThat(world.someone("eve", "finance")
                        .documents
                        .getDocuments(null, status.name(), null, null, null, null, null, null, null)
                        .getDocuments())
                .isEmpty();
    }

    @Test
    void softDelete_ofADocumentWithPendingActions_goesOnAfterTheRestore() throws Exception {
        world.outside.answers(request -> Outside.status(503));
        String id = made(document(hook("/later")));
        awaitStates(joe, id, "WEBHOOK WAITING_FOR_RETRY");
        joe.documents.deleteDocument(id, null, true);
        world.clock.advance(Duration.ofMinutes(5));
        world.formkiq.runJobs();
        assertThat(listed("WAITING_FOR_RETRY")).isEmpty();
        assertThat(world.outside.requests).hasSize(1);

        world.outside.answers(request -> Outside.status(200));
        await().until(() -> {
            world.formkiq.runJobs();
            return world.tables.items(dev.trestle.systems.formkiq.model.DocumentsTable.TABLE).stream()
                    .noneMatch(item -> item.get("PK").s().equals("docs#" + id));
        });
        joe.documents.setDocumentRestore(id, null);
        awaitStates(joe, id, "WEBHOOK COMPLETE");
        joe.documents.deleteDocument(id, null, false);
        await().until(() -> world.tables.items(dev.trestle.systems.formkiq.model.SupportTable.TABLE).stream()
                .noneMatch(item -> item.get("PK").s().equals("docs#" + id)));
    }

    @Test
    void actions_ofACheckedOutDocument_goOn() throws Exception {
        String id = made(document());
        world.someone("ann", "default").documents.setDocumentCheckout(id, null);
        add(joe, id, publish());
        awaitStates(joe, id, "PUBLISH COMPLETE");
    }

    @Test
    void action_thatChangesAHeldDocument_fails() throws Exception {
        String id = made(document());
        world.admin().documents.setDocumentCheckoutLegalHold(id, null);
        add(joe, id, hook("/read"), publish(), hook("/rest"));

        awaitStates(joe, id, "WEBHOOK COMPLETE", "PUBLISH FAILED", "WEBHOOK PENDING");
        assertThat(ActionWorld.of(joe, id).get(1).getMessage()).isEqualTo("document is under legal hold");
    }

    @Test
    void list_ofActions_isInPages() throws Exception {
        String id = made(document(hook("/1"), hook("/2"), publish()));
        ActionWorld.awaitAll(joe, id, DocumentActionStatus.COMPLETE);
        var first = joe.actions.getDocumentActions(id, null, "2", null, null);
        assertThat(first.getActions()).hasSize(2);
        assertThat(joe.actions
                        .getDocumentActions(id, null, null, null, first.getNext())
                        .getActions())
                .extracting(each -> String.valueOf(each.getType()))
                .containsExactly("PUBLISH");
        assertThat(World.refused(() -> add(world.someone("eve", "default_read"), id, hook("/no"))))
                .startsWith("401 ");
    }
}
