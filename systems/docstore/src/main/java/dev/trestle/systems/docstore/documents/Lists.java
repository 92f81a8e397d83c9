package dev.trestle.systems.docstore.documents;

import dev.trestle.model.Bound;
import dev.trestle.model.error.UnreadableItemException;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.Page;
import dev.trestle.systems.docstore.documents.Requests.ListDocuments;
import dev.trestle.systems.docstore.model.Document;
import dev.trestle.systems.docstore.model.DocumentsTable;
import dev.trestle.systems.docstore.model.SupportTable;
import dev.trestle.systems.docstore.model.Version;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Lists of documents, newest change first: the tenant's, the caller's own, those shared with them, and their deleted ones. */
public final class Lists {
    /** How far one request looks for a text before it says where to go on. */
    private static final int SEARCHED_DOCUMENTS_MAX = 500;

    private static final long SEARCHED_BYTES_MAX = 32L * 1024 * 1024;

    private final Documents documents;
    private final ItemStore store;
    private final SharedList shared;

    public Lists(Documents documents, ItemStore store) {
        this.documents = documents;
        this.store = store;
        this.shared = new SharedList(store);
    }

    public Page<DocumentView> list(Caller caller, ListDocuments asked) {
        if (asked.view().equals("deleted")) {
            return deleted(caller, asked);
        }
        String text = asked.text() == null ? "" : asked.text().strip();
        Page<Document> page = text.isEmpty() ? page(caller, asked, asked.cursor()) : search(caller, asked, text);
        return page.map(document -> documents.view(caller, document));
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
