package dev.trestle.model;

import dev.trestle.model.error.UnreadableItemException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A stored item that does not fit its record, by its key. It has none of the item's other values, which may be private.
 *
 * @param table the table's name in the model
 * @param sort null if the table has no sort key
 * @param reason what is wrong with it, for people
 */
public record UnreadableItem(
        String system,
        String table,
        String entity,
        String partition,
        @Nullable String sort,
        String reason) {
    /** Is told of unreadable items, by any thread and again at each read: it returns at once and throws nothing. */
    @FunctionalInterface
    public interface Listener {
        /** Tells nobody. */
        Listener NONE = item -> {};

        void met(UnreadableItem item);
    }

    public static UnreadableItem of(
            Model model, Entity<?> entity, Map<String, AttributeValue> item, UnreadableItemException failure) {
        Table table = entity.table();
        String sort = table.sort();
        return new UnreadableItem(
                model.system(),
                table.name(),
                entity.name(),
                text(item, table.partition()),
                sort == null ? null : text(item, sort),
                failure.reason());
    }

    private static String text(Map<String, AttributeValue> item, String attribute) {
        AttributeValue value = item.get(attribute);
        return value == null || value.s() == null ? "" : value.s();
    }
}
