package dev.trestle.systems.formkiq.cases;

import dev.trestle.model.Bound;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.model.Cases;
import dev.trestle.systems.formkiq.model.Cases.Case;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Finds cases and what is of them: nothing of a case is there unless the case is. */
final class CaseFinder {
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9_.:-]{1,200}");

    private CaseFinder() {}

    static Stored<Case> require(ItemStore store, String caseId) {
        Optional<Stored<Case>> found =
                ID.matcher(caseId).matches() ? store.stored(Cases.CASE_BY_ID.of(caseId)) : Optional.empty();
        return found.orElseThrow(() -> Refusals.notFound("Case '" + caseId + "' not found"));
    }

    static <T extends Record> Stored<T> require(ItemStore store, CasePart<T> part, String caseId, String id) {
        Stored<Case> unused = require(store, caseId);
        Optional<Stored<T>> found =
                ID.matcher(id).matches() ? store.stored(part.byId().of(caseId, id)) : Optional.empty();
        return found.orElseThrow(() -> Refusals.notFound(part.word() + " '" + id + "' not found"));
    }

    /** Cases that an index found, as they are now; null for those that are gone. */
    static List<@Nullable Case> current(ItemStore store, List<Case> hits) {
        Map<String, Case> found = new HashMap<>();
        List<Bound<Case>> bounds =
                hits.stream().map(hit -> Cases.CASE_BY_ID.of(hit.documentId())).toList();
        if (!bounds.isEmpty()) {
            store.getAll(bounds).forEach(row -> row.ifPresent(each -> found.put(each.documentId(), each)));
        }
        List<@Nullable Case> current = new ArrayList<>();
        hits.forEach(hit -> current.add(found.get(hit.documentId())));
        return current;
    }
}
