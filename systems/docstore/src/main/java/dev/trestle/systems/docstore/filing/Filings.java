package dev.trestle.systems.docstore.filing;

import dev.trestle.model.Bound;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.systems.docstore.model.Document;
import dev.trestle.systems.docstore.model.Filing;
import dev.trestle.systems.docstore.model.SupportTable;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Reads where documents are filed. A filing of an earlier document with the same id is none. */
public final class Filings {
    /** How many filed documents of a tenant counts and filters look at. */
    private static final int READ_MAX = 20_000;

    private Filings() {}

    /** Of some documents, by their ids; those without one are left out. */
    public static Map<String, Filing> of(ItemStore tenant, List<Document> documents) {
        Map<String, Filing> found = new HashMap<>();
        List<Bound<Filing>> bounds = documents.stream()
                .map(document -> SupportTable.FILING_OF.of(document.id()))
                .toList();
        if (bounds.isEmpty()) {
            return found;
        }
        List<Optional<Filing>> read = tenant.getAll(bounds);
        for (int i = 0; i < documents.size(); i++) {
            Document document = documents.get(i);
            read.get(i).filter(filing -> filing.isOf(document)).ifPresent(filing -> found.put(document.id(), filing));
        }
        return found;
    }

    /** All of a tenant, by document. */
    public static Map<String, Filing> all(ItemStore tenant) {
        Map<String, Filing> found = new HashMap<>();
        tenant.first(SupportTable.FILINGS.of(), READ_MAX).forEach(filing -> found.put(filing.documentId(), filing));
        return found;
    }

    /** The same, as callers see them. Folders are read only if one of the documents is in one. */
    public static Map<String, FilingView> views(ItemStore tenant, List<Document> documents) {
        Map<String, Filing> filings = of(tenant, documents);
        boolean inFolders = filings.values().stream().anyMatch(filing -> filing.folderId() != null);
        Tree tree = inFolders ? Tree.read(tenant) : Tree.of(List.of());
        Map<String, FilingView> views = new HashMap<>();
        filings.forEach((id, filing) -> views.put(id, FilingView.of(filing, tree)));
        return views;
    }

    /** Whether a document has a tag; upper and lower case are the same. */
    public static boolean hasTag(Filing filing, String tag) {
        return filing.tags().stream().anyMatch(each -> isSameTag(each, tag));
    }

    public static boolean isSameTag(String one, String other) {
        return one.toLowerCase(Locale.ROOT).equals(other.toLowerCase(Locale.ROOT));
    }
}
