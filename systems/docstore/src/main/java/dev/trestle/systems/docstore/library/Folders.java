package dev.trestle.systems.docstore.library;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.jobs.JobContext;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.time.Ids;
import dev.trestle.systems.docstore.documents.Caller;
import dev.trestle.systems.docstore.filing.Filings;
import dev.trestle.systems.docstore.filing.Tree;
import dev.trestle.systems.docstore.library.LibraryRequests.ChangeFolder;
import dev.trestle.systems.docstore.library.LibraryRequests.CreateFolder;
import dev.trestle.systems.docstore.library.LibraryRequests.DeleteFolder;
import dev.trestle.systems.docstore.model.Filing;
import dev.trestle.systems.docstore.model.Folder;
import dev.trestle.systems.docstore.model.FolderTree;
import dev.trestle.systems.docstore.model.SupportTable;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Changes of folders. Each reads the tree's state before the folders, and commits on condition that the state is the same: so two changes
 * that would each be right, but not together, come one after the other. A deleted folder's contents belong to its parent from that moment
 * on ({@link Tree}); a job moves them in steps and removes the folder last.
 */
public final class Folders {
    public static final String EMPTY = "emptyFolder";

    /** Of documents and of folders each: a transaction has a hundred actions. */
    private static final int MOVED_AT_ONCE_MAX = 45;

    private static final int STEPS_MAX = 1_000;

    private final ItemStore store;
    private final Ids ids;

    public Folders(ItemStore store, Ids ids) {
        this.store = store.consistent();
        this.ids = ids;
    }

    /** What a job empties. */
    record Payload(String tenantId, String folderId) {}

    /** The tree as it is, and the state that a change of it is held to. */
    private record Read(Optional<Stored<FolderTree>> state, Tree tree) {
        <R> Decision<R> hold(Decision<R> decision, String changeId) {
            FolderTree next = new FolderTree(changeId);
            return state.isPresent()
                    ? decision.put(SupportTable.FOLDER_TREE, next, Expect.unchanged(state.get()))
                    : decision.create(SupportTable.FOLDER_TREE, next);
        }
    }

    private Read read(Caller caller) {
        return read(store.within(caller.tenant()));
    }

    private static Read read(ItemStore tenant) {
        Optional<Stored<FolderTree>> state = tenant.stored(SupportTable.FOLDER_TREE_OF.of());
        return new Read(state, Tree.read(tenant));
    }

    Decision<Folder> create(Given<Caller, CreateFolder> given) {
        Caller caller = given.by();
        String id = given.once().id();
        Optional<Folder> made = store.within(caller.tenant()).get(SupportTable.FOLDER_BY_ID.of(id));
        if (made.isPresent()) {
            return Decision.of(made.get());
        }
        Read read = read(caller);
        Tree tree = read.tree();
        if (tree.live().size() >= Tree.FOLDERS_MAX) {
            throw ApiException.of(Kind.UNPROCESSABLE, "A tenant has " + Tree.FOLDERS_MAX + " folders at most.")
                    .withCode("folders-full");
        }
        @Nullable String parent = given.asked().body().parentId();
        String name = checkedName(given.asked().body().name());
        checkPlace(tree, parent, name, null, 1);
        Folder folder = new Folder(caller.tenant(), id, name, parent, caller.subject(), given.at(), given.at(), null);
        return read.hold(Decision.of(folder).create(SupportTable.FOLDER, folder), ids.random());
    }

    Decision<Folder> change(Given<Caller, ChangeFolder> given, Stored<Folder> stored) {
        Folder before = stored.record();
        Read read = read(given.by());
        Tree tree = read.tree();
        String name = given.asked().body().name().applyTo(before.name());
        @Nullable
        String parent = given.asked().body().parentId().isSent()
                ? given.asked().body().parentId().applyTo(null)
                : tree.parentOf(before);
        String clean = checkedName(name == null ? "" : name);
        if (parent != null && tree.isWithin(parent, before.folderId())) {
            throw ApiException.conflict("A folder cannot be moved into itself, nor below itself.", null)
                    .withCode("folder-loop");
        }
        checkPlace(tree, parent, clean, before.folderId(), tree.height(before.folderId()));
        Folder after = before.with(to -> to.name(clean).parentId(parent).updatedAt(given.after(before.updatedAt())));
        return read.hold(Decision.of(after).replace(SupportTable.FOLDER, stored, after), ids.random());
    }

