package dev.trestle.systems.formkiq.schemas;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.formkiq.api.UseCounts;
import dev.trestle.systems.formkiq.model.DocumentAttributes;
import dev.trestle.systems.formkiq.model.DocumentAttributes.DocumentAttribute;

/** Which documents have a class, soft-deleted ones among them: by a count, and by an index for those of other programs. */
final class ClassUses {
    private ClassUses() {}

    static void begin(Decision<?> decision, String id) {
        UseCounts.begin(decision, UseCounts.ofClass(id));
    }

    /** Has a decision end the count; false if the class is in use. */
    static boolean end(Decision<?> decision, ItemStore store, ItemStore indexes, String id) {
        boolean isFound = !indexes.first(
                        DocumentAttributes.DOCUMENTS_BY_ATTRIBUTE.of(
                                "Classification", DocumentAttribute.searchValue(id)),
                        1)
                .isEmpty();
        return !isFound && UseCounts.end(decision, store, UseCounts.ofClass(id));
    }
}
