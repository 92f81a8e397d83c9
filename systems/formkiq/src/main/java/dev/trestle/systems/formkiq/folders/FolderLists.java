package dev.trestle.systems.formkiq.folders;

import dev.trestle.model.Bound;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.Pages;
import dev.trestle.systems.formkiq.documents.Library;
import dev.trestle.systems.formkiq.folders.FolderViews.ListFolder;
import dev.trestle.systems.formkiq.model.Documents.Document;
import dev.trestle.systems.formkiq.model.Folders;
import dev.trestle.systems.formkiq.model.Folders.FolderEntry;
import dev.trestle.systems.formkiq.model.PathType;
import dev.trestle.systems.formkiq.model.Permission;
import dev.trestle.systems.formkiq.search.Found;
import dev.trestle.systems.formkiq.search.SearchViews.FoundDocument;
import dev.trestle.systems.formkiq.search.SearchViews.FoundView;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What is in folders, as far as the caller may see it. */
public final class FolderLists {
    private final Library library;
    private final Pages pages;

    FolderLists(Library library, Pages pages) {
        this.library = library;
        this.pages = pages;
    }

    FoundView list(Caller caller, ListFolder asked) {
        ItemStore store = library.store(caller);
        String indexKey = asked.indexKey() == null ? "" : asked.indexKey();
        String path = asked.path() == null ? "" : asked.path();
        Optional<FolderEntry> folder;
        String at;
        if (!indexKey.isEmpty()) {
            folder = Optional.of(IndexKeys.require(store, indexKey).record());
            at = IndexKeys.pathOf(store, library.indexes(caller), folder.get());
        } else {
            List<String> names = PathIndex.names(path);
            folder = PathIndex.folder(store, names).map(PathIndex.Entry::record);
            at = String.join("/", names);
            if (folder.isEmpty() && !names.isEmpty()) {
                // Who may not look there is not told that there is nothing.
                FolderAccess.of(store, caller).require(at, Permission.READ);
                return new FoundView(null, null, List.of());
            }
        }
        String folderId = folder.map(FolderEntry::documentId).orElse(PathIndex.ROOT);
        Pages.Asked page = pages.asked(
                caller, "GetFolderDocuments", List.of(folderId), asked.limit(), asked.next(), asked.previous());
        return list(caller, page, at, Folders.FOLDER_CONTENT.of(folderId));
    }

    /** A page of what a pattern finds in one folder. */
    public FoundView list(Caller caller, Pages.Asked page, String folderPath, Bound<FolderEntry> bound) {
        ItemStore store = library.store(caller);
        FolderAccess access = FolderAccess.of(store, caller);
        access.require(folderPath, Permission.READ);
        Pages.Listing<FoundDocument> found = pages.collect(
                page,
                (after, count) -> store.placed(bound, count, after),
                entries -> shown(caller, access, folderPath, entries));
        return new FoundView(found.next(), found.previous(), found.items());
    }

    private List<@Nullable FoundDocument> shown(
            Caller caller, FolderAccess access, String folderPath, List<FolderEntry> entries) {
        Map<String, Document> documents = library.readable(
                caller,
                entries.stream()
                        .filter(entry -> entry.type() == PathType.FILE)
                        .map(FolderEntry::documentId)
                        .toList());
        List<@Nullable FoundDocument> shown = new ArrayList<>();
        for (FolderEntry entry : entries) {
            String path = folderPath.isEmpty() ? entry.path() : folderPath + "/" + entry.path();
            Document document = documents.get(entry.documentId());
            if (entry.type() == PathType.DIRECTORY) {
                shown.add(access.allows(path, Permission.READ) ? Found.folder(caller.site(), entry) : null);
            } else {
                shown.add(document == null ? null : Found.document(caller.site(), document));
            }
        }
        return shown;
    }
}
