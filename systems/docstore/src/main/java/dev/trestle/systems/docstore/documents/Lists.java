package dev.trestle.systems.docstore.documents;

import dev.trestle.model.Bound;
import dev.trestle.model.error.UnreadableItemException;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.Page;
import dev.trestle.systems.docstore.documents.Requests.ListDocuments;
import dev.trestle.systems.docstore.filing.FilingView;
import dev.trestle.systems.docstore.filing.Filings;
import dev.trestle.systems.docstore.filing.Tree;
import dev.trestle.systems.docstore.model.Document;
import dev.trestle.systems.docstore.model.DocumentsTable;
import dev.trestle.systems.docstore.model.Filing;
import dev.trestle.systems.docstore.model.SupportTable;
import dev.trestle.systems.docstore.model.Version;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Lists of documents, newest change first or by name: the tenant's, the caller's own, those shared with them, and their deleted ones. */
public final class Lists {
    /** How far one request looks for a text before it says where to go on. */
    private static final int SEARCHED_DOCUMENTS_MAX = 500;

    private static final long SEARCHED_BYTES_MAX = 32L * 1024 * 1024;

    private final Documents documents;
    private final ItemStore store;
    private final SharedList shared;
    private final Shelf shelf;

    public Lists(Documents documents, ItemStore store) {
        this.documents = documents;
        this.store = store;
        this.shared = new SharedList(store);
        this.shelf = new Shelf(store);
    }

    public Page<DocumentView> list(Caller caller, ListDocuments asked) {
        if (asked.view().equals("deleted")) {
            return deleted(caller, asked);
        }
        String text = asked.text() == null ? "" : asked.text().strip();
        Page<Document> page = asked.isInOrderOfAnIndex()
                ? text.isEmpty() ? page(caller, asked, asked.cursor()) : search(caller, asked, text)
                : filtered(caller, asked, text);
        Map<String, FilingView> filings = Filings.views(store.within(caller.tenant()), page.items());
        return page.map(document -> documents.view(caller, document).withFiling(filings.get(document.id())));
    }

    /**
     * A page of what filters leave, in the order that was asked for. It is full unless it is the last; or unless so much text had to be
     * looked through that the next page goes on with it.
     */
    private Page<Document> filtered(Caller caller, ListDocuments asked, String text) {
        String wanted = text.toLowerCase(Locale.ROOT);
        ListOrder order = ListOrder.of(asked.sort());
        List<Document> sorted = candidates(caller, asked).stream()
                .filter(document -> asked.ownedBy() == null || document.owner().equals(asked.ownedBy()))
                .filter(document -> asked.role() == null || asked.role().equals(roleOf(caller, document)))
                .sorted(order.comparator())
                .toList();
        List<Document> found = new ArrayList<>();
        long[] bytesLeft = {SEARCHED_BYTES_MAX};
        @Nullable Document last = null;
        for (Document document : order.after(sorted, asked.cursor())) {
            if (found.size() == asked.limit() || bytesLeft[0] <= 0) {
                return new Page<>(found, last == null ? null : order.cursor(last));
            }
            last = document;
            if (wanted.isEmpty() || matches(caller, document, wanted, bytesLeft)) {
                found.add(document);
            }
        }
        return new Page<>(found, null);
    }

    private List<Document> candidates(Caller caller, ListDocuments asked) {
        Set<String> ids = shelf.ids(caller, asked.view());
        if (asked.folder() == null && asked.tag() == null && !asked.template()) {
            return shelf.documents(caller, asked.view(), ids);
        }
        ItemStore tenant = store.within(caller.tenant());
        Map<String, Filing> filings = Filings.all(tenant);
        Tree tree = asked.folder() == null ? Tree.of(List.of()) : Tree.read(tenant);
        ids.removeIf(id -> !isFiledAs(asked, filings.get(id), tree));
        return shelf.documents(caller, asked.view(), ids).stream()
                .filter(document -> {
                    Filing filing = filings.get(document.id());
                    return isFiledAs(asked, filing != null && filing.isOf(document) ? filing : null, tree);
                })
                .toList();
    }

    private static boolean isFiledAs(ListDocuments asked, @Nullable Filing filing, Tree tree) {
        String folder = asked.folder();
        if (folder != null) {
            @Nullable String in = filing == null ? null : tree.resolve(filing.folderId());
            if (!folder.equals(in == null ? Requests.NO_FOLDER : in)) {
                return false;
            }
        }
        String tag = asked.tag();
        return (tag == null || (filing != null && Filings.hasTag(filing, tag)))
                && (!asked.template() || (filing != null && filing.titlePattern() != null));
    }

    private static @Nullable String roleOf(Caller caller, Document document) {
        Rights.Role role = Rights.roleOf(caller, document);
        return role == null ? null : role.name().toLowerCase(Locale.ROOT);
    }

    private Page<Document> page(Caller caller, ListDocuments asked, @Nullable String cursor) {
        return switch (asked.view()) {
            case "tenant" -> page(caller, DocumentsTable.TENANT_NEWEST_FIRST.of(), asked.limit(), cursor);
            case "mine" -> page(caller, DocumentsTable.OWNED_NEWEST_FIRST.of(caller.subject()), asked.limit(), cursor);
            default -> shared.page(caller, asked.role(), asked.limit(), cursor);
        };
    }

    private <T extends Record> Page<T> page(Caller caller, Bound<T> bound, int limit, @Nullable String cursor) {
        return Page.of(store.within(caller.tenant()).page(bound, limit, cursor));
    }

    /** Goes through the list until something is found, within bounds. */
    private Page<Document> search(Caller caller, ListDocuments asked, String text) {
        String wanted = text.toLowerCase(Locale.ROOT);
        List<Document> found = new ArrayList<>();
        @Nullable String cursor = asked.cursor();
        int seen = 0;
        long[] bytesLeft = {SEARCHED_BYTES_MAX};
        do {
            Page<Document> page = page(caller, asked, cursor);
            for (Document document : page.items()) {
                if (matches(caller, document, wanted, bytesLeft)) {
                    found.add(document);
                }
            }
            seen += page.items().size();
            cursor = page.next();
        } while (cursor != null && found.isEmpty() && seen < SEARCHED_DOCUMENTS_MAX && bytesLeft[0] > 0);
        return new Page<>(found, cursor);
    }

    private boolean matches(Caller caller, Document document, String wanted, long[] bytesLeft) {
        if (document.displayName().toLowerCase(Locale.ROOT).contains(wanted)
                || document.fileName().toLowerCase(Locale.ROOT).contains(wanted)) {
            return true;
        }
        // An administrator sees that a document is there, but not what is in it.
        if (Rights.roleOf(caller, document) == null || document.size() > bytesLeft[0]) {
            return false;
        }
        bytesLeft[0] -= document.size();
        return version(caller, document)
                .map(version -> documents.contents().bytes(version.path()))
                .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
                .filter(content -> content.toLowerCase(Locale.ROOT).contains(wanted))
                .isPresent();
    }

    /** The version that a document shows; one that cannot be read has nothing to be found in. */
    private Optional<Version> version(Caller caller, Document document) {
        try {
            return documents
                    .within(caller)
                    .get(DocumentsTable.VERSION_BY_NUMBER.of(document.id(), document.currentVersion()));
        } catch (UnreadableItemException e) {
            return Optional.empty();
        }
    }

    private Page<DocumentView> deleted(Caller caller, ListDocuments asked) {
        return page(caller, SupportTable.DELETED_OF_OWNER.of(caller.subject()), asked.limit(), asked.cursor())
                .map(deleted -> documents.view(caller, deleted.document(), deleted.deletedAt()));
    }
}
