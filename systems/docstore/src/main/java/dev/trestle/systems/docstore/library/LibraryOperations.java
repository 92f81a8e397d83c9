package dev.trestle.systems.docstore.library;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.trestle.model.Bound;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Page;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.api.Reply;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Item;
import dev.trestle.platform.operation.Operations;
import dev.trestle.platform.schema.About;
import dev.trestle.systems.docstore.documents.Caller;
import dev.trestle.systems.docstore.documents.Documents;
import dev.trestle.systems.docstore.documents.Requests.ById;
import dev.trestle.systems.docstore.documents.Rights;
import dev.trestle.systems.docstore.documents.Rights.Role;
import dev.trestle.systems.docstore.documents.Shelf;
import dev.trestle.systems.docstore.filing.FilingView;
import dev.trestle.systems.docstore.filing.Filings;
import dev.trestle.systems.docstore.filing.Tree;
import dev.trestle.systems.docstore.library.LibraryRequests.FilingChange;
import dev.trestle.systems.docstore.library.LibraryRequests.OfFolder;
import dev.trestle.systems.docstore.model.Document;
import dev.trestle.systems.docstore.model.Filing;
import dev.trestle.systems.docstore.model.Folder;
import dev.trestle.systems.docstore.model.SupportTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Operations that organise documents. Folders are the tenant's, and everybody of it sees their names; who made one, or administers the
 * tenant, changes it. What is filed where, and every count, is told of documents that the caller may read.
 */
public final class LibraryOperations {
    private final Documents documents;
    private final Folders folders;
    private final Shelf shelf;
    private final ItemStore store;
    private final Item<Caller, Folder> seen;
    private final Item<Caller, Folder> kept;

    /** What somebody is to a folder. */
    enum FolderRole {
        READER,
        KEEPER
    }

    /** A folder; {@code documents} counts those directly in it that the caller may read. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record FolderView(
            String folderId,
            String name,
            @Nullable String parentId,
            int documents,

            @About("Whether the caller may rename, move and delete it")
            boolean mayChange) {}

    /** A tag, and how many documents that the caller may read have it. */
    public record TagView(String tag, int documents) {}

