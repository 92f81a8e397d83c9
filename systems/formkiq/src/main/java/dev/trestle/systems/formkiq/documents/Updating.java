package dev.trestle.systems.formkiq.documents;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.formkiq.actions.ActionList;
import dev.trestle.systems.formkiq.actions.Actions;
import dev.trestle.systems.formkiq.actions.Adder;
import dev.trestle.systems.formkiq.actions.NewAction;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.api.RowPlan;
import dev.trestle.systems.formkiq.attributes.DocumentValues;
import dev.trestle.systems.formkiq.documents.Contents.StoredContent;
import dev.trestle.systems.formkiq.documents.DocumentViews.AddedChild;
import dev.trestle.systems.formkiq.documents.DocumentViews.AddedDocument;
import dev.trestle.systems.formkiq.documents.DocumentViews.NewChild;
import dev.trestle.systems.formkiq.documents.DocumentViews.NewDocument;
import dev.trestle.systems.formkiq.folders.FolderAccess;
import dev.trestle.systems.formkiq.folders.PathIndex;
import dev.trestle.systems.formkiq.model.DocumentActions.Action;
import dev.trestle.systems.formkiq.model.Documents;
import dev.trestle.systems.formkiq.model.Documents.Document;
import dev.trestle.systems.formkiq.model.DocumentsDocumentBuilder;
import dev.trestle.systems.formkiq.model.Permission;
import dev.trestle.systems.formkiq.tags.TagRows;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Changes documents: what is given replaces what was there, by field, by key of metadata, tags and attributes. */
final class Updating {
    private static final int CHILDREN_MAX = 100;
    /** Of values, tags and actions, in one transaction with the document. */
    private static final int ROWS_MAX = 75;

    private final Library library;
    private final Contents contents;
    private final Creation creation;
    private final Changes changes;
    private final Actions actions;

    Updating(Library library, Contents contents, Creation creation, Changes changes, Actions actions) {
        this.library = library;
        this.contents = contents;
        this.creation = creation;
        this.changes = changes;
        this.actions = actions;
    }

    AddedDocument update(Caller caller, Instant at, String documentId, NewDocument asked) {
        ItemStore store = library.store(caller);
        library.require(caller, documentId, Permission.WRITE);
        Refusals refusals = new Refusals();
        Checks.fields(refusals, asked);
        List<NewChild> children = asked.documents() == null ? List.of() : asked.documents();
        children.forEach(child -> Checks.fields(refusals, child.asDocument()));
        refusals.check();
        FolderAccess access = FolderAccess.of(store, caller);
        if (!Checks.isEmpty(asked.path())) {
            access.requireNew(asked.path());
        }
        List<NewAction> todo = actions.wanted(store, asked.actions());
        byte[] content = Checks.content(asked);
        Incoming.checkLength(store, content == null ? null : (long) content.length);
        String checksum = content == null ? asked.checksum() : Checks.checksum(asked, content);
        int siblings = store.first(Documents.CHILDREN_OF_DOCUMENT.of(documentId), CHILDREN_MAX)
                .size();
        if (siblings + children.size() > CHILDREN_MAX) {
            throw Refusals.of("documents", "maximum number is " + CHILDREN_MAX);
        }
        @Nullable
        StoredContent stored = content == null
                ? null
                : contents.put(caller.site(), documentId, content, typeOf(store, documentId, asked));
        try {
            commit(caller, store, at, documentId, asked, stored, checksum, todo);
        } catch (ApiException refused) {
            if (stored != null) {
                contents.dropQuietly(stored.key(), stored.version());
            }
            throw refused;
        }
        List<AddedChild> added = creation.addChildren(caller, store, at, documentId, children);
        return new AddedDocument(documentId, caller.site(), null, null, added.isEmpty() ? null : added);
    }

    private static @Nullable String typeOf(ItemStore store, String documentId, NewDocument asked) {
        if (!Checks.isEmpty(asked.contentType())) {
            return asked.contentType();
        }
        Optional<Document> before = store.get(Documents.DOCUMENT_BY_ID.of(documentId));
        String path = Checks.isEmpty(asked.path()) ? before.map(Document::path).orElse(null) : asked.path();
        return before.map(Document::contentType).orElse(Contents.typeOf(path));
    }

