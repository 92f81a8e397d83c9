package dev.trestle.systems.docstore.upkeep;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.events.RecordChange;
import dev.trestle.systems.docstore.documents.Belongings;
import dev.trestle.systems.docstore.model.Document;
import dev.trestle.systems.docstore.model.DocumentsTable;
import dev.trestle.systems.docstore.model.SupportTable;

/**
 * Removes what belongs to documents that another program deleted: folder, tags, comments, presence. A document that was deleted here keeps
 * them for as long as it can be restored; its own job removes them then.
 */
public final class Leftovers {
    private static final int DELETIONS_READ_MAX = 20;

    private final ItemStore store;

    public Leftovers(ItemStore store) {
        this.store = store.consistent();
    }

    /** Told of every change of a document; each may be told more than once. */
    public void changed(RecordChange<Document> change) {
        Document before = change.before();
        if (before == null || change.after() != null) {
            return;
        }
        ItemStore tenant = store.within(before.tenantId());
        boolean isThere = tenant.get(DocumentsTable.LATEST.of(before.id()))
                .filter(document -> document.createdAt().equals(before.createdAt()))
                .isPresent();
        boolean isKept = tenant.first(SupportTable.DELETIONS.of(before.id()), DELETIONS_READ_MAX).stream()
                .anyMatch(deleted -> deleted.document().createdAt().equals(before.createdAt()));
        if (!isThere && !isKept) {
            Belongings.remove(tenant, before.id(), before.createdAt());
        }
    }
}
