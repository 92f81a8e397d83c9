package dev.trestle.systems.formkiq.documents;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.model.operation.WriteRefusedException;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.model.Documents;
import dev.trestle.systems.formkiq.model.Documents.Document;
import dev.trestle.systems.formkiq.model.SupportTable;
import dev.trestle.systems.formkiq.model.SupportTable.DocumentCount;
import dev.trestle.systems.formkiq.model.SupportTable.DocumentDay;
import dev.trestle.systems.formkiq.sites.Configurations;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How many documents a site may have. A site without a limit counts nothing; one that gets a limit counts what it has
 * once, and from then on each document in the transaction that makes or deletes it.
 */
public final class DocumentLimits {
    private static final int DAYS_MAX = 100_000;
    private static final int ATTEMPTS_MAX = 20;
    private static final int DOCUMENTS_MAX = 10_000_000;

    private final ItemStore items;

    public DocumentLimits(ItemStore items) {
        this.items = items;
    }

    void check(ItemStore store) {
        Optional<Long> most = Configurations.documentsMax(store);
        if (most.isPresent()) {
            long count = store.get(SupportTable.COUNT_OF_DOCUMENTS.of())
                    .map(DocumentCount::documents)
                    .orElse(0L);
            if (count >= most.get()) {
                throw reached();
            }
        }
    }

    private static RuntimeException reached() {
        return Refusals.message("Max Number of Documents reached");
    }

    /** Has a decision count, where the site counts. */
    void count(Decision<?> decision, ItemStore store, int more) {
        Optional<Stored<DocumentCount>> before = store.stored(SupportTable.COUNT_OF_DOCUMENTS.of());
        if (before.isEmpty()) {
            return;
        }
        long count = before.get().record().documents() + more;
        Optional<Long> most = more > 0 ? Configurations.documentsMax(store) : Optional.empty();
        if (most.isPresent() && count > most.get()) {
            throw reached();
        }
        decision.replace(SupportTable.DOCUMENT_COUNT, before.get(), new DocumentCount(Math.max(0, count)));
    }

    /**
     * Counts the documents of a site that has got a limit, those of other programs among them. Documents that come and
     * go meanwhile change the stored count, and have it counted again.
     */
    public void begin(String site) {
        ItemStore store = items.within(site).consistent();
        if (Configurations.documentsMax(store).isEmpty()) {
            return;
        }
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            Optional<Stored<DocumentCount>> before = store.stored(SupportTable.COUNT_OF_DOCUMENTS.of());
            if (before.isEmpty()) {
                store.put(SupportTable.DOCUMENT_COUNT, new DocumentCount(0));
                continue;
            }
            long was = before.get().record().documents();
            DocumentCount now = new DocumentCount(counted(site));
            if (now.documents() == was || replaced(store, now, was)) {
                return;
            }
        }
    }

    private static boolean replaced(ItemStore store, DocumentCount now, long was) {
        try {
            store.put(SupportTable.DOCUMENT_COUNT, now, Expect.equal("documents", was));
            return true;
        } catch (WriteRefusedException e) {
            return false;
        }
    }

    private long counted(String site) {
        ItemStore store = items.within(site);
        long count = 0;
        for (DocumentDay day : store.first(SupportTable.LATEST_DAYS.of(), DAYS_MAX)) {
            Instant noon = LocalDate.parse(day.day()).atTime(12, 0).toInstant(ZoneOffset.UTC);
            try (Stream<Document> documents = store.stream(Documents.DOCUMENTS_OF_DAY.of(noon), DOCUMENTS_MAX)) {
                count += documents
                        .filter(document -> document.belongsToDocumentId() == null)
                        .count();
            }
        }
        return count;
    }
}
