package dev.trestle.systems.formkiq.documents;

import dev.trestle.model.Bound;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Retrieved;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.uploads.Announced;
import dev.trestle.systems.formkiq.actions.Actions;
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
import dev.trestle.systems.formkiq.model.Documents;
import dev.trestle.systems.formkiq.model.Documents.ChildDocument;
import dev.trestle.systems.formkiq.model.Documents.Document;
import dev.trestle.systems.formkiq.model.DocumentsDocumentBuilder;
import dev.trestle.systems.formkiq.model.SupportTable;
import dev.trestle.systems.formkiq.model.SupportTable.DocumentDay;
import dev.trestle.systems.formkiq.model.SupportTable.UnfinishedDocument;
import dev.trestle.systems.formkiq.tags.TagRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Makes documents. The content is stored first, as a version that no row names yet; the row of the document comes
 * last. What does not fit into its transaction, children among it, is written before: nobody sees rows of a document
 * that is not there, and a job sweeps them if this process ends on the way.
 */
final class Creation {
    /** The type of the jobs that sweep what was never finished. */
    static final String SWEEP = "sweep-unfinished";

    private static final Duration SWEEP_AFTER = Duration.ofMinutes(10);

    private final Library library;
    private final Contents contents;
    private final Incoming incoming;
    private final Changes changes;
    private final DocumentLimits limits;
    private final Actions actions;
    /** The days of sites whose items are known to be there. */
    private final Set<String> days = ConcurrentHashMap.newKeySet();

    Creation(
            Library library,
            Contents contents,
            Incoming incoming,
            Changes changes,
            DocumentLimits limits,
            Actions actions) {
        this.library = library;
        this.contents = contents;
        this.incoming = incoming;
        this.changes = changes;
        this.limits = limits;
        this.actions = actions;
    }

    /** The payload of a sweep. */
    record Sweep(String site, String documentId, String token) {
        /** What the marker has while the rows are removed. */
        String ownToken() {
            return "swept " + token;
        }
    }

    /**
     * A document that is about to be made.
     *
     * @param held what of the schemas it is held to; a child is part of its parent, and to nothing
     * @param announced the upload of its content, if that is to come
     */
    private record Draft(
            Document document,
            NewDocument asked,
            DocumentValues.Held held,
            List<NewAction> actions,
            @Nullable StoredContent stored,
            @Nullable Announced announced) {
        @Nullable
        Map<String, String> headers() {
            Announced upload = announced;
            return upload == null || upload.put().headers().isEmpty()
                    ? null
                    : upload.put().headers();
        }

        @Nullable
        String url() {
            return announced == null ? null : announced.put().url();
        }
    }

    /** Checks what a request to make a document has to have. */
    static void check(NewDocument asked, boolean isUpload) {
        List<NewChild> children = asked.documents() == null ? List.of() : asked.documents();
        Refusals refusals = new Refusals();
        refusals.addIf(
                !isUpload
                        && Checks.isEmpty(asked.content())
                        && Checks.isEmpty(asked.deepLinkPath())
                        && children.isEmpty()
                        && Checks.isEmpty(asked.path())
                        && Checks.isEmpty(asked.contentType())
                        && isNone(asked.metadata())
                        && isNone(asked.tags())
                        && isNone(asked.attributes()),
                "",
                "either 'content', 'documents', or 'deepLinkPath' are required");
        Checks.fields(refusals, asked);
        children.forEach(child -> Checks.fields(refusals, child.asDocument()));
        refusals.check();
    }

    private static boolean isNone(@Nullable List<?> list) {
        return list == null || list.isEmpty();
    }