    private void commit(
            Caller caller,
            ItemStore store,
            Instant at,
            String documentId,
            NewDocument asked,
            @Nullable StoredContent stored,
            @Nullable String checksum,
            List<NewAction> todo) {
        RowPlan first = rows(caller, store, at, documentId, asked);
        boolean fits = first.fits() && first.size() + todo.size() <= ROWS_MAX;
        Object unused = changes.as(caller).run(store, () -> {
            Stored<Document> before =
                    library.find(store, documentId).orElseThrow(() -> Refusals.noDocument(documentId));
            Decision<?> decision = Decision.done();
            Document after = changed(decision, caller, store, at, before.record(), asked, stored, checksum);
            decision.replace(Documents.DOCUMENT, before, after);
            if (fits) {
                rows(caller, store, at, documentId, asked).into(decision);
            }
            if (stored != null || !Checks.isEmpty(asked.deepLinkPath())) {
                actions.contentCame(store, decision, caller.site(), before.record(), after, caller.actor());
            }
            if (!todo.isEmpty()) {
                ActionList list = actions.list(store, caller.site(), documentId);
                List<Action> unusedAdded = list.add(Adder.of(caller), at, todo);
                list.into(decision);
            }
            return decision;
        });
        if (!fits) {
            first.run(changes.as(caller), store);
        }
    }

    private static RowPlan rows(Caller caller, ItemStore store, Instant at, String documentId, NewDocument asked) {
        boolean hasTags = asked.tags() != null && !asked.tags().isEmpty();
        RowPlan plan = TagRows.plan(
                new TagRows.By(caller.user(), documentId, at),
                asked.tags(),
                hasTags ? TagRows.of(store, documentId) : List.of(),
                false);
        plan.addAll(DocumentValues.plan(
                store,
                new DocumentValues.By(caller, documentId, at),
                asked.attributes(),
                DocumentValues.Mode.REPLACE_KEYS,
                DocumentValues.of(store, documentId)));
        return plan;
    }

    private Document changed(
            Decision<?> decision,
            Caller caller,
            ItemStore store,
            Instant at,
            Document before,
            NewDocument asked,
            @Nullable StoredContent stored,
            @Nullable String checksum) {
        DocumentsDocumentBuilder after = DocumentsDocumentBuilder.builder(before)
                .lastModifiedDate(at)
                .metadata(Checks.merged(before.metadata(), asked.metadata()));
        if (!Checks.isEmpty(asked.path())) {
            after.path(moved(decision, caller, store, at, before, String.valueOf(asked.path())));
        }
        if (!Checks.isEmpty(asked.width())) {
            after.width(asked.width());
        }
        if (!Checks.isEmpty(asked.height())) {
            after.height(asked.height());
        }
        if (!Checks.isEmpty(asked.contentType())) {
            after.contentType(asked.contentType());
        }
        if (!Checks.isEmpty(asked.deepLinkPath())) {
            String link = String.valueOf(asked.deepLinkPath());
            after.deepLinkPath(link)
                    .contentType(Checks.isEmpty(asked.contentType()) ? Checks.typeOfLink(link) : asked.contentType());
        }
        if (stored != null) {
            after.s3version(stored.version())
                    .contentLength(stored.length())
                    .checksum(checksum == null ? stored.etag() : checksum)
                    .checksumType(asked.checksumType())
                    .deepLinkPath(null);
            if (before.contentType() == null && Checks.isEmpty(asked.contentType())) {
                after.contentType(Contents.typeOf(before.path()));
            }
        }
        return after.build();
    }

    /** The path that a document gets; the name that it is left with if another has the wanted one. */
    static String moved(
            Decision<?> decision, Caller caller, ItemStore store, Instant at, Document before, String path) {
        if (before.belongsToDocumentId() != null || path.equals(before.path())) {
            return path;
        }
        String documentId = before.documentId();
        Optional<PathIndex.Entry> old = PathIndex.entryOf(store, before.path(), documentId);
        if (old.isPresent() && PathIndex.names(path).equals(PathIndex.names(String.valueOf(before.path())))) {
            return path;
        }
        String placed = PathIndex.place(decision, store, path, documentId, new PathIndex.By(caller.user(), at));
        if (old.isPresent() && !PathIndex.names(placed).equals(PathIndex.names(String.valueOf(before.path())))) {
            PathIndex.remove(decision, old.get());
        }
        return placed;
    }
}
