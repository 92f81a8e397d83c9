package dev.trestle.systems.formkiq.search;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.ItemStore.Placed;
import dev.trestle.systems.formkiq.api.Pages.Source;
import dev.trestle.systems.formkiq.model.Documents;
import dev.trestle.systems.formkiq.model.Documents.Document;
import dev.trestle.systems.formkiq.model.SupportTable;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All documents of a site, newest first, day by day: for conditions that no index answers. */
final class AllDocuments implements Source<Hit> {
    private static final int DAYS_MAX = 100_000;

    private final ItemStore store;
    private final ItemStore indexes;

    AllDocuments(ItemStore store, ItemStore indexes) {
        this.store = store;
        this.indexes = indexes;
    }

    /** A place is a day, and a place in that day. */
    @Override
    public List<Placed<Hit>> read(@Nullable List<String> after, int count) {
        List<Placed<Hit>> found = new ArrayList<>();
        String from = after == null ? null : after.get(0);
        List<String> place = after == null ? null : after.subList(1, after.size());
        for (SupportTable.DocumentDay day : store.first(SupportTable.LATEST_DAYS.of(), DAYS_MAX)) {
            if (from != null && day.day().compareTo(from) > 0) {
                continue;
            }
            Instant start = LocalDate.parse(day.day()).atStartOfDay().toInstant(ZoneOffset.UTC);
            List<String> here = day.day().equals(from) ? place : null;
            for (Placed<Document> each :
                    indexes.placed(Documents.DOCUMENTS_OF_DAY.of(start), count - found.size(), here)) {
                List<String> own = new ArrayList<>(List.of(day.day()));
                own.addAll(each.place());
                found.add(new Placed<>(Hit.of(each.record().documentId()), own));
            }
            if (found.size() >= count) {
                return found;
            }
        }
        return found;
    }
}