    AddedDocument add(
            Caller caller,
            Instant at,
            NewDocument asked,
            Incoming.Promise promise,
            boolean lengthRequired,
            DocumentValues.Held held) {
        ItemStore store = library.store(caller);
        String documentId = Checks.isEmpty(asked.documentId())
                ? UUID.randomUUID().toString()
                : Checks.documentId(String.valueOf(asked.documentId()));
        FolderAccess.of(store, caller).requireNew(asked.path());
        limits.check(store);
        requireFree(store, documentId);
        List<NewAction> todo = actions.wanted(store, asked.actions());
        List<NewChild> children = asked.documents() == null ? List.of() : asked.documents();
        List<Draft> drafts = new ArrayList<>();
        try {
            drafts.add(draft(
                    caller,
                    store,
                    at,
                    documentId,
                    asked,
                    null,
                    promise,
                    lengthRequired,
                    !children.isEmpty(),
                    held,
                    todo));
            for (int i = 0; i < children.size(); i++) {
                NewDocument child = children.get(i).asDocument();
                Incoming.Promise own = new Incoming.Promise(child.checksumType(), child.checksum(), null, null);
                drafts.add(draft(
                        caller,
                        store,
                        at,
                        rising(at, i),
                        child,
                        documentId,
                        own,
                        false,
                        false,
                        DocumentValues.Held.NOT,
                        List.of()));
            }
            commit(caller, store, drafts);
        } catch (ApiException refused) {
            drafts.forEach(this::drop);
            throw refused;
        }
        return added(caller, drafts);
    }

    /**
     * Makes a document of a file that is on this machine already. {@code asked} has an id and a path.
     *
     * @return its id and path, which is another one if that was taken; empty if there is a document of that id
     */
    Optional<Document> addFile(Caller caller, Instant at, NewDocument asked, Path file, DocumentValues.Held held)
            throws IOException {
        ItemStore store = library.store(caller);
        String documentId = String.valueOf(asked.documentId());
        FolderAccess.of(store, caller).requireNew(asked.path());
        limits.check(store);
        if (isTaken(store, documentId)) {
            return Optional.empty();
        }
        Incoming.checkLength(store, Files.size(file));
        StoredContent stored = contents.put(caller.site(), documentId, file, asked.contentType());
        Document document = new Document(
                documentId,
                at,
                at,
                caller.user(),
                asked.path(),
                null,
                Checks.merged(Map.of(), asked.metadata()),
                asked.contentType(),
                stored.length(),
                stored.etag(),
                null,
                stored.version(),
                null,
                null,
                null);
        Draft draft = new Draft(document, asked, held, List.of(), stored, null);
        try {
            commit(caller, store, List.of(draft));
        } catch (ApiException refused) {
            drop(draft);
            if (isTaken(store, documentId)) {
                return Optional.empty(); // somebody else was faster
            }
            throw refused;
        }
        return store.get(Documents.DOCUMENT_BY_ID.of(documentId));
    }

    private static AddedDocument added(Caller caller, List<Draft> drafts) {
        Draft main = drafts.get(0);
        List<AddedChild> children = drafts.subList(1, drafts.size()).stream()
                .map(each -> new AddedChild(each.document().documentId(), each.url(), each.headers()))
                .toList();
        return new AddedDocument(
                main.document().documentId(),
                caller.site(),
                main.url(),
                main.headers(),
                children.isEmpty() ? null : children);
    }

    private static void requireFree(ItemStore store, String documentId) {
        if (isTaken(store, documentId)) {
            throw taken(documentId);
        }
    }

    private static boolean isTaken(ItemStore store, String documentId) {
        Bound<Document> live = Documents.DOCUMENT_BY_ID.of(documentId);
        Bound<Documents.SoftDeletedDocument> deleted = Documents.SOFT_DELETED_BY_ID.of(documentId);
        Retrieved read = store.retrieve(List.of(live, deleted));
        return read.readable(live).isPresent() || read.readable(deleted).isPresent();
    }

    private static ApiException taken(String documentId) {
        return Refusals.conflict("documentId '" + documentId + "' already exists");
    }

    private Draft draft(
            Caller caller,
            ItemStore store,
            Instant at,
            String documentId,
            NewDocument asked,
            @Nullable String parent,
            Incoming.Promise promise,
            boolean lengthRequired,
            boolean hasChildren,
            DocumentValues.Held held,
            List<NewAction> todo) {
        String link = Checks.isEmpty(asked.deepLinkPath()) ? null : asked.deepLinkPath();
        String path = Checks.isEmpty(asked.path())
                ? link == null ? documentId : Checks.nameOf(link)
                : String.valueOf(asked.path());
        byte[] content = Checks.content(asked);
        Incoming.checkLength(store, content == null ? null : (long) content.length);
        String checksum = content == null ? asked.checksum() : Checks.checksum(asked, content);
        String type = asked.contentType();
        if (Checks.isEmpty(type)) {
            type = link == null ? content == null ? null : Contents.typeOf(path) : Checks.typeOfLink(link);
        }
        boolean awaits = content == null && link == null && !hasChildren;
        Announced announced = awaits ? incoming.announce(caller, store, documentId, promise, lengthRequired) : null;
        StoredContent stored = content == null ? null : contents.put(caller.site(), documentId, content, type);
        Document document = new Document(
                documentId,
                at,
                at,
                caller.user(),
                path,
                link,
                Checks.merged(Map.of(), asked.metadata()),
                type,
                stored == null ? null : stored.length(),
                stored != null && checksum == null ? stored.etag() : checksum,
                asked.checksumType(),
                stored == null ? null : stored.version(),
                parent,
                Checks.isEmpty(asked.width()) ? null : asked.width(),
                Checks.isEmpty(asked.height()) ? null : asked.height());
        return new Draft(document, asked, held, todo, stored, announced);
    }

