package dev.trestle.systems.formkiq.documents;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.Pages;
import dev.trestle.systems.formkiq.documents.DocumentViews.DocumentsView;
import dev.trestle.systems.formkiq.documents.DocumentViews.ListDocuments;
import dev.trestle.systems.formkiq.documents.DocumentViews.ListedDocument;
import dev.trestle.systems.formkiq.folders.FolderAccess;
import dev.trestle.systems.formkiq.model.DocumentActions;
import dev.trestle.systems.formkiq.model.DocumentActions.Action;
import dev.trestle.systems.formkiq.model.DocumentActions.ActionStatus;
import dev.trestle.systems.formkiq.model.Documents.Document;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The documents that have an action in a state, by id. A document with several is shown at the first of them, so that
 * it is shown once on whatever pages they are; one whose action has gone on since the index knew it is passed over.
 */
final class ActionLists {
    private static final int ACTIONS_MAX = 1000;

    private final Library library;
    private final Pages pages;

    ActionLists(Library library, Pages pages) {
        this.library = library;
        this.pages = pages;
    }

    DocumentsView list(Caller caller, ActionStatus status, ListDocuments asked) {
        ItemStore indexes = library.indexes(caller);
        ItemStore store = library.store(caller);
        FolderAccess access = FolderAccess.of(store, caller);
        Pages.Asked page = pages.asked(
                caller,
                "GetDocuments",
                List.of("actionStatus", status.name()),
                asked.limit(),
                asked.next(),
                asked.previous());
        Pages.Listing<ListedDocument> listing = pages.collect(
                page,
                (after, count) -> indexes.placed(DocumentActions.ACTIONS_BY_STATUS.of(status), count, after),
                hits -> shown(caller, store, access, status, hits));
        return new DocumentsView(listing.next(), listing.previous(), listing.items());
    }

    private List<@Nullable ListedDocument> shown(
            Caller caller, ItemStore store, FolderAccess access, ActionStatus status, List<Action> hits) {
        Map<String, Document> found = library.readable(
                caller, access, hits.stream().map(Action::documentId).distinct().toList());
        Map<String, Integer> firsts = new HashMap<>();
        List<@Nullable ListedDocument> shown = new ArrayList<>();
        for (Action hit : hits) {
            Document document = found.get(hit.documentId());
            if (document == null) {
                shown.add(null);
                continue;
            }
            int first = firsts.computeIfAbsent(hit.documentId(), id -> first(store, id, status));
            shown.add(hit.idx() == first ? Showing.listed(caller.site(), document) : null);
        }
        return shown;
    }

    private static int first(ItemStore store, String documentId, ActionStatus status) {
        OptionalInt first = store.first(DocumentActions.ACTIONS_OF_DOCUMENT.of(documentId), ACTIONS_MAX).stream()
                .filter(action -> action.status() == status)
                .mapToInt(Action::idx)
                .min();
        return first.orElse(-1);
    }
}
