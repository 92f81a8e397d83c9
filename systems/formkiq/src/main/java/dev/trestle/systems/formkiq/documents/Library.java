package dev.trestle.systems.formkiq.documents;

import dev.trestle.model.Bound;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Retrieved;
import dev.trestle.model.operation.Stored;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.folders.FolderAccess;
import dev.trestle.systems.formkiq.model.Documents;
import dev.trestle.systems.formkiq.model.Documents.Document;
import dev.trestle.systems.formkiq.model.Permission;
import dev.trestle.systems.formkiq.model.SupportTable;
import dev.trestle.systems.formkiq.policies.DocumentPolicy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds documents, for callers who may know of them. A document is there if its own row is, and that of its parent:
 * rows that a search finds without these are of a document that is being made or was deleted.
 */
public final class Library {
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9_.:-]{1,200}");

    private final ItemStore items;
    private final Consumer<String> settle;
    private final Views views;

    /** {@code settle} looks whether an upload has come, by its id. */
    public Library(ItemStore items, Consumer<String> settle, Views views) {
        this.items = items;
        this.settle = settle;
        this.views = views;
    }

    /** Told of callers who look at documents. */
    @FunctionalInterface
    public interface Views {
        void seen(Caller caller, String documentId);
    }

    /** Notes that a caller is about to be shown a document, or its content. */
    public void show(Caller caller, String documentId) {
        views.seen(caller, documentId);
    }

    /** What a caller reaches, read consistently. */
    public ItemStore store(Caller caller) {
        return store(caller.site());
    }

    public ItemStore store(String site) {
        return items.within(site).consistent();
    }

    /** What a caller reaches by indexes, which may lag. */
    public ItemStore indexes(Caller caller) {
        return items.within(caller.site());
    }

    public ItemStore indexes(String site) {
        return items.within(site);
    }

    /** A document that the caller may do something to. */
    public Stored<Document> require(Caller caller, String documentId, Permission permission) {
        ItemStore store = store(caller);
        Stored<Document> found = find(store, documentId).orElseThrow(() -> Refusals.noDocument(documentId));
        FolderAccess.of(store, caller).require(accessPath(store, found.record()), permission);
        if (!DocumentPolicy.allows(store, caller.grant(), subjectOf(found.record()))) {
            throw Refusals.denied();
        }
        return found;
    }

    /** The document whose attributes a policy is about: a child is let through with its parent. */
    public static String subjectOf(Document document) {
        return FolderAccess.subjectOf(document);
    }

    /** The path that rules of folders are about: a child is where its parent is. */
    public static @Nullable String accessPath(ItemStore store, Document document) {
        return FolderAccess.pathOf(store, document);
    }

    /** Refuses a text that cannot be the id of any document. */
    static void requireId(String documentId) {
        if (!ID.matcher(documentId).matches()) {
            throw Refusals.noDocument(documentId);
        }
    }

    /** A document of a site, with the content that has come by now. */
    public Optional<Stored<Document>> find(ItemStore store, String documentId) {
        if (!ID.matcher(documentId).matches()) {
            return Optional.empty();
        }
        Bound<Document> bound = Documents.DOCUMENT_BY_ID.of(documentId);
        Bound<SupportTable.AwaitedContent> awaited = SupportTable.AWAITED_OF_DOCUMENT.of(documentId);
        Retrieved read = store.retrieve(List.of(bound, awaited));
        Optional<Stored<Document>> found = read.of(bound);
        if (found.isPresent() && read.readable(awaited).isPresent()) {
            settle.accept(read.readable(awaited).get().record().arrivalId());
            found = store.stored(bound);
        }
        String parent = found.map(row -> row.record().belongsToDocumentId()).orElse(null);
        boolean isOrphan = parent != null
                && store.stored(Documents.DOCUMENT_BY_ID.of(parent)).isEmpty();
        return isOrphan ? Optional.empty() : found;
    }

    /** Those of some documents that the caller may read, by id. */
    public Map<String, Document> readable(Caller caller, Collection<String> documentIds) {
        if (documentIds.isEmpty()) {
            return Map.of(); // no rule is asked about nothing
        }
        return readable(caller, FolderAccess.of(store(caller), caller), documentIds);
    }

    public Map<String, Document> readable(Caller caller, FolderAccess access, Collection<String> documentIds) {
        ItemStore store = store(caller);
        Map<String, Document> found = read(store, documentIds);
        List<String> parents = found.values().stream()
                .map(Document::belongsToDocumentId)
                .filter(parent -> parent != null && !found.containsKey(parent))
                .distinct()
                .toList();
        Map<String, Document> all = new HashMap<>(found);
        all.putAll(read(store, parents));
        Map<String, Document> readable = new HashMap<>();
        found.forEach((id, document) -> {
            Document above = all.get(subjectOf(document));
            if (above != null && access.allows(above.path(), Permission.READ)) {
                readable.put(id, document);
            }
        });
        Set<String> subjects = DocumentPolicy.allowed(
                store,
                caller.grant(),
                readable.values().stream().map(Library::subjectOf).toList());
        readable.values().removeIf(document -> !subjects.contains(subjectOf(document)));
        return readable;
    }

    private static Map<String, Document> read(ItemStore store, Collection<String> documentIds) {
        Map<String, Document> found = new HashMap<>();
        List<Bound<Document>> bounds = new ArrayList<>();
        documentIds.stream()
                .distinct()
                .filter(id -> ID.matcher(id).matches())
                .forEach(id -> bounds.add(Documents.DOCUMENT_BY_ID.of(id)));
        if (!bounds.isEmpty()) {
            store.getAll(bounds).forEach(row -> row.ifPresent(document -> found.put(document.documentId(), document)));
        }
        return found;
    }
}
