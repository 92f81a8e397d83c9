package dev.trestle.systems.formkiq.activity;

import dev.trestle.model.Bound;
import dev.trestle.model.Entity;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Decision.Effect;
import dev.trestle.platform.operation.Decision.Touch;
import dev.trestle.systems.formkiq.api.Actor;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.model.DocumentAttributes.DocumentAttribute;
import dev.trestle.systems.formkiq.model.DocumentTags.Tag;
import dev.trestle.systems.formkiq.model.Documents;
import dev.trestle.systems.formkiq.model.Documents.Document;
import dev.trestle.systems.formkiq.model.Documents.SoftDeletedDocument;
import dev.trestle.systems.formkiq.model.Entities.EntityRecord;
import dev.trestle.systems.formkiq.model.Entities.EntityType;
import dev.trestle.systems.formkiq.model.Folders;
import dev.trestle.systems.formkiq.model.Folders.FolderEntry;
import dev.trestle.systems.formkiq.model.OpenPolicies.OpenPolicy;
import dev.trestle.systems.formkiq.model.OpenPolicies.PolicyType;
import dev.trestle.systems.formkiq.model.PathType;
import dev.trestle.systems.formkiq.model.SupportTable;
import dev.trestle.systems.formkiq.model.SupportTable.AwaitedContent;
import dev.trestle.systems.formkiq.model.VersionsTable.DocumentVersion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Attends every decision of the system. What it does to documents, entities and settings is added to it as rows of the
 * record, with what was before: the change and its record are one transaction. A decision that touches such things
 * and says nobody who makes it fails, so that no operation gets around the record. For any number of threads.
 */
public final class Recorder implements Changes.Witness {
    private final Guard guard;
    private final Moments moments;

    /** Refuses changes of documents that somebody keeps from being changed. */
    @FunctionalInterface
    public interface Guard {
        void check(ItemStore store, Decision<?> decision, Actor actor, String documentId);
    }

    public Recorder(java.time.Clock clock, Guard guard) {
        this.guard = guard;
        this.moments = new Moments(clock);
    }

    Moments moments() {
        return moments;
    }

    /** The entities whose changes are in the record. */
    public static List<Entity<?>> recorded() {
        return Watched.all();
    }

    /** Records that somebody looked at a document. */
    public void viewed(Changes changes, ItemStore store, Caller caller, String documentId) {
        Object unused = changes.run(store, () -> {
            Decision<?> decision = Decision.done();
            new Rows(store, decision, caller.actor(), moments).view(documentId);
            return decision;
        });
    }

    /** Adds to what is about to be done that somebody is given a document's content by it. */
    public void viewing(ItemStore store, Decision<?> decision, Actor actor, String documentId) {
        new Rows(store, decision, actor, moments).view(documentId);
    }

    /** A touch with the records that it is about. */
    private record Known(
            Effect effect,
            Entity<?> entity,
            @Nullable Record before,
            @Nullable Record after) {}

    @Override
    public void attend(ItemStore store, Decision<?> decision, @Nullable Object who) {
        List<Touch> touches = decision.touches().stream()
                .filter(touch -> Watched.knows(touch.entity()))
                .toList();
        if (touches.isEmpty()) {
            return;
        }
        Actor actor = actorOf(who, touches);
        if (actor.isFollowing()) {
            return;
        }
        ItemStore current = store.consistent();
        List<Known> known = new ArrayList<>();
        touches.forEach(touch -> known.add(known(current, touch)));
        Rows rows = new Rows(current, decision, actor, moments);
        boolean finishes = decision.touches().stream()
                .anyMatch(
                        touch -> touch.entity() == SupportTable.UNFINISHED_DOCUMENT && touch.effect() == Effect.DELETE);
        for (DocumentChange change : documents(known, finishes).values()) {
            if (!change.hasRow()
                    && current.stored(Documents.DOCUMENT_BY_ID.of(change.documentId))
                            .isEmpty()) {
                continue; // rows of a document that is being made: it is recorded once it is there
            }
            guard.check(current, decision, actor, change.documentId);
            rows.add(change);
        }
        recordFolders(rows, known);
        for (Known each : known) {
            if (each.before() instanceof EntityRecord || each.after() instanceof EntityRecord) {
                rows.addEntity((EntityRecord) each.before(), (EntityRecord) each.after());
            } else if (each.before() instanceof EntityType || each.after() instanceof EntityType) {
                rows.addEntityType((EntityType) each.before(), (EntityType) each.after());
            } else if (Watched.SETTINGS.containsKey(each.entity()) && !isPartOfPolicy(each)) {
                rows.addSetting(each.entity(), each.before(), each.after());
            }
        }
    }

