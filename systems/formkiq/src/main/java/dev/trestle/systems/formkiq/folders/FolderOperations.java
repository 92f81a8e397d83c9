package dev.trestle.systems.formkiq.folders;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.api.Reply;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Operations;
import dev.trestle.systems.formkiq.api.Answers.Message;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.Pages;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.api.Rights;
import dev.trestle.systems.formkiq.documents.Library;
import dev.trestle.systems.formkiq.folders.FolderViews.AddFolder;
import dev.trestle.systems.formkiq.folders.FolderViews.AddedFolder;
import dev.trestle.systems.formkiq.folders.FolderViews.ByIndexKey;
import dev.trestle.systems.formkiq.folders.FolderViews.DeleteIndex;
import dev.trestle.systems.formkiq.folders.FolderViews.FolderRight;
import dev.trestle.systems.formkiq.folders.FolderViews.IndexValue;
import dev.trestle.systems.formkiq.folders.FolderViews.IndexValues;
import dev.trestle.systems.formkiq.folders.FolderViews.ListFolder;
import dev.trestle.systems.formkiq.folders.FolderViews.MoveFolder;
import dev.trestle.systems.formkiq.folders.FolderViews.Moving;
import dev.trestle.systems.formkiq.folders.FolderViews.NewPermissions;
import dev.trestle.systems.formkiq.folders.FolderViews.PermissionsView;
import dev.trestle.systems.formkiq.folders.FolderViews.Role;
import dev.trestle.systems.formkiq.folders.FolderViews.SearchIndex;
import dev.trestle.systems.formkiq.folders.FolderViews.SetPermissions;
import dev.trestle.systems.formkiq.model.Documents;
import dev.trestle.systems.formkiq.model.Folders;
import dev.trestle.systems.formkiq.model.Folders.FolderEntry;
import dev.trestle.systems.formkiq.model.Folders.FolderPermission;
import dev.trestle.systems.formkiq.model.PathType;
import dev.trestle.systems.formkiq.model.Permission;
import dev.trestle.systems.formkiq.model.SupportTable;
import dev.trestle.systems.formkiq.search.SearchViews.FoundView;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The operations on folders, on who may do what below them, and on the indexes of paths and of tag keys. */
public final class FolderOperations {
    private static final String FOLDER = "folder";
    private static final String TAGS = "tags";
    private static final int ROLES_MAX = 100;

    private final Library library;
    private final Pages pages;
    private final Changes changes;
    private final FolderLists lists;
    private final FolderMoves moves;

    public FolderOperations(Library library, Pages pages, Changes changes) {
        this.library = library;
        this.pages = pages;
        this.changes = changes;
        this.lists = new FolderLists(library, pages);
        this.moves = new FolderMoves(library, changes);
    }

    public FolderMoves moves() {
        return moves;
    }

    public FolderLists lists() {
        return lists;
    }

    public void declare(Operations<Caller> api) {
        api.get("GetFolderDocuments", "/folders", ListFolder.class)
                .about("What is in a folder: folders first, then files, by name")
                .right(Rights.READ)
                .refuses(Kind.NOT_FOUND)
                .gives(FoundView.class, given -> lists.list(given.by(), given.asked()));
        api.post("AddFolder", "/folders", AddFolder.class)
                .about("Makes a folder, with those above it that are missing")
                .right(Rights.WRITE)
                .created()
                .refuses(Kind.INVALID)
                .changes(AddedFolder.class, this::add);
        api.delete("DeleteFolder", "/folders/{indexKey}", ByIndexKey.class)
                .about("Deletes an empty folder")
                .right(Rights.DELETE)
                .refuses(Kind.NOT_FOUND, Kind.INVALID)
                .gives(Message.class, given -> {
                    PathIndex.Entry folder = IndexKeys.find(
                                    library.store(given.by()), given.asked().indexKey())
                            .orElseThrow(() -> Refusals.notFound("directory not found"));
                    delete(given.by(), folder, "folder is not empty");
                    return new Message("deleted folder");
                });
        api.get("GetFolderPermissions", "/folders/{indexKey}/permissions", ByIndexKey.class)
                .about("Who may do what below a folder")
                .right(Rights.ADMIN_OR_GOVERN)
                .refuses(Kind.NOT_FOUND)
                .gives(PermissionsView.class, this::permissions);
        api.put("SetFolderPermissions", "/folders/permissions", SetPermissions.class)
                .about("Says who may do what below a folder; no roles end its rule")
                .right(Rights.ADMIN_OR_GOVERN)
                .refuses(Kind.NOT_FOUND, Kind.INVALID)
                .changes(Message.class, this::setPermissions);
        declareIndexes(api);
    }