    /** What became of one of several; {@code problem} is the code of an error, absent if it was done. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record FiledView(
            String id,
            @Nullable FilingView filing,
            @Nullable String problem) {}

    public LibraryOperations(Documents documents, Folders folders, ItemStore store) {
        this.documents = documents;
        this.folders = folders;
        this.shelf = new Shelf(store);
        this.store = store;
        Item<Caller, Folder> item = Item.<Caller, Folder>of("There is no such folder.")
                .showing((caller, folder) -> view(caller, folder, Tree.of(List.of(folder)), 0));
        this.seen = item.atLeast(FolderRole.READER, LibraryOperations::roleOf);
        this.kept = item.atLeast(FolderRole.KEEPER, LibraryOperations::roleOf);
    }

    private static @Nullable FolderRole roleOf(Caller caller, Folder folder) {
        if (!caller.tenant().equals(folder.tenantId()) || folder.deletedAt() != null) {
            return null;
        }
        return caller.isAdministrator() || folder.createdBy().equals(caller.subject())
                ? FolderRole.KEEPER
                : FolderRole.READER;
    }

    public void declare(Operations<Caller> operations) {
        folders(operations);
        filings(operations);
    }

    private void folders(Operations<Caller> operations) {
        operations
                .get("listFolders", "/folders")
                .about("The tenant's folders, each with how many documents in it the caller may read")
                .right(Rights.READ)
                .givesPage(FolderView.class, given -> new Page<>(list(given.by()), null));
        operations
                .post("createFolder", "/folders", LibraryRequests.CreateFolder.class)
                .about("Makes a folder")
                .right(Rights.ORGANISE)
                .created()
                .refuses(Kind.UNPROCESSABLE)
                .changes(folders::create)
                .gives(FolderView.class, this::shown);
        operations
                .get("getFolder", "/folders/{folderId}", LibraryRequests.ByFolder.class)
                .about("A folder")
                .right(Rights.READ)
                .on(seen, LibraryOperations::folder)
                .replies(FolderView.class, (given, read) -> shown(given, read.record()));
        operations
                .patch("changeFolder", "/folders/{folderId}", LibraryRequests.ChangeFolder.class)
                .about("Renames it, or moves it into another folder")
                .right(Rights.ORGANISE)
                .refuses(Kind.UNPROCESSABLE)
                .on(kept, LibraryOperations::folder)
                .changes(folders::change)
                .gives(FolderView.class, this::shown);
        operations
                .delete("deleteFolder", "/folders/{folderId}", LibraryRequests.DeleteFolder.class)
                .about("Deletes it: an empty one, or with contents=up one whose contents move to its parent")
                .right(Rights.ORGANISE)
                .on(kept, LibraryOperations::folder)
                .changes(folders::delete)
                .givesNothing();
        operations
                .get("listTags", "/tags")
                .about("The tags of documents that the caller may read, with how many have each")
                .right(Rights.READ)
                .givesPage(TagView.class, given -> new Page<>(tags(given.by()), null));
    }

    private void filings(Operations<Caller> operations) {
        operations
                .patch("fileDocument", "/documents/{id}/filing", LibraryRequests.FileDocument.class)
                .about("Moves it into a folder, adds and removes tags")
                .right(Rights.ORGANISE)
                .refuses(Kind.UNPROCESSABLE)
                .on(documents.atLeast(Role.EDITOR), documents::latest)
                .changes((given, read) -> FilingChanges.file(
                        documents.within(given.by()),
                        given.by(),
                        read.record(),
                        given.asked().body(),
                        given.at()))
                .gives(FilingView.class, this::filed);
        Changes changes = operations.changes();
        operations
                .post("fileDocuments", "/filings", LibraryRequests.FileDocuments.class)
                .about("The same for several documents, each for itself; tells of each what became of it")
                .right(Rights.ORGANISE)
                .refuses(Kind.UNPROCESSABLE)
                .givesPage(FiledView.class, given -> new Page<>(several(given, changes), null));
        operations
                .put("makeTemplate", "/documents/{id}/template", LibraryRequests.MakeTemplate.class)
                .about("Makes a template of it: those who may read it make new documents from it")
                .right(Rights.MAKE_TEMPLATES)
                .on(documents.atLeast(Role.OWNER), documents::latest)
                .changes((given, read) -> FilingChanges.template(
                        documents.within(given.by()),
                        given.by(),
                        read.record(),
                        given.asked().body().titlePattern().strip(),
                        given.at()))
                .gives(FilingView.class, this::filed);
        operations
                .delete("unmakeTemplate", "/documents/{id}/template", ById.class)
                .about("Makes it an ordinary document again")
                .right(Rights.MAKE_TEMPLATES)
                .on(documents.atLeast(Role.OWNER), documents::latest)
                .changes((given, read) -> FilingChanges.template(
                        documents.within(given.by()), given.by(), read.record(), null, given.at()))
                .gives(FilingView.class, this::filed);
    }

    private static Bound<Folder> folder(Given<Caller, ? extends OfFolder> given) {
        return SupportTable.FOLDER_BY_ID.of(given.asked().folderId());
    }

    private Reply filed(Given<Caller, ?> given, Filing filing) {
        return Reply.of(FilingView.of(filing, Tree.read(documents.within(given.by()))));
    }

    private Reply shown(Given<Caller, ?> given, Folder folder) {
        return Reply.of(view(given.by(), folder, Tree.read(documents.within(given.by())), count(given.by(), folder)));
    }

    private int count(Caller caller, Folder folder) {
        return counts(caller, Tree.read(documents.within(caller))).getOrDefault(folder.folderId(), 0);
    }

    private static FolderView view(Caller caller, Folder folder, Tree tree, int count) {
        return new FolderView(
                folder.folderId(),
                folder.name(),
                tree.parentOf(folder),
                count,
                roleOf(caller, folder) == FolderRole.KEEPER);
    }

    private List<FolderView> list(Caller caller) {
        Tree tree = Tree.read(documents.within(caller));
        Map<String, Integer> counts = counts(caller, tree);
        return tree.live().stream()
                .map(folder -> view(caller, folder, tree, counts.getOrDefault(folder.folderId(), 0)))
                .sorted(Comparator.comparing(
                                (FolderView folder) -> folder.name().toLowerCase(Locale.ROOT))
                        .thenComparing(FolderView::folderId))
                .toList();
    }

    private Map<String, Integer> counts(Caller caller, Tree tree) {
        Map<String, Integer> counts = new HashMap<>();
        for (Filing filing : visible(caller)) {
            @Nullable String folder = tree.resolve(filing.folderId());
            if (folder != null) {
                counts.merge(folder, 1, Integer::sum);
            }
        }
        return counts;
    }

    private List<TagView> tags(Caller caller) {
        Map<String, String> spelling = new TreeMap<>();
        Map<String, Integer> counts = new HashMap<>();
        for (Filing filing : visible(caller)) {
            for (String tag : filing.tags()) {
                String key = tag.toLowerCase(Locale.ROOT);
                spelling.putIfAbsent(key, tag);
                counts.merge(key, 1, Integer::sum);
            }
        }
        List<TagView> tags = new ArrayList<>();
        spelling.forEach((key, tag) -> tags.add(new TagView(tag, counts.getOrDefault(key, 0))));
        return tags;
    }

    /** Where the documents that the caller may read are filed. */
    private List<Filing> visible(Caller caller) {
        Map<String, Filing> filings = Filings.all(store.within(caller.tenant()));
        Set<String> ids = shelf.ids(caller, "all");
        ids.retainAll(filings.keySet());
        List<Filing> visible = new ArrayList<>();
        for (Document document : shelf.documents(caller, "all", ids)) {
            Filing filing = filings.get(document.id());
            if (filing != null && filing.isOf(document)) {
                visible.add(filing);
            }
        }
        return visible;
    }

    private List<FiledView> several(Given<Caller, LibraryRequests.FileDocuments> given, Changes changes) {
        FilingChange change = given.asked().body().change();
        List<FiledView> done = new ArrayList<>();
        for (String id : new LinkedHashSet<>(given.asked().body().documents())) {
            done.add(one(given, changes, id, change));
        }
        return done;
    }

    private FiledView one(
            Given<Caller, LibraryRequests.FileDocuments> given, Changes changes, String id, FilingChange change) {
        Caller caller = given.by();
        ItemStore tenant = documents.within(caller);
        try {
            Filing filing = changes.run(tenant, () -> {
                Stored<Document> read = documents
                        .atLeast(Role.EDITOR)
                        .read(caller, () -> tenant.stored(documents.latest(id)), Stored::record);
                return FilingChanges.file(tenant, caller, read.record(), change, given.at());
            });
            return new FiledView(id, FilingView.of(filing, Tree.read(tenant)), null);
        } catch (ApiException refused) {
            Kind kind = refused.problem().kind();
            if (kind == Kind.NOT_FOUND || kind == Kind.FORBIDDEN || kind == Kind.UNPROCESSABLE) {
                return new FiledView(id, null, refused.problem().code());
            }
            throw refused;
        }
    }
}
