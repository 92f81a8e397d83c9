package dev.trestle.systems.formkiq.folders;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.jobs.JobContext;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.formkiq.api.Actor;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.documents.Library;
import dev.trestle.systems.formkiq.locks.Locks;
import dev.trestle.systems.formkiq.model.Documents;
import dev.trestle.systems.formkiq.model.Documents.Document;
import dev.trestle.systems.formkiq.model.DocumentsDocumentBuilder;
import dev.trestle.systems.formkiq.model.Folders;
import dev.trestle.systems.formkiq.model.Folders.FolderEntry;
import dev.trestle.systems.formkiq.model.Folders.FolderPermission;
import dev.trestle.systems.formkiq.model.FoldersFolderEntryBuilder;
import dev.trestle.systems.formkiq.model.PathType;
import dev.trestle.systems.formkiq.model.Permission;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Moves folders and files. What is in a folder is in the partition of the folder's id, so that a moved folder has its
 * content at once; a job then gives the documents below it their new paths. Rules of the old place stay until it has.
 */
public final class FolderMoves {
    /** The type of the jobs that change paths. */
    public static final String PATHS = "move-paths";

    private static final int RULES_MAX = 40;
    private static final int FILES_MAX = 10_000_000;

    private final Library library;
    private final Changes changes;

    FolderMoves(Library library, Changes changes) {
        this.library = library;
        this.changes = changes;
    }

    /** The payload of a job that changes paths. */
    record Paths(
            String site,
            String folderId,
            String parentId,
            String name,
            String from,
            @Nullable String user) {}

    Decision<String> move(Caller caller, Instant at, String source, String target) {
        ItemStore store = library.store(caller);
        FolderAccess access = FolderAccess.of(store, caller);
        access.require(source, Permission.WRITE);
        access.require(target, Permission.WRITE);
        List<String> names = PathIndex.names(source);
        Optional<PathIndex.Entry> folder = PathIndex.folder(store, names);
        if (folder.isPresent()) {
            return moveFolder(caller, store, at, folder.get(), String.join("/", names), target);
        }
        PathIndex.Entry file = PathIndex.file(store, source)
                .orElseThrow(() -> Refusals.message("folder '" + source + "' does not exist"));
        return moveFile(caller, store, at, file, target);
    }

    private Decision<String> moveFile(Caller caller, ItemStore store, Instant at, PathIndex.Entry file, String target) {
        String documentId = file.record().documentId();
        Stored<Document> before = store.stored(Documents.DOCUMENT_BY_ID.of(documentId))
                .orElseThrow(() -> Refusals.noDocument(documentId));
        String into = PathIndex.plain(target);
        String path = into.isEmpty()
                ? file.record().path()
                : into + "/" + file.record().path();
        Decision<String> decision = Decision.of(documentId);
        if (path.equals(PathIndex.plain(String.valueOf(before.record().path())))) {
            return decision;
        }
        String placed = PathIndex.place(decision, store, path, documentId, new PathIndex.By(caller.user(), at));
        PathIndex.remove(decision, file);
        return decision.replace(
                Documents.DOCUMENT,
                before,
                DocumentsDocumentBuilder.builder(before.record())
                        .path(placed)
                        .lastModifiedDate(at)
                        .build());
    }

    private Decision<String> moveFolder(
            Caller caller, ItemStore store, Instant at, PathIndex.Entry folder, String from, String target) {
        List<String> names = new ArrayList<>(PathIndex.names(target));
        if (names.isEmpty()) {
            names.add(folder.record().path());
        }
        String to = String.join("/", names);
        if (to.equals(from)) {
            return Decision.of(from);
        }
        if (to.startsWith(from + "/")) {
            throw Refusals.message("folder '" + from + "' cannot be moved into itself");
        }
        if (PathIndex.file(store, to).isPresent()) {
            throw Refusals.message("Unsupported move folder to file");
        }
        if (PathIndex.folder(store, names).isPresent()) {
            throw Refusals.message("folder '" + to + "' already exists");
        }
        Decision<String> decision = Decision.of(to);
        Locks.requireFreeBelow(store, decision, caller.actor(), from);
        FolderEntry parent = PathIndex.ensure(
                decision, store, names.subList(0, names.size() - 1), new PathIndex.By(caller.user(), at));
        String name = names.get(names.size() - 1);
        String parentId = parent == null ? PathIndex.ROOT : parent.documentId();
        FolderEntry moved = FoldersFolderEntryBuilder.builder(folder.record())
                .path(name)
                .parentDocumentId(parentId)
                .lastModifiedDate(at)
                .build();
        decision.delete(folder.at(), Expect.equal("documentId", folder.record().documentId()))
                .create(Folders.FOLDER_ENTRY, moved);
        copyRules(decision, store, from, to);
        return decision.job(
                PATHS,
                moved.documentId(),
                new Paths(caller.site(), moved.documentId(), parentId, name, from, caller.user()));
    }

