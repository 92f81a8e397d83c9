package dev.trestle.model.operation;

import dev.trestle.model.SortCondition;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A key condition as a query wants it. There are few forms, so that their texts are made once. */
public record KeyText(String text, Map<String, String> names, Map<String, AttributeValue> values) {
    private static final String PARTITION = "#p = :p";

    /** The text and its values. {@code sort} is null where there is no sort key. */
    public static KeyText of(String partition, String partitionValue, @Nullable String sort, SortCondition condition) {
        AttributeValue own = AttributeValue.createS(partitionValue);
        if (sort == null || condition instanceof SortCondition.Any) {
            return new KeyText(PARTITION, Map.of("#p", partition), Map.of(":p", own));
        }
        Map<String, String> names = Map.of("#p", partition, "#s", sort);
        if (condition instanceof SortCondition.Between between) {
            return new KeyText(
                    PARTITION + " AND #s BETWEEN :s AND :t",
                    names,
                    Map.of(":p", own, ":s", text(between.lower()), ":t", text(between.upper())));
        }
        if (condition instanceof SortCondition.Equal equal) {
            return new KeyText(PARTITION + " AND #s = :s", names, Map.of(":p", own, ":s", text(equal.value())));
        }
        if (condition instanceof SortCondition.BeginsWith begins) {
            return new KeyText(
                    PARTITION + " AND begins_with(#s, :s)", names, Map.of(":p", own, ":s", text(begins.prefix())));
        }
        if (condition instanceof SortCondition.AtLeast least) {
            return new KeyText(PARTITION + " AND #s >= :s", names, Map.of(":p", own, ":s", text(least.lower())));
        }
        if (condition instanceof SortCondition.AtMost most) {
            return new KeyText(PARTITION + " AND #s <= :s", names, Map.of(":p", own, ":s", text(most.upper())));
        }
        String upper = ((SortCondition.Below) condition).upper();
        return new KeyText(PARTITION + " AND #s < :s", names, Map.of(":p", own, ":s", text(upper)));
    }

    private static AttributeValue text(String value) {
        return AttributeValue.createS(value);
    }
}
