package dev.trestle.systems.docstore.upkeep;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.trestle.model.error.UnreadableItemException;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.systems.docstore.documents.Caller;
import dev.trestle.systems.docstore.documents.Rights;
import dev.trestle.systems.docstore.model.Document;
import dev.trestle.systems.docstore.model.DocumentsTable;
import java.time.Duration;
import java.util.Optional;

/**
 * Who may hear of what belongs to a document: those who may read the document at the moment of telling. The document is read once for each
 * record that is told, however many listen: the cache knows a record by its identity, so another change reads anew.
 */
final class Readable {
    private static final int KEPT_MAX = 1_000;

    private final ItemStore store;
    private final Cache<Record, Optional<Document>> documents = Caffeine.newBuilder()
            .weakKeys()
            .maximumSize(KEPT_MAX)
            .expireAfterWrite(Duration.ofSeconds(10))
            .build();

    Readable(ItemStore store) {
        this.store = store.consistent();
    }

    boolean by(Caller who, Record told, String tenant, String documentId) {
        return who.tenant().equals(tenant)
                && documents
                        .get(told, record -> read(tenant, documentId))
                        .filter(document -> Rights.roleOf(who, document) != null)
                        .isPresent();
    }

    private Optional<Document> read(String tenant, String documentId) {
        try {
            return store.within(tenant).get(DocumentsTable.LATEST.of(documentId));
        } catch (UnreadableItemException e) {
            return Optional.empty();
        }
    }
}
