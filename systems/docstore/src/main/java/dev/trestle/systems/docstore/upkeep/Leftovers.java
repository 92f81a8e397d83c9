package dev.trestle.systems.docstore.upkeep;

import dev.trestle.model.error.UnreadableItemException;
import dev.trestle.model.evolution.Deployment;
import dev.trestle.model.evolution.Owners;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.events.RecordChange;
import dev.trestle.systems.docstore.documents.Belongings;
import dev.trestle.systems.docstore.model.Document;
import dev.trestle.systems.docstore.model.DocumentsTable;
import dev.trestle.systems.docstore.model.SupportTable;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/**
 * Removes what belongs to documents that another program deleted: folder, tags, comments, presence. A document that was deleted here keeps
 * them for as long as it can be restored; its own job removes them then.
 */
public final class Leftovers {
    private static final int DELETIONS_READ_MAX = 20;

    private static final int PAGE_ITEMS = 500;

    private final Deployment deployment;
    private final ItemStore store;

    public Leftovers(Deployment deployment, ItemStore store) {
        this.deployment = deployment;
        this.store = store.consistent();
    }

    /** Told of every change of a document; each may be told more than once. */
    public void changed(RecordChange<Document> change) {
        Document before = change.before();
        if (before == null || change.after() != null) {
            return;
        }
        removeUnlessKept(new Owner(before.tenantId(), before.id(), before.createdAt()));
    }

    /** The document that something belongs to. */
    private record Owner(String tenantId, String id, Instant createdAt) {}

    /** Looks at all that belongs to documents: for changes that were missed. It goes through the support table page by page. */
    public void sweep() {
        Owners owners = new Owners(SupportTable.TABLE);
        Map<String, AttributeValue> last = Map.of();
        do {
            ScanRequest.Builder request = ScanRequest.builder()
                    .tableName(deployment.names().apply(SupportTable.TABLE))
                    .limit(PAGE_ITEMS)
                    .consistentRead(true);
            ScanResponse page = deployment
                    .client()
                    .scan(
                            last.isEmpty()
                                    ? request.build()
                                    : request.exclusiveStartKey(last).build());
            Set<Owner> found = new HashSet<>();
            page.items().forEach(item -> found.addAll(ownerOf(owners.of(item), item)));
            found.forEach(this::removeUnlessKept);
            last = page.hasLastEvaluatedKey() ? page.lastEvaluatedKey() : Map.of();
        } while (!last.isEmpty());
    }

    private List<Owner> ownerOf(Owners.@Nullable Owner owner, Map<String, AttributeValue> item) {
        String name = owner == null ? null : owner.scoping().tenant();
        if (owner == null || name == null) {
            return List.of();
        }
        ItemStore tenant = store.within(name);
        if (owner.entity().equals(SupportTable.FILING)) {
            return tenant.recordOf(SupportTable.FILING, item).stream()
                    .map(filing -> new Owner(name, filing.documentId(), filing.documentCreatedAt()))
                    .toList();
        }
        return owner.entity().equals(SupportTable.COMMENT)
                ? tenant.recordOf(SupportTable.COMMENT, item).stream()
                        .map(comment -> new Owner(name, comment.documentId(), comment.documentCreatedAt()))
                        .toList()
                : List.of();
    }

    private void removeUnlessKept(Owner owner) {
        ItemStore tenant = store.within(owner.tenantId());
        if (!isThere(tenant, owner) && !isRestorable(tenant, owner)) {
            Belongings.remove(tenant, owner.id(), owner.createdAt());
        }
    }

    /** A document that cannot be read may be the one. */
    private static boolean isThere(ItemStore tenant, Owner owner) {
        try {
            return tenant.get(DocumentsTable.LATEST.of(owner.id()))
                    .filter(document -> document.createdAt().equals(owner.createdAt()))
                    .isPresent();
        } catch (UnreadableItemException e) {
            return true;
        }
    }

    private static boolean isRestorable(ItemStore tenant, Owner owner) {
        try {
            return tenant.complete().first(SupportTable.DELETIONS.of(owner.id()), DELETIONS_READ_MAX).stream()
                    .anyMatch(deleted -> deleted.document().createdAt().equals(owner.createdAt()));
        } catch (UnreadableItemException e) {
            return true;
        }
    }
}
