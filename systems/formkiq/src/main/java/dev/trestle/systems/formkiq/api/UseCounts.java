package dev.trestle.systems.formkiq.api;

import dev.trestle.model.Bound;
import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Retrieved;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.formkiq.model.SupportTable;
import dev.trestle.systems.formkiq.model.SupportTable.AttributeUse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How many things use another one, which is not deleted meanwhile. Counts change in the transactions that write the
 * uses, and a deletion ends the count that it has read: no index decides. A count is spread over parts, so that writers
 * do not wait for each other.
 */
public final class UseCounts {
    public static final int PARTS = 4;

    private UseCounts() {}

    // Keys of attributes, which are counted by themselves, never have such a form.

    public static String ofClass(String classificationId) {
        return "Classification::" + classificationId;
    }

    public static String ofEntityType(String entityTypeId) {
        return "EntityType::" + entityTypeId;
    }

    public static String ofLocale(String locale) {
        return "Locale::" + locale;
    }

    /** In which part of a count the uses by something are. */
    public static int partOf(String user) {
        return Math.floorMod(user.hashCode(), PARTS);
    }

    /** Has a decision begin a count. */
    public static void begin(Decision<?> decision, String key) {
        for (int part = 0; part < PARTS; part++) {
            decision.put(SupportTable.ATTRIBUTE_USE, new AttributeUse(key, part, 0), Expect.ABSENT);
        }
    }

    /** Counts a use by something that comes or goes; what another program made begins to be counted here. */
    public static void add(Decision<?> decision, ItemStore store, String key, String user, int more) {
        Bound<AttributeUse> part = SupportTable.USE_OF_ATTRIBUTE.of(key, partOf(user));
        if (store.stored(part).isPresent()) {
            decision.change(part, change -> change.add("uses", more));
        } else if (more > 0) {
            decision.put(SupportTable.ATTRIBUTE_USE, new AttributeUse(key, partOf(user), more), Expect.ABSENT);
        }
    }

    /** Has a decision end a count; false, and nothing is to be written, if there are uses. */
    public static boolean end(Decision<?> decision, ItemStore store, String key) {
        List<Bound<AttributeUse>> parts = new ArrayList<>();
        for (int part = 0; part < PARTS; part++) {
            parts.add(SupportTable.USE_OF_ATTRIBUTE.of(key, part));
        }
        Retrieved counts = store.retrieve(parts);
        for (Bound<AttributeUse> part : parts) {
            Optional<Stored<AttributeUse>> count = counts.of(part);
            if (count.isPresent() && count.get().record().uses() > 0) {
                return false;
            }
            if (count.isPresent()) {
                decision.delete(SupportTable.ATTRIBUTE_USE, count.get());
            } else {
                decision.check(part, Expect.ABSENT);
            }
        }
        return true;
    }
}