    private void drop(Draft draft) {
        StoredContent stored = draft.stored();
        if (stored != null) {
            contents.dropQuietly(stored.key(), stored.version());
        }
    }

    private RowPlan rows(Caller caller, ItemStore store, Draft draft) {
        Document document = draft.document();
        RowPlan plan = TagRows.plan(
                new TagRows.By(caller.user(), document.documentId(), document.inserteddate()),
                draft.asked().tags(),
                List.of(),
                false);
        plan.addAll(DocumentValues.plan(
                store,
                new DocumentValues.By(caller, document.documentId(), document.inserteddate()),
                draft.asked().attributes(),
                DocumentValues.Mode.ADD,
                draft.held(),
                List.of()));
        actions.plan(
                plan,
                store,
                document.documentId(),
                caller,
                document.inserteddate(),
                draft.actions(),
                draft.asked().documentId() != null);
        return plan;
    }

    private void commit(Caller caller, ItemStore store, List<Draft> drafts) {
        Draft main = drafts.get(0);
        RowPlan first = rows(caller, store, main);
        if (!caller.grant().allows(first.values())) {
            throw Refusals.denied();
        }
        if (first.fits() && drafts.size() == 1) {
            Object unused = changes.as(caller).run(store, () -> {
                Decision<?> decision = creating(caller, store, main, null);
                rows(caller, store, main).into(decision);
                return decision;
            });
        } else {
            String token = UUID.randomUUID().toString();
            begin(caller, store, main.document().documentId(), token);
            writeAhead(caller, store, main.document().documentId(), first, drafts.subList(1, drafts.size()));
            Object unused = changes.as(caller).run(store, () -> creating(caller, store, main, token));
        }
        days.add(dayKey(caller.site(), main.document().inserteddate()));
    }

    private void begin(Caller caller, ItemStore store, String documentId, String token) {
        Object unused = changes.run(
                store,
                () -> Decision.done()
                        .create(
                                SupportTable.UNFINISHED_DOCUMENT,
                                new UnfinishedDocument(documentId, token),
                                () -> taken(documentId))
                        .job(SWEEP, documentId, new Sweep(caller.site(), documentId, token), SWEEP_AFTER));
    }

    private void writeAhead(Caller caller, ItemStore store, String parent, RowPlan rows, List<Draft> children) {
        rows.run(changes.as(caller), store);
        for (Draft child : children) {
            String childId = child.document().documentId();
            RowPlan plan = rows(caller, store, child);
            if (!plan.fits()) {
                plan.run(changes.as(caller), store);
            }
            Object unused = changes.as(caller).run(store, () -> {
                Decision<?> decision = Decision.done()
                        .create(Documents.DOCUMENT, child.document())
                        .create(Documents.CHILD_DOCUMENT, new ChildDocument(childId, parent));
                Announced upload = child.announced();
                if (upload != null) {
                    Incoming.in(decision, upload, childId, caller);
                }
                if (plan.fits()) {
                    plan.into(decision);
                }
                actions.contentCame(store, decision, caller.site(), null, child.document(), caller.actor());
                return decision;
            });
        }
    }

