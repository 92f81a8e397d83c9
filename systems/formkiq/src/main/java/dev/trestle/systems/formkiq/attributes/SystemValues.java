package dev.trestle.systems.formkiq.attributes;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.formkiq.api.Actor;
import dev.trestle.systems.formkiq.api.UseCounts;
import dev.trestle.systems.formkiq.model.Attributes;
import dev.trestle.systems.formkiq.model.DocumentAttributes;
import dev.trestle.systems.formkiq.model.DocumentAttributes.DocumentAttribute;
import dev.trestle.systems.formkiq.model.DocumentAttributes.ValueType;
import java.time.Instant;
import java.util.List;

/** Values of reserved attributes, which the system itself sets. */
public final class SystemValues {
    private static final int VALUES_MAX = 10;

    private SystemValues() {}

    /** Has a decision take what a document has under a reserved key. */
    public static void remove(Decision<?> decision, ItemStore store, String documentId, String key) {
        List<DocumentAttribute> before =
                store.first(DocumentAttributes.ATTRIBUTE_VALUES.of(documentId, key), VALUES_MAX);
        before.forEach(row -> decision.delete(DocumentAttributes.DOCUMENT_ATTRIBUTE, row, Expect.PRESENT));
        if (!before.isEmpty()) {
            UseCounts.add(decision, store, key, documentId, -before.size());
        }
    }

    /** Has a decision give a document one text under a reserved key, in place of what it has there. */
    public static void set(
            Decision<?> decision, ItemStore store, String documentId, String key, String value, Instant at) {
        List<DocumentAttribute> before =
                store.first(DocumentAttributes.ATTRIBUTE_VALUES.of(documentId, key), VALUES_MAX);
        boolean isThere = before.stream().anyMatch(row -> row.value().equals(value));
        int more = isThere ? 0 : 1;
        for (DocumentAttribute row : before) {
            if (!row.value().equals(value)) {
                decision.delete(DocumentAttributes.DOCUMENT_ATTRIBUTE, row, Expect.PRESENT);
                more--;
            }
        }
        if (!isThere) {
            decision.put(
                    DocumentAttributes.DOCUMENT_ATTRIBUTE,
                    new DocumentAttribute(
                            documentId, key, null, ValueType.STRING, value, null, null, Actor.SYSTEM, at));
        }
        if (store.stored(Attributes.ATTRIBUTE_BY_KEY.of(key)).isEmpty()) {
            DocumentValues.define(decision, key, UseCounts.partOf(documentId), 1);
        } else if (more != 0) {
            UseCounts.add(decision, store, key, documentId, more);
        }
    }
}
