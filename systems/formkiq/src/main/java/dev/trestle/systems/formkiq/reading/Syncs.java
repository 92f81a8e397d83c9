package dev.trestle.systems.formkiq.reading;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.formkiq.api.Actor;
import dev.trestle.systems.formkiq.model.DocumentActions;
import dev.trestle.systems.formkiq.model.DocumentActions.Sync;
import dev.trestle.systems.formkiq.model.DocumentActions.SyncService;
import dev.trestle.systems.formkiq.model.DocumentActions.SyncStatus;
import dev.trestle.systems.formkiq.model.DocumentActions.SyncType;
import dev.trestle.systems.formkiq.model.DocumentRows;
import dev.trestle.systems.formkiq.model.Documents;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What was written to the index of words, as rows of the documents. The latest of each document are kept. */
public final class Syncs {
    /** How many a document has; older ones go. */
    static final int ROWS_MAX = 100;

    private static final int MESSAGE_MAX = 1000;

    private final Changes changes;
    private final Clock clock;

    public Syncs(Changes changes, Clock clock) {
        this.changes = changes;
        this.clock = clock;
    }

    /** Notes a write of a document that is there; of another one nothing is noted. */
    public void write(ItemStore reads, String documentId, SyncType type, SyncStatus status, @Nullable String message) {
        ItemStore store = reads.consistent();
        Object unused = changes.run(store, () -> {
            Decision<?> decision = Decision.done();
            if (store.stored(Documents.DOCUMENT_BY_ID.of(documentId)).isEmpty()) {
                return decision;
            }
            List<Stored<Sync>> latest =
                    store.firstStored(DocumentActions.SYNCS_OF_DOCUMENT.of(documentId), ROWS_MAX + 1);
            Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
            Instant last =
                    latest.isEmpty() ? Instant.EPOCH : latest.get(0).record().syncDate();
            // Two in one second would have the same key.
            Instant at = now.isAfter(last) ? now : last.plusSeconds(1);
            if (latest.size() >= ROWS_MAX) {
                latest.subList(ROWS_MAX - 1, latest.size()).forEach(row -> decision.delete(DocumentActions.SYNC, row));
            }
            return decision.check(Documents.DOCUMENT_BY_ID.of(documentId), Expect.PRESENT)
                    .create(DocumentActions.SYNC, row(documentId, type, status, message, at, now));
        });
    }

    /** Notes that a document that was deleted softly has left the index. */
    public void softDeleted(ItemStore reads, String documentId) {
        ItemStore store = reads.consistent();
        Object unused = changes.run(store, () -> {
            if (store.stored(Documents.SOFT_DELETED_BY_ID.of(documentId)).isEmpty()) {
                return Decision.done();
            }
            Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
            return Decision.done()
                    .check(Documents.SOFT_DELETED_BY_ID.of(documentId), Expect.PRESENT)
                    .put(
                            DocumentRows.DELETED_SYNC,
                            row(documentId, SyncType.SOFT_DELETE, SyncStatus.COMPLETE, null, now, now));
        });
    }

    private static Sync row(
            String documentId, SyncType type, SyncStatus status, @Nullable String message, Instant at, Instant now) {
        String told = message != null && message.length() > MESSAGE_MAX ? message.substring(0, MESSAGE_MAX) : message;
        return new Sync(documentId, SyncService.OPENSEARCH, at, Actor.SYSTEM, status, type, told, now);
    }

    /** Has a decision mark what failed as tried again. */
    static void retryInto(ItemStore store, Decision<?> decision, String documentId, SyncType type) {
        for (Stored<Sync> row : store.firstStored(DocumentActions.SYNCS_OF_DOCUMENT.of(documentId), ROWS_MAX)) {
            Sync sync = row.record();
            boolean isRetried = sync.status() == SyncStatus.FAILED && sync.type() == type;
            if (isRetried && decision.actions() < ROWS_MAX / 2) {
                decision.replace(
                        DocumentActions.SYNC,
                        row,
                        new Sync(
                                documentId,
                                sync.service(),
                                sync.syncDate(),
                                sync.userId(),
                                SyncStatus.FAILED_RETRY,
                                sync.type(),
                                sync.message(),
                                sync.inserteddate()));
            }
        }
    }
}