    private static void checkPlace(
            Tree tree, @Nullable String parent, String name, @Nullable String except, int height) {
        if (parent != null && !tree.isLive(parent)) {
            throw Tree.noFolder("parentId");
        }
        if (tree.depth(parent) + height > Tree.DEPTH_MAX) {
            throw ApiException.of(Kind.UNPROCESSABLE, "Folders are " + Tree.DEPTH_MAX + " levels deep at most.")
                    .withCode("folder-too-deep");
        }
        if (tree.isTaken(parent, name, except)) {
            throw ApiException.conflict("There is a folder with this name here already.", null)
                    .withCode("folder-exists");
        }
    }

    Decision<@Nullable Void> delete(Given<Caller, DeleteFolder> given, Stored<Folder> stored) {
        Folder folder = stored.record();
        ItemStore tenant = store.within(given.by().tenant());
        Read read = read(tenant);
        if (given.asked().contents().equals("refuse") && !isEmpty(tenant, read.tree(), folder.folderId())) {
            throw ApiException.conflict(
                            "The folder is not empty. Move its contents up, or delete what is in it first.", null)
                    .withCode("folder-not-empty");
        }
        Folder deleted =
                folder.with(to -> to.parentId(read.tree().parentOf(folder)).deletedAt(given.at()));
        Decision<@Nullable Void> decision = Decision.done().replace(SupportTable.FOLDER, stored, deleted);
        return read.hold(decision, ids.random())
                .job(EMPTY, folder.folderId(), new Payload(folder.tenantId(), folder.folderId()));
    }

    private static boolean isEmpty(ItemStore tenant, Tree tree, String folderId) {
        return tree.live().stream().noneMatch(each -> folderId.equals(tree.parentOf(each)))
                && Filings.all(tenant).values().stream()
                        .noneMatch(filing -> folderId.equals(tree.resolve(filing.folderId())));
    }

    /** A job that moves the contents of a deleted folder up, and then removes the folder. */
    public void empty(JobContext job, Changes changes) {
        Payload payload = job.payload(Payload.class);
        ItemStore tenant = store.within(payload.tenantId());
        for (int step = 0; step < STEPS_MAX; step++) {
            if (changes.run(tenant, () -> emptied(tenant, payload.folderId()))) {
                return;
            }
        }
        throw new IllegalStateException("A folder has more in it than a job can move.");
    }

    /** One step; its result is whether it was the last. */
    private Decision<Boolean> emptied(ItemStore tenant, String id) {
        Read read = read(tenant);
        Optional<Stored<Folder>> folder = tenant.stored(SupportTable.FOLDER_BY_ID.of(id));
        if (folder.isEmpty() || folder.get().record().deletedAt() == null) {
            return Decision.of(true);
        }
        @Nullable String up = read.tree().resolve(id);
        List<String> filed = Filings.all(tenant).values().stream()
                .filter(filing -> id.equals(filing.folderId()))
                .limit(MOVED_AT_ONCE_MAX)
                .map(Filing::documentId)
                .toList();
        List<Folder> children =
                read.tree().children(id).stream().limit(MOVED_AT_ONCE_MAX).toList();
        if (filed.isEmpty() && children.isEmpty()) {
            return Decision.of(true).delete(SupportTable.FOLDER, folder.get());
        }
        Decision<Boolean> step = Decision.of(false);
        for (String document : filed) {
            tenant.stored(SupportTable.FILING_OF.of(document))
                    .filter(stored -> id.equals(stored.record().folderId()))
                    .ifPresent(stored -> step.replace(
                            SupportTable.FILING, stored, stored.record().withFolderId(up), "folderId"));
        }
        for (Folder child : children) {
            tenant.stored(SupportTable.FOLDER_BY_ID.of(child.folderId()))
                    .ifPresent(stored -> step.replace(
                            SupportTable.FOLDER, stored, stored.record().withParentId(up), "parentId"));
        }
        return read.hold(step, ids.random());
    }

    private static String checkedName(String name) {
        String clean = name.strip();
        if (clean.isEmpty() || clean.indexOf('/') >= 0 || clean.chars().anyMatch(c -> c < ' ' || c == 127)) {
            throw ApiException.invalid("name", "must not be blank, nor have slashes or control characters")
                    .withCode("folder-name");
        }
        return clean;
    }
}
