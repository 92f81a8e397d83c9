package dev.trestle.systems.formkiq.attributes;

import dev.trestle.model.Bound;
import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Retrieved;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.formkiq.api.UseCounts;
import dev.trestle.systems.formkiq.model.DocumentAttributes;
import dev.trestle.systems.formkiq.model.DocumentAttributes.DocumentAttribute;
import dev.trestle.systems.formkiq.model.DocumentAttributes.ValueType;
import dev.trestle.systems.formkiq.model.SupportTable;
import dev.trestle.systems.formkiq.model.SupportTable.AttributeUse;
import dev.trestle.systems.formkiq.model.SupportTable.RelatedFrom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What goes with the values of a document that is deleted: counts, and the other ends of its relationships. */
public final class ValueRemoval {
    private static final int RELATIONS_MAX = 20;
    private static final int STEPS_MAX = 10_000;

    private ValueRemoval() {}

    /** Has a decision take removed values off the counts of their definitions. */
    public static void uncount(Decision<?> decision, ItemStore store, String documentId, List<DocumentAttribute> rows) {
        Map<String, Integer> byKey = new TreeMap<>();
        rows.stream()
                .filter(row -> row.valueType() != ValueType.RELATIONSHIPS)
                .forEach(row -> byKey.merge(row.key(), 1, Integer::sum));
        rows.stream()
                .filter(row -> row.valueType() == ValueType.CLASSIFICATION)
                .forEach(row -> byKey.merge(UseCounts.ofClass(row.value()), 1, Integer::sum));
        if (byKey.isEmpty()) {
            return;
        }
        int part = UseCounts.partOf(documentId);
        List<Bound<AttributeUse>> bounds = new ArrayList<>();
        byKey.keySet().forEach(key -> bounds.add(SupportTable.USE_OF_ATTRIBUTE.of(key, part)));
        Retrieved counts = store.retrieve(bounds);
        byKey.forEach((key, count) -> {
            if (counts.readable(SupportTable.USE_OF_ATTRIBUTE.of(key, part)).isPresent()) {
                DocumentValues.count(decision, key, part, -count);
            }
        });
    }

    /** Removes the relationships that lead to a document, and what tells other documents of its own. */
    public static void unrelate(Changes changes, ItemStore store, String documentId) {
        for (int i = 0; i < STEPS_MAX; i++) {
            Boolean more = changes.run(store, () -> {
                List<RelatedFrom> related = store.first(SupportTable.RELATIONS_TO.of(documentId), RELATIONS_MAX);
                Decision<Boolean> decision = Decision.of(true);
                for (RelatedFrom each : related) {
                    String value = each.relationship() + "#" + documentId;
                    decision.delete(SupportTable.RELATED_FROM, each, Expect.ANYTHING)
                            .delete(
                                    DocumentAttributes.ATTRIBUTE_VALUE.of(each.otherId(), Wanted.RELATIONSHIPS, value),
                                    Expect.ANYTHING);
                }
                return related.isEmpty() ? Decision.of(false) : decision;
            });
            if (!more) {
                return;
            }
        }
    }
}
