package dev.trestle.systems.formkiq;

import com.formkiq.client.model.AddAction;
import com.formkiq.client.model.AddActionParameters;
import com.formkiq.client.model.AddDocumentActionsRequest;
import com.formkiq.client.model.AddDocumentRequest;
import com.formkiq.client.model.DocumentAction;
import com.formkiq.client.model.DocumentActionStatus;
import com.formkiq.client.model.DocumentActionType;
import dev.trestle.systems.formkiq.World.Someone;
import dev.trestle.systems.formkiq.actions.ActionList;
import dev.trestle.systems.formkiq.actions.Actions;
import dev.trestle.systems.formkiq.model.DocumentActions;
import dev.trestle.systems.formkiq.model.DocumentActions.Action;
import dev.trestle.systems.formkiq.model.DocumentActions.ActionStatus;
import dev.trestle.systems.formkiq.model.DocumentActions.ActionType;
import dev.trestle.systems.formkiq.model.DocumentActionsActionBuilder;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** What tests of actions do again and again. */
final class ActionWorld {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private ActionWorld() {}

    static ConditionFactory await() {
        return Awaitility.await().atMost(PATIENCE).pollInterval(Duration.ofMillis(20));
    }

    static AddAction action(DocumentActionType type, AddActionParameters parameters) {
        return new AddAction().type(type).parameters(parameters);
    }

    /** A webhook to a path of a public server. */
    static AddAction hook(String path) {
        return action(DocumentActionType.WEBHOOK, new AddActionParameters().url("https://hooks.example.org" + path));
    }

    static AddAction publish() {
        return new AddAction().type(DocumentActionType.PUBLISH);
    }

    static AddDocumentRequest document(AddAction... actions) {
        return new AddDocumentRequest()
                .content("x")
                .path("plan.txt")
                .actions(new java.util.ArrayList<>(Arrays.asList(actions)));
    }

    static void add(Someone who, String documentId, AddAction... actions) throws Exception {
        who.actions.addDocumentActions(
                documentId, null, new AddDocumentActionsRequest().actions(Arrays.asList(actions)));
    }

    static List<DocumentAction> of(Someone who, String documentId) throws Exception {
        return who.actions
                .getDocumentActions(documentId, null, "100", null, null)
                .getActions();
    }

    /** Types and states, as {@code WEBHOOK COMPLETE}. */
    static List<String> states(Someone who, String documentId) throws Exception {
        return of(who, documentId).stream()
                .map(each -> each.getType() + " " + each.getStatus())
                .toList();
    }

    static void awaitStates(Someone who, String documentId, String... states) {
        await().untilAsserted(() -> org.assertj.core.api.Assertions.assertThat(states(who, documentId))
                .containsExactly(states));
    }

    static void awaitAll(Someone who, String documentId, DocumentActionStatus status) {
        await().until(() -> of(who, documentId).stream().allMatch(each -> each.getStatus() == status));
    }

    /** Writes an action as another program, or an earlier run, has left it. */
    static void stored(World world, String documentId, int idx, ActionType type, ActionStatus status, String message) {
        Action row = DocumentActionsActionBuilder.builder()
                .documentId(documentId)
                .idx(idx)
                .type(type)
                .status(status)
                .userId("joe@example.org")
                .inserteddate(World.MONDAY)
                .message(message.isEmpty() ? null : message)
                .build();
        Action unused = world.tables.store().within("default").put(DocumentActions.ACTION, row);
    }

    /** How many actions a document may have. */
    static int most() {
        return ActionList.ACTIONS_MAX;
    }

    static Actions actions(World world) {
        return world.formkiq.actions();
    }
}
