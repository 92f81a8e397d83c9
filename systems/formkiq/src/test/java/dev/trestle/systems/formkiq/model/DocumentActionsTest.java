package dev.trestle.systems.formkiq.model;

import static dev.trestle.systems.formkiq.model.DocumentActions.ActionStatus.COMPLETE;
import static dev.trestle.systems.formkiq.model.DocumentActions.ActionStatus.IN_QUEUE;
import static dev.trestle.systems.formkiq.model.DocumentActions.ActionStatus.PENDING;
import static dev.trestle.systems.formkiq.model.DocumentActions.ActionType.OCR;
import static dev.trestle.systems.formkiq.model.DocumentActions.ActionType.QUEUE;
import static dev.trestle.systems.formkiq.model.DocumentActions.ActionType.WEBHOOK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.systems.formkiq.model.DocumentActions.Action;
import dev.trestle.systems.formkiq.model.DocumentActions.ActionStatus;
import dev.trestle.systems.formkiq.model.DocumentActions.ActionType;
import dev.trestle.systems.formkiq.model.DocumentActions.Sync;
import dev.trestle.systems.formkiq.model.DocumentActions.SyncService;
import dev.trestle.systems.formkiq.model.DocumentActions.SyncStatus;
import dev.trestle.systems.formkiq.model.DocumentActions.SyncType;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Actions and syncs. */
class DocumentActionsTest extends PatternTest {
    @Test
    void actions_ofADocument_comeInTheOrderOfText() {
        Action second = action("d1", 2, OCR, COMPLETE, null);
        Action tenth = action("d1", 10, WEBHOOK, PENDING, null);
        put(DocumentActions.ACTION, second, tenth, action("d2", 0, OCR, PENDING, null));

        assertThat(all(DocumentActions.ACTIONS_OF_DOCUMENT.of("d1"))).containsExactly(tenth, second);
        assertThat(one(DocumentActions.ACTION_BY_KEY.of("d1", 10, WEBHOOK))).containsExactly(tenth);
        assertThat(one(DocumentActions.ACTION_BY_KEY.of("d1", 1, WEBHOOK))).isEmpty();
    }

    @Test
    void actions_inAQueue_areOneQuery() {
        Action first = action("d1", 0, QUEUE, IN_QUEUE, "q1");
        Action second = action("d2", 0, QUEUE, IN_QUEUE, "q1");
        put(
                DocumentActions.ACTION,
                second,
                first,
                action("d3", 0, QUEUE, IN_QUEUE, "q2"),
                action("d4", 0, OCR, PENDING, null));

        assertThat(all(DocumentActions.ACTIONS_IN_QUEUE.of(QUEUE, "q1"))).containsExactly(first, second);
    }

    @Test
    void actions_byStatus_areOneQuery() {
        Action first = action("d1", 0, OCR, PENDING, null);
        Action second = action("d1", 1, WEBHOOK, PENDING, null);
        Action other = action("d2", 0, OCR, PENDING, null);
        put(DocumentActions.ACTION, first, second, other, action("d1", 2, OCR, COMPLETE, null));

        assertThat(all(DocumentActions.ACTIONS_BY_STATUS.of(PENDING)))
                .containsExactlyInAnyOrder(first, second, other)
                .endsWith(other);
        assertThat(all(DocumentActions.ACTIONS_OF_DOCUMENT_BY_STATUS.of(PENDING, "d1")))
                .containsExactlyInAnyOrder(first, second);
    }

    @Test
    void action_statusChanged_leavesTheOldStatusesList() {
        put(DocumentActions.ACTION, action("d1", 0, QUEUE, IN_QUEUE, "q1"));
        put(DocumentActions.ACTION, action("d1", 0, QUEUE, COMPLETE, null));

        assertThat(all(DocumentActions.ACTIONS_BY_STATUS.of(IN_QUEUE))).isEmpty();
        assertThat(all(DocumentActions.ACTIONS_IN_QUEUE.of(QUEUE, "q1"))).isEmpty();
        assertThat(all(DocumentActions.ACTIONS_BY_STATUS.of(COMPLETE))).hasSize(1);
    }

    @Test
    void syncs_byDocumentStatusAndType_areOneRequestEach() {
        Sync first = sync("d1", NOON, SyncStatus.FAILED, SyncType.METADATA);
        Sync second = sync("d1", ONE, SyncStatus.COMPLETE, SyncType.METADATA);
        Sync other = sync("d2", NOON, SyncStatus.COMPLETE, SyncType.CONTENT);
        put(DocumentActions.SYNC, first, second, other);

        assertThat(all(DocumentActions.SYNCS_OF_DOCUMENT.of("d1"))).containsExactly(second, first);
        assertThat(one(DocumentActions.SYNC_BY_KEY.of("d1", NOON))).containsExactly(first);
        assertThat(all(DocumentActions.SYNCS_BY_STATUS.of(SyncService.OPENSEARCH, SyncStatus.COMPLETE)))
                .containsExactly(other, second);
        assertThat(all(DocumentActions.SYNCS_BY_STATUS_AND_TYPE.of(
                        SyncService.OPENSEARCH, SyncStatus.COMPLETE, SyncType.METADATA)))
                .containsExactly(second);
        assertThat(all(DocumentActions.SYNCS_BY_STATUS.of(SyncService.TYPESENSE, SyncStatus.COMPLETE)))
                .isEmpty();
    }

    static Action action(String document, int idx, ActionType type, ActionStatus status, @Nullable String queue) {
        return new Action(
                document, idx, type, status, null, null, "joe", NOON, null, null, null, queue, null, null, null, null,
                null);
    }

    static Sync sync(String document, Instant at, SyncStatus status, SyncType type) {
        return new Sync(document, SyncService.OPENSEARCH, at, "joe", status, type, null, null);
    }
}