    /** A policy is recorded once, as a whole: its rows may be as many as a transaction takes. */
    private static boolean isPartOfPolicy(Known known) {
        Record any = known.after() == null ? known.before() : known.after();
        return any instanceof OpenPolicy policy && policy.type() != PolicyType.FULL;
    }

    private static Actor actorOf(@Nullable Object who, List<Touch> touches) {
        if (who instanceof Actor actor) {
            return actor;
        }
        if (who instanceof Caller caller) {
            return caller.actor();
        }
        throw new IllegalStateException("Nobody is said to change "
                + touches.stream()
                        .map(touch -> touch.entity().name())
                        .distinct()
                        .toList()
                + ": what is recorded has somebody who does it.");
    }

    private static Known known(ItemStore store, Touch touch) {
        Bound<?> bound = touch.bound();
        if (bound != null && touch.effect() == Effect.CHANGE) {
            throw new IllegalStateException(
                    "A change of " + touch.entity().name() + " without its record cannot be recorded.");
        }
        if (bound != null) {
            return new Known(touch.effect(), touch.entity(), stored(store, bound), null);
        }
        boolean isOpen = touch.before() == null && touch.effect() == Effect.PUT;
        return new Known(
                touch.effect(),
                touch.entity(),
                isOpen && !Watched.DOCUMENT.contains(touch.entity())
                        ? storedAt(store, touch.entity(), touch.after())
                        : touch.before(),
                touch.after());
    }

    @SuppressWarnings("unchecked")
    private static @Nullable Record stored(ItemStore store, Bound<?> bound) {
        return store.stored((Bound<Record>) bound).map(Stored::record).orElse(null);
    }

    @SuppressWarnings("unchecked")
    private static @Nullable Record storedAt(ItemStore store, Entity<?> entity, @Nullable Record record) {
        return record == null
                ? null
                : store.storedAt((Entity<Record>) entity, record)
                        .map(Stored::record)
                        .orElse(null);
    }

    /** What a decision does to documents, by their ids. Entries of folders say something only where no document does. */
    private static Map<String, DocumentChange> documents(List<Known> known, boolean finishes) {
        Map<String, DocumentChange> changes = new LinkedHashMap<>();
        for (Known each : known) {
            Record row = each.after() == null ? each.before() : each.after();
            if (row instanceof Document document) {
                DocumentChange change = of(changes, document.documentId());
                change.before = (Document) each.before();
                change.after = (Document) each.after();
                change.isFinished = finishes;
            } else if (row instanceof SoftDeletedDocument document) {
                DocumentChange change = of(changes, document.documentId());
                change.goesAway |= each.after() != null;
                change.comesBack |= each.after() == null;
            } else if (row instanceof DocumentAttribute value) {
                DocumentChange change = of(changes, value.documentId());
                (each.after() == null ? change.goneValues : change.madeValues).add(value);
            } else if (row instanceof Tag tag) {
                DocumentChange change = of(changes, tag.documentId());
                (each.after() == null ? change.goneTags : change.madeTags).add(tag);
            }
        }
        boolean hasRows = changes.values().stream().anyMatch(DocumentChange::hasRow);
        for (Known each : known) {
            if (each.after() instanceof AwaitedContent awaited) {
                DocumentChange unused = of(changes, awaited.documentId());
            } else if (!hasRows && each.after() == null && each.before() instanceof DocumentVersion version) {
                of(changes, version.documentId()).loses(version);
            }
            boolean isEntry = !hasRows && each.entity() == Folders.FOLDER_ENTRY && each.after() == null;
            if (isEntry && each.before() instanceof FolderEntry entry && entry.type() == PathType.FILE) {
                of(changes, entry.documentId()).loses(entry.path());
            }
        }
        return changes;
    }

    /** Folders that were made, moved or deleted by themselves; those that come with a document are no news. */
    private static void recordFolders(Rows rows, List<Known> known) {
        boolean isOfDocument =
                known.stream().anyMatch(each -> each.before() instanceof Document || each.after() instanceof Document);
        if (isOfDocument) {
            return;
        }
        Map<String, FolderEntry> gone = new LinkedHashMap<>();
        for (Known each : known) {
            if (each.after() == null
                    && each.before() instanceof FolderEntry entry
                    && entry.type() == PathType.DIRECTORY) {
                gone.put(entry.documentId(), entry);
            }
        }
        for (Known each : known) {
            if (each.after() instanceof FolderEntry entry && entry.type() == PathType.DIRECTORY) {
                rows.addFolder(gone.remove(entry.documentId()), entry);
            }
        }
        gone.values().forEach(entry -> rows.addFolder(entry, null));
    }

    private static DocumentChange of(Map<String, DocumentChange> changes, String documentId) {
        return changes.computeIfAbsent(documentId, DocumentChange::new);
    }
}
