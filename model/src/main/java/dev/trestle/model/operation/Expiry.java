package dev.trestle.model.operation;

import dev.trestle.model.Table;
import java.time.Clock;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Tells whether items have expired. They are deleted some time after that; until then they are there and must not be seen. */
final class Expiry {
    private Expiry() {}

    static boolean isOver(Table table, Map<String, AttributeValue> item, Clock clock) {
        AttributeValue expiry = table.expiry() == null ? null : item.get(table.expiry());
        if (expiry == null || expiry.n() == null) {
            return false;
        }
        try {
            return Double.parseDouble(expiry.n()) <= Math.floorDiv(clock.millis(), 1000L);
        } catch (NumberFormatException e) {
            return false;
        }
    }
}