    private void declareIndexes(Operations<Caller> api) {
        api.post("IndexFolderMove", "/indices/{indexType}/move", MoveFolder.class)
                .about("Moves a folder or a file; the paths below a folder follow")
                .right(Rights.WRITE)
                .refuses(Kind.INVALID, Kind.NOT_FOUND)
                .changes(this::move)
                .gives(Message.class, (given, moved) -> Reply.of(new Message("Folder moved")));
        api.delete("DeleteIndex", "/indices/{indexType}/{indexKey}", DeleteIndex.class)
                .about("Removes a folder, the entry of a file, or a tag's key from its index")
                .right(Rights.DELETE)
                .refuses(Kind.NOT_FOUND, Kind.INVALID)
                .gives(Message.class, this::deleteIndex);
        api.post("IndexSearch", "/indices/search", SearchIndex.class)
                .about("The folders at the top, or the keys of tags")
                .right(Rights.READ)
                .refuses(Kind.INVALID)
                .gives(IndexValues.class, this::search);
    }

    private Decision<AddedFolder> add(Given<Caller, AddFolder> given) {
        String path = given.asked().body().path();
        if (path == null || path.isEmpty() || PathIndex.names(path).isEmpty()) {
            throw Refusals.message("missing 'path' parameters");
        }
        Refusals refusals = new Refusals();
        PathIndex.check(refusals, path);
        refusals.check();
        ItemStore store = library.store(given.by());
        FolderAccess.of(store, given.by()).require(path, Permission.WRITE);
        Decision<?> decision = Decision.done();
        FolderEntry made = Objects.requireNonNull(PathIndex.ensure(
                decision,
                store,
                PathIndex.names(path),
                new PathIndex.By(given.by().user(), given.at().truncatedTo(ChronoUnit.SECONDS))));
        return decision.withResult(new AddedFolder("created folder", IndexKeys.of(made)));
    }

    /** Makes a folder for a document whose path ends with a slash. */
    public void make(Caller caller, Instant at, String path) {
        Refusals refusals = new Refusals();
        PathIndex.check(refusals, path);
        refusals.addIf(PathIndex.names(path).isEmpty(), FOLDER, "already exists");
        refusals.check();
        ItemStore store = library.store(caller);
        FolderAccess.of(store, caller).require(path, Permission.WRITE);
        Object unused = changes.as(caller).run(store, () -> {
            if (PathIndex.folder(store, PathIndex.names(path)).isPresent()) {
                throw Refusals.of(FOLDER, "already exists");
            }
            Decision<?> decision = Decision.done();
            PathIndex.ensure(decision, store, PathIndex.names(path), new PathIndex.By(caller.user(), at));
            return decision;
        });
    }

    /**
     * Deletes an empty folder. Whoever puts something into it checks that it is there; what was put there between the
     * look and the deletion is seen by a second look, which brings the folder back.
     */
    private void delete(Caller caller, PathIndex.Entry folder, String notEmpty) {
        ItemStore store = library.store(caller);
        String path = IndexKeys.pathOf(store, library.indexes(caller), folder.record());
        FolderAccess.of(store, caller).require(path, Permission.DELETE);
        String folderId = folder.record().documentId();
        if (!isEmpty(store, folderId)) {
            throw Refusals.message(notEmpty);
        }
        Object unused = changes.as(caller)
                .run(
                        store,
                        () -> Decision.done()
                                .delete(folder.at(), Expect.equal("documentId", folderId))
                                .delete(Folders.PERMISSION_OF_FOLDER.of(path), Expect.ANYTHING));
        if (!isEmpty(store, folderId)) {
            Object unusedAgain =
                    changes.as(caller).run(store, () -> Decision.done().put(Folders.FOLDER_ENTRY, folder.record()));
            throw Refusals.message(notEmpty);
        }
    }

    private static boolean isEmpty(ItemStore store, String folderId) {
        return store.first(Folders.FOLDER_CONTENT.of(folderId), 100).stream()
                .allMatch(entry -> entry.type() == PathType.FILE
                        && store.stored(Documents.DOCUMENT_BY_ID.of(entry.documentId()))
                                .isEmpty());
    }

    private PermissionsView permissions(Given<Caller, ByIndexKey> given) {
        ItemStore store = library.store(given.by());
        PathIndex.Entry folder = IndexKeys.require(store, given.asked().indexKey());
        String path = IndexKeys.pathOf(store, library.indexes(given.by()), folder.record());
        Map<String, List<Permission>> roles = store.get(Folders.PERMISSION_OF_FOLDER.of(path))
                .map(FolderPermission::roles)
                .orElse(Map.of());
        List<Role> shown = new ArrayList<>();
        new TreeMap<>(roles)
                .forEach((name, permissions) -> shown.add(new Role(
                        name,
                        permissions.stream()
                                .filter(each -> each.ordinal() <= Permission.DELETE.ordinal())
                                .map(each -> FolderRight.valueOf(each.name()))
                                .toList())));
        return new PermissionsView(shown);
    }

