package dev.trestle.systems.formkiq.retention;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.formkiq.api.Actor;
import dev.trestle.systems.formkiq.attributes.DocumentValues;
import dev.trestle.systems.formkiq.documents.Disposing;
import dev.trestle.systems.formkiq.model.DocumentAttributes.DocumentAttribute;
import dev.trestle.systems.formkiq.model.Documents.Document;
import dev.trestle.systems.formkiq.model.RetentionRows;
import dev.trestle.systems.formkiq.model.RetentionRows.Disposal;
import dev.trestle.systems.formkiq.model.RetentionRows.Outcome;
import dev.trestle.systems.formkiq.model.RetentionRows.Schedule;
import dev.trestle.systems.formkiq.model.RetentionRowsDisposalBuilder;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Lists documents before their time comes, and deletes those whose schedule says so once they have been listed for
 * long enough. What is under a legal hold stays, whatever a schedule or a person says. Doing it again changes nothing.
 */
final class Disposals {
    private static final String HOLD = "CheckoutForLegalHold";
    private static final int SCHEDULES_MAX = 1000;

    private final Disposing disposing;
    private final Changes changes;
    private final Clock clock;

    Disposals(Disposing disposing, Changes changes, Clock clock) {
        this.disposing = disposing;
        this.changes = changes;
        this.clock = clock;
    }

    ItemStore store(String site) {
        return disposing.store(site);
    }

    ItemStore indexes(String site) {
        return disposing.indexes(site);
    }

    static Map<String, Schedule> schedules(ItemStore store) {
        Map<String, Schedule> found = new HashMap<>();
        store.first(RetentionRows.SCHEDULES.of(), SCHEDULES_MAX)
                .forEach(each -> found.put(each.classificationId(), each));
        return found;
    }

    LocalDate today() {
        return clock.instant().atOffset(ZoneOffset.UTC).toLocalDate();
    }

    Optional<Document> document(ItemStore store, String documentId) {
        return disposing.find(store, documentId).map(Stored::record);
    }

    static boolean isHeld(ItemStore store, String documentId) {
        return isHeld(DocumentValues.of(store, documentId));
    }

    private static boolean isHeld(List<DocumentAttribute> values) {
        return values.stream().anyMatch(value -> value.key().equals(HOLD));
    }

    /** Whether nothing but a hold keeps a document from what its schedule says. */
    boolean isOver(Disposal disposal, int noticeDays) {
        LocalDate today = today();
        boolean isKept = disposal.keptUntil() != null && today.isBefore(LocalDate.parse(disposal.keptUntil()));
        Instant noticed = disposal.listedAt().plus(Duration.ofDays(noticeDays));
        return !isKept
                && !today.isBefore(LocalDate.parse(disposal.due()))
                && !clock.instant().isBefore(noticed);
    }

    /** Lists a document if its time is about to come, and does what its schedule says. True if it lacks a date. */
    boolean look(String site, Map<String, Schedule> schedules, String documentId) {
        ItemStore store = store(site);
        Optional<Document> document = document(store, documentId);
        if (document.isEmpty()) {
            forget(store, documentId);
            return false;
        }
        Due.Found found = Due.of(document.get(), DocumentValues.of(store, documentId), schedules);
        Optional<Due> due = found.due()
                .filter(end ->
                        !today().isBefore(end.day().minusDays(end.schedule().noticeDays())));
        if (due.isEmpty()) {
            forget(store, documentId);
            return found.isUndated();
        }
        Disposal listed = changes.run(store, () -> listed(store, documentId, due.get()));
        if (listed.outcome() == Outcome.PURGE
                && isOver(listed, due.get().schedule().noticeDays())) {
            purge(site, documentId, new Actor(Actor.SYSTEM, "", site, null, "JOB"));
        }
        return false;
    }

    private Decision<Disposal> listed(ItemStore store, String documentId, Due due) {
        Optional<Stored<Disposal>> before = store.stored(RetentionRows.DISPOSAL_OF_DOCUMENT.of(documentId));
        Disposal fresh = new Disposal(
                documentId,
                due.schedule().classificationId(),
                due.day().toString(),
                due.outcome(),
                clock.instant().truncatedTo(ChronoUnit.SECONDS),
                null,
                null);
        if (before.isEmpty()) {
            return Decision.of(fresh).create(RetentionRows.DISPOSAL, fresh);
        }
        Disposal known = before.get().record();
        boolean isSame = known.due().equals(fresh.due())
                && known.outcome() == fresh.outcome()
                && known.classificationId().equals(fresh.classificationId());
        if (isSame) {
            return Decision.of(known);
        }
        // Another day or outcome is news: people have the whole notice once more. What somebody decided stays.
        Disposal after = RetentionRowsDisposalBuilder.builder(fresh)
                .keptUntil(known.keptUntil())
                .decidedBy(known.decidedBy())
                .build();
        return Decision.of(after).replace(RetentionRows.DISPOSAL, before.get(), after);
    }

    /** Notes that somebody wants a document kept until a day. */
    void keep(ItemStore store, Stored<Disposal> read, String until, String user) {
        Object unused = changes.run(
                store,
                () -> store.stored(RetentionRows.DISPOSAL_OF_DOCUMENT.of(
                                read.record().documentId()))
                        .<Decision<?>>map(before -> Decision.done()
                                .replace(
                                        RetentionRows.DISPOSAL,
                                        before,
                                        RetentionRowsDisposalBuilder.builder(before.record())
                                                .keptUntil(until)
                                                .decidedBy(user)
                                                .build()))
                        .orElse(Decision.done()));
    }

    private void forget(ItemStore store, String documentId) {
        if (store.stored(RetentionRows.DISPOSAL_OF_DOCUMENT.of(documentId)).isPresent()) {
            Object unused = changes.run(
                    store,
                    () -> Decision.done().delete(RetentionRows.DISPOSAL_OF_DOCUMENT.of(documentId), Expect.ANYTHING));
        }
    }

    /** Deletes a document and its place in the list in one transaction; false if a hold keeps it. */
    boolean purge(String site, String documentId, Actor actor) {
        ItemStore store = store(site);
        try {
            return changes.as(actor).run(store, () -> purging(store, site, documentId));
        } catch (ApiException locked) {
            if (locked.problem().kind() == Kind.CONFLICT) {
                return false; // a hold, or somebody has it checked out
            }
            throw locked;
        }
    }

    private Decision<Boolean> purging(ItemStore store, String site, String documentId) {
        Optional<Stored<Document>> document = disposing.find(store, documentId);
        if (document.isPresent() && isHeld(store, documentId)) {
            return Decision.of(false);
        }
        Decision<Boolean> decision = Decision.of(document.isPresent());
        document.ifPresent(found -> disposing.delete(decision, store, site, found));
        return decision.delete(RetentionRows.DISPOSAL_OF_DOCUMENT.of(documentId), Expect.ANYTHING);
    }
}
