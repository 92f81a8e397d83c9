package dev.trestle.systems.formkiq.locks;

import dev.trestle.model.Bound;
import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.formkiq.api.Actor;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.api.UseCounts;
import dev.trestle.systems.formkiq.model.Documents;
import dev.trestle.systems.formkiq.model.Documents.Document;
import dev.trestle.systems.formkiq.model.Entities;
import dev.trestle.systems.formkiq.model.RecordRows;
import dev.trestle.systems.formkiq.model.RecordRows.DocumentLock;
import dev.trestle.systems.formkiq.model.RecordRows.LockStamp;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Whether documents may be changed. Whoever checked a document out changes it alone; what is under a legal hold nobody
 * changes. Each change is committed together with a check of the document's lock, so that a lock and a change never
 * both succeed. What moves or deletes many documents at once checks the stamp that every lock changes.
 */
public final class Locks {
    private static final int LOCKS_MAX = 1_000_000;
    private static final int AT_ONCE = 100;

    private Locks() {}

    public static Optional<Stored<DocumentLock>> find(ItemStore store, String documentId) {
        return store.stored(RecordRows.LOCK_OF_DOCUMENT.of(documentId));
    }

    /** Holds a decision to a document's being free for somebody, or refuses it. */
    public static void check(ItemStore store, Decision<?> decision, Actor actor, String documentId) {
        boolean isOfLock = decision.touches().stream().anyMatch(touch -> touch.entity() == RecordRows.DOCUMENT_LOCK);
        if (isOfLock || actor.finishesWhatWasAllowed()) {
            return; // whoever locks or unlocks has looked at the lock
        }
        Optional<Stored<DocumentLock>> lock = find(store, documentId);
        lock.ifPresent(found -> require(found.record(), actor));
        decision.check(
                RecordRows.LOCK_OF_DOCUMENT.of(documentId),
                lock.isPresent() ? Expect.unchanged(lock.get()) : Expect.ABSENT);
    }

    /** Whether somebody may not change a document now. */
    public static boolean stops(ItemStore store, Actor actor, String documentId) {
        return find(store, documentId)
                .filter(lock -> refusal(lock.record(), actor) != null)
                .isPresent();
    }

    private static void require(DocumentLock lock, Actor actor) {
        ApiException refusal = refusal(lock, actor);
        if (refusal != null) {
            throw refusal;
        }
    }

    private static @Nullable ApiException refusal(DocumentLock lock, Actor actor) {
        if (lock.heldBy() != null) {
            return held();
        }
        String holder = lock.holder();
        return holder == null || holder.equals(actor.identity()) || actor.goesOnBesideCheckouts()
                ? null
                : checkedOut(lock);
    }

    static ApiException held() {
        return Refusals.conflict("document is under legal hold");
    }

    static ApiException checkedOut(DocumentLock lock) {
        return Refusals.conflict("document is checked out by '" + lock.checkedOutBy() + "'");
    }

    /** Holds a decision about a folder to nothing in it being locked for somebody. */
    public static void requireFreeBelow(ItemStore store, Decision<?> decision, Actor actor, String folder) {
        unchangedLocks(store, decision);
        String prefix = folder + "/";
        List<String> locked = new ArrayList<>();
        try (Stream<DocumentLock> all = store.complete().stream(RecordRows.LOCKS.of(), LOCKS_MAX)) {
            all.filter(lock -> refusal(lock, actor) != null).forEach(lock -> locked.add(lock.documentId()));
        }
        for (int from = 0; from < locked.size(); from += AT_ONCE) {
            List<Bound<Document>> bounds = locked.subList(from, Math.min(locked.size(), from + AT_ONCE)).stream()
                    .map(Documents.DOCUMENT_BY_ID::of)
                    .toList();
            for (Optional<Document> each : store.getAll(bounds)) {
                String path = each.map(found -> pathOf(store, found)).orElse("");
                if (path.startsWith(prefix)) {
                    require(
                            find(store, each.orElseThrow().documentId())
                                    .orElseThrow()
                                    .record(),
                            actor);
                }
            }
        }
    }

    /** A child is where its parent is. */
    private static String pathOf(ItemStore store, Document document) {
        String parent = document.belongsToDocumentId();
        String path = parent == null
                ? document.path()
                : store.get(Documents.DOCUMENT_BY_ID.of(parent))
                        .map(Document::path)
                        .orElse("");
        String shown = String.valueOf(path);
        return shown.startsWith("/") ? shown.substring(1) : shown;
    }

    /** Holds a decision about a document to its children being free: they go with it. */
    public static void requireFree(ItemStore store, Decision<?> decision, Actor actor, Collection<String> children) {
        if (children.isEmpty()) {
            return;
        }
        unchangedLocks(store, decision);
        List<Bound<DocumentLock>> bounds =
                children.stream().map(RecordRows.LOCK_OF_DOCUMENT::of).toList();
        store.getAll(bounds).forEach(lock -> lock.ifPresent(found -> require(found, actor)));
    }

    private static void unchangedLocks(ItemStore store, Decision<?> decision) {
        Bound<LockStamp> bound = RecordRows.STAMP_OF_LOCKS.of();
        decision.check(bound, store.stored(bound).<Expect>map(Expect::unchanged).orElse(Expect.ABSENT));
    }

    /** What a document's lock has left, once the document is gone. */
    public static void forget(Decision<?> decision, ItemStore store, String documentId) {
        Optional<Stored<DocumentLock>> lock = find(store, documentId);
        if (lock.isEmpty()) {
            return;
        }
        decision.delete(RecordRows.DOCUMENT_LOCK, lock.get());
        dropEntity(decision, store, lock.get().record().checkoutEntity());
        dropEntity(decision, store, lock.get().record().holdEntity());
    }

    /** {@code entity} is a type's id and its own, with a hash between them. */
    static void dropEntity(Decision<?> decision, ItemStore store, @Nullable String entity) {
        if (entity == null) {
            return;
        }
        String[] ids = entity.split("#", 2);
        store.stored(Entities.ENTITY_BY_ID.of(ids[0], ids[1])).ifPresent(row -> {
            decision.delete(Entities.ENTITY, row);
            UseCounts.add(decision, store, UseCounts.ofEntityType(ids[0]), ids[1], -1);
        });
    }
}