    private Decision<Message> setPermissions(Given<Caller, SetPermissions> given) {
        NewPermissions asked = given.asked().body();
        List<Role> roles = asked.roles() == null ? List.of() : asked.roles();
        Refusals refusals = new Refusals().require(asked.path(), "path");
        for (Role role : roles) {
            refusals.require(role.roleName(), "roleName");
            refusals.addIf(role.permissions() == null, "permissions", "'permissions' is required");
        }
        refusals.addIf(roles.size() > ROLES_MAX, "roles", "maximum number is " + ROLES_MAX);
        refusals.check();
        ItemStore store = library.store(given.by());
        String path = PathIndex.plain(String.valueOf(asked.path()));
        PathIndex.Entry folder = PathIndex.folder(store, PathIndex.names(path))
                .orElseThrow(() -> Refusals.notFound("Folder '" + asked.path() + "' not found"));
        Decision<Message> decision =
                Decision.of(new Message("Folder permissions set")).check(folder.at(), Expect.PRESENT);
        if (roles.isEmpty()) {
            return decision.delete(Folders.PERMISSION_OF_FOLDER.of(path), Expect.ANYTHING);
        }
        Map<String, List<Permission>> stored = new TreeMap<>();
        roles.forEach(role -> stored.put(
                String.valueOf(role.roleName()),
                Objects.requireNonNull(role.permissions()).stream()
                        .map(each -> Permission.valueOf(each.name()))
                        .distinct()
                        .toList()));
        return decision.put(
                Folders.FOLDER_PERMISSION,
                new FolderPermission(
                        path,
                        PathType.DIRECTORY,
                        given.at().truncatedTo(ChronoUnit.SECONDS),
                        given.by().user(),
                        stored));
    }

    private Decision<String> move(Given<Caller, MoveFolder> given) {
        if (!given.asked().indexType().equals(FOLDER)) {
            throw Refusals.message("invalid 'indexType' parameter");
        }
        Moving asked = given.asked().body();
        Refusals refusals = new Refusals();
        refusals.addIf(isEmpty(asked.source()), "source", "attribute is required")
                .addIf(isEmpty(asked.target()), "target", "attribute is required");
        refusals.check();
        PathIndex.check(refusals, asked.target());
        refusals.check();
        return moves.move(
                given.by(),
                given.at().truncatedTo(ChronoUnit.SECONDS),
                String.valueOf(asked.source()),
                String.valueOf(asked.target()));
    }

    private static boolean isEmpty(@Nullable String text) {
        return text == null || text.isEmpty();
    }

    private Message deleteIndex(Given<Caller, DeleteIndex> given) {
        DeleteIndex asked = given.asked();
        ItemStore store = library.store(given.by());
        if (asked.indexType().equals(TAGS)) {
            Stored<SupportTable.TagKey> key = store.stored(SupportTable.TAG_KEY_BY_KEY.of(asked.indexKey()))
                    .orElseThrow(() -> Refusals.notFound("invalid indexKey '" + asked.indexKey() + "'"));
            Object unused = changes.run(
                    store, () -> Decision.done().delete(SupportTable.TAG_KEY, key.record(), Expect.ANYTHING));
            return new Message("Index deleted");
        }
        if (!asked.indexType().equals(FOLDER)) {
            throw Refusals.message("invalid 'indexType' parameter");
        }
        Optional<PathIndex.Entry> folder = IndexKeys.find(store, asked.indexKey());
        if (folder.isPresent()) {
            delete(given.by(), folder.get(), "Folder not empty");
            return new Message("Folder deleted");
        }
        PathIndex.Entry file = PathIndex.file(store, asked.indexKey())
                .orElseThrow(() -> Refusals.notFound("invalid indexKey '" + asked.indexKey() + "'"));
        FolderAccess.of(store, given.by()).require(asked.indexKey(), Permission.DELETE);
        Object unused = changes.as(given.by()).run(store, () -> {
            Decision<?> decision = Decision.done();
            PathIndex.remove(decision, file);
            return decision;
        });
        return new Message("File deleted");
    }

    private IndexValues search(Given<Caller, SearchIndex> given) {
        SearchIndex asked = given.asked();
        String type = String.valueOf(asked.body().indexType());
        ItemStore store = library.store(given.by());
        Pages.Asked page =
                pages.asked(given.by(), "IndexSearch", List.of(type), asked.limit(), asked.next(), asked.previous());
        Pages.Listing<IndexValue> found;
        if (type.equals(TAGS)) {
            found = pages.collect(
                    page,
                    (after, count) -> store.placed(SupportTable.TAG_KEYS.of(), count, after),
                    rows -> shown(rows.stream().map(SupportTable.TagKey::tagKey).toList()));
        } else if (type.equals(FOLDER)) {
            FolderAccess access = FolderAccess.of(store, given.by());
            found = pages.collect(
                    page, (after, count) -> store.placed(Folders.SUBFOLDERS.of(PathIndex.ROOT), count, after), rows -> {
                        List<@Nullable IndexValue> shown = new ArrayList<>();
                        rows.forEach(row -> shown.add(
                                access.allows(row.path(), Permission.READ) ? new IndexValue(row.path()) : null));
                        return shown;
                    });
        } else {
            throw Refusals.message("invalid 'indexType' parameter");
        }
        return new IndexValues(found.next(), found.previous(), found.items());
    }

    private static List<@Nullable IndexValue> shown(List<String> values) {
        List<@Nullable IndexValue> shown = new ArrayList<>();
        values.forEach(value -> shown.add(new IndexValue(value)));
        return shown;
    }
}