    /** The decision that makes a document visible. */
    private Decision<?> creating(Caller caller, ItemStore store, Draft draft, @Nullable String token) {
        Document document = draft.document();
        String documentId = document.documentId();
        Decision<?> decision = Decision.done();
        String path = PathIndex.place(
                decision,
                store,
                String.valueOf(document.path()),
                documentId,
                new PathIndex.By(caller.user(), document.inserteddate()));
        Document placed = DocumentsDocumentBuilder.builder(document).path(path).build();
        decision.create(Documents.DOCUMENT, placed, () -> taken(documentId))
                .checkAbsent(Documents.SOFT_DELETED_BY_ID.of(documentId), () -> taken(documentId));
        Bound<UnfinishedDocument> marker = SupportTable.UNFINISHED_BY_ID.of(documentId);
        if (token != null) {
            // A sweep that was faster has taken the marker, and the rows with it.
            Stored<UnfinishedDocument> own = store.stored(marker)
                    .filter(row -> row.record().token().equals(token))
                    .orElseThrow(() -> Refusals.conflict("this took too long; nothing was kept, send it again"));
            decision.delete(SupportTable.UNFINISHED_DOCUMENT, own);
        } else if (draft.asked().documentId() != null) {
            decision.checkAbsent(marker, () -> taken(documentId));
        }
        Announced upload = draft.announced();
        if (upload != null) {
            Incoming.in(decision, upload, documentId, caller);
        }
        if (!days.contains(dayKey(caller.site(), document.inserteddate()))) {
            decision.put(SupportTable.DOCUMENT_DAY, DocumentDay.of(document.inserteddate()));
        }
        limits.count(decision, store, 1);
        if (!draft.actions().isEmpty()) {
            actions.begin(decision, caller.site(), placed);
        }
        actions.contentCame(store, decision, caller.site(), null, placed, caller.actor());
        return decision;
    }

    private static String dayKey(String site, Instant at) {
        return site + "#" + DocumentDay.of(at).day();
    }

    /**
     * Takes the marker of a document that was never finished from the request that wrote it, which cannot succeed from here on. The marker
     * stays until its rows are removed: so long, nobody makes a document of that id among them.
     *
     * @return whether it is the sweep's, now or since an earlier attempt
     */
    static Decision<Boolean> beginSweep(ItemStore store, Sweep sweep) {
        Optional<Stored<UnfinishedDocument>> marker =
                store.stored(SupportTable.UNFINISHED_BY_ID.of(sweep.documentId()));
        String token = marker.map(row -> row.record().token()).orElse("");
        if (token.equals(sweep.token())) {
            return Decision.of(true)
                    .replace(
                            SupportTable.UNFINISHED_DOCUMENT,
                            marker.orElseThrow(),
                            new UnfinishedDocument(sweep.documentId(), sweep.ownToken()));
        }
        return Decision.of(token.equals(sweep.ownToken()));
    }

    /** Removes the marker of a sweep that is done. */
    static Decision<?> endSweep(ItemStore store, Sweep sweep) {
        return store.stored(SupportTable.UNFINISHED_BY_ID.of(sweep.documentId()))
                .filter(row -> row.record().token().equals(sweep.ownToken()))
                .<Decision<?>>map(row -> Decision.done().delete(SupportTable.UNFINISHED_DOCUMENT, row))
                .orElse(Decision.done());
    }

    /** An id that is greater than those of lower places: children are shown by id, which is then their order. */
    private static String rising(Instant at, int place) {
        long most = at.toEpochMilli() << 16 | 0x7000L | place & 0xfffL;
        long least = ThreadLocalRandom.current().nextLong() & 0x3fffffffffffffffL | 0x8000000000000000L;
        return new UUID(most, least).toString();
    }

    /** Makes the children that a change of a document brings. */
    List<AddedChild> addChildren(Caller caller, ItemStore store, Instant at, String parent, List<NewChild> children) {
        List<Draft> drafts = new ArrayList<>();
        try {
            for (int i = 0; i < children.size(); i++) {
                NewDocument child = children.get(i).asDocument();
                Incoming.Promise own = new Incoming.Promise(child.checksumType(), child.checksum(), null, null);
                drafts.add(draft(
                        caller,
                        store,
                        at,
                        rising(at, i),
                        child,
                        parent,
                        own,
                        false,
                        false,
                        DocumentValues.Held.NOT,
                        List.of()));
            }
        } catch (ApiException refused) {
            drafts.forEach(this::drop);
            throw refused;
        }
        writeAhead(caller, store, parent, new RowPlan(), drafts);
        return drafts.stream()
                .map(each -> new AddedChild(each.document().documentId(), each.url(), each.headers()))
                .toList();
    }
}