    private static List<FolderPermission> rulesBelow(ItemStore store, String path) {
        return store.complete().first(Folders.FOLDER_PERMISSIONS.of(), 10_000).stream()
                .filter(rule -> {
                    String at = PathIndex.plain(rule.path());
                    return at.equals(path) || at.startsWith(path + "/");
                })
                .toList();
    }

    private static void copyRules(Decision<?> decision, ItemStore store, String from, String to) {
        List<FolderPermission> rules = rulesBelow(store, from);
        if (rules.size() > RULES_MAX) {
            throw Refusals.message("more than " + RULES_MAX + " folders below have permissions; move them one by one");
        }
        for (FolderPermission rule : rules) {
            String path = to + PathIndex.plain(rule.path()).substring(from.length());
            decision.put(
                    Folders.FOLDER_PERMISSION,
                    new FolderPermission(path, rule.type(), rule.inserteddate(), rule.userId(), rule.roles()));
        }
    }

    /** Gives the documents below a folder the paths that they have now. It can be done any number of times. */
    public void changePaths(JobContext job) {
        Paths asked = job.payload(Paths.class);
        ItemStore store = library.store(asked.site());
        Optional<PathIndex.Entry> folder = PathIndex.folder(store, asked.parentId(), asked.name())
                .filter(entry -> entry.record().documentId().equals(asked.folderId()));
        if (folder.isPresent()) {
            String path = IndexKeys.pathOf(
                    store, library.indexes(asked.site()), folder.get().record());
            Actor mover = Actor.finishing(asked.user() == null ? Actor.SYSTEM : asked.user(), asked.site());
            changePaths(job, store, mover, asked.folderId(), path);
        }
        // Whether or not it was moved again meanwhile, nothing is at the old place, unless somebody made it anew.
        if (PathIndex.folder(store, PathIndex.names(asked.from())).isEmpty()) {
            for (FolderPermission rule : rulesBelow(store, asked.from())) {
                Object unused = changes.as(Actor.following())
                        .run(store, () -> Decision.done().delete(Folders.FOLDER_PERMISSION, rule, Expect.ANYTHING));
            }
        }
    }

    private void changePaths(JobContext job, ItemStore store, Actor mover, String folderId, String path) {
        try (Stream<FolderEntry> entries = store.stream(Folders.FOLDER_CONTENT.of(folderId), FILES_MAX)) {
            entries.forEach(entry -> {
                if (job.isLost()) {
                    throw new IllegalStateException("Somebody else has this job now.");
                }
                String below = path + "/" + entry.path();
                if (entry.type() == PathType.DIRECTORY) {
                    changePaths(job, store, mover, entry.documentId(), below);
                } else {
                    changePath(store, mover, entry.documentId(), below);
                }
            });
        }
    }

    private void changePath(ItemStore store, Actor mover, String documentId, String path) {
        Object unused = changes.as(mover)
                .run(
                        store,
                        () -> store.stored(Documents.DOCUMENT_BY_ID.of(documentId))
                                .<Decision<?>>map(before -> {
                                    String old = String.valueOf(before.record().path());
                                    String shown = old.startsWith("/") ? "/" + path : path;
                                    return shown.equals(old)
                                            ? Decision.done()
                                            : Decision.done()
                                                    .replace(
                                                            Documents.DOCUMENT,
                                                            before,
                                                            DocumentsDocumentBuilder.builder(before.record())
                                                                    .path(shown)
                                                                    .build());
                                })
                                .orElse(Decision.done()));
    }
}
