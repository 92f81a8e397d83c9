package dev.trestle.systems.docstore.documents;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.systems.docstore.model.Document;
import dev.trestle.systems.docstore.model.DocumentsTable;
import dev.trestle.systems.docstore.model.Share;
import dev.trestle.systems.docstore.model.SupportTable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The documents that a caller may read, all at once: what is filtered, counted or sorted by name. Indexes say which documents these may be;
 * each document itself, read consistently, says whether the caller may.
 */
public final class Shelf {
    /** How many documents of one list are looked at; the newest changes come first. */
    private static final int READ_MAX = 10_000;

    private final ItemStore store;

    public Shelf(ItemStore store) {
        this.store = store;
    }

    /** The ids of a list: {@code mine}, {@code shared}, {@code all} or, for administrators, {@code tenant}. */
    public Set<String> ids(Caller caller, String view) {
        ItemStore tenant = store.within(caller.tenant());
        Set<String> ids = new LinkedHashSet<>();
        if (view.equals("tenant")) {
            tenant.first(DocumentsTable.TENANT_NEWEST_FIRST.of(), READ_MAX).forEach(each -> ids.add(each.id()));
            return ids;
        }
        if (!view.equals("shared")) {
            tenant.first(DocumentsTable.OWNED_NEWEST_FIRST.of(caller.subject()), READ_MAX)
                    .forEach(each -> ids.add(each.id()));
        }
        if (!view.equals("mine")) {
            for (String principal : caller.principals()) {
                tenant.first(SupportTable.SHARED_WITH.of(principal), READ_MAX).stream()
                        .map(Share::documentId)
                        .forEach(ids::add);
            }
        }
        return ids;
    }

    /** Those of some documents that are in a list. */
    public List<Document> documents(Caller caller, String view, Collection<String> ids) {
        List<Document> found = new ArrayList<>();
        store
                .within(caller.tenant())
                .consistent()
                .getAll(ids.stream().map(DocumentsTable.LATEST::of).toList())
                .stream()
                .flatMap(Optional::stream)
                .filter(document -> isIn(caller, view, document))
                .forEach(found::add);
        return found;
    }

    private static boolean isIn(Caller caller, String view, Document document) {
        if (view.equals("tenant")) {
            return caller.isAdministrator() && caller.tenant().equals(document.tenantId());
        }
        boolean isOwn = document.owner().equals(caller.subject());
        return Rights.roleOf(caller, document) != null && (view.equals("all") || isOwn == view.equals("mine"));
    }
}
