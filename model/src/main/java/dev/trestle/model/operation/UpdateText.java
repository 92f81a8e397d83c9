package dev.trestle.model.operation;

import dev.trestle.model.Entity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The text of an update expression. */
final class UpdateText {
    private UpdateText() {}

    /**
     * @param values the attributes to set; those with null are removed
     * @param amounts the attributes to add to
     */
    static String of(
            Entity<?> entity,
            Map<String, @Nullable AttributeValue> values,
            Map<String, AttributeValue> amounts,
            Expression expression) {
        List<String> set = new ArrayList<>();
        List<String> remove = new ArrayList<>();
        List<String> add = new ArrayList<>();
        values.forEach((name, value) -> {
            if (value == null) {
                remove.add(expression.name(name));
            } else {
                set.add(expression.name(name) + " = " + expression.value(value));
            }
        });
        amounts.forEach((name, amount) -> add.add(expression.name(name) + " " + expression.value(amount)));
        String text = (clause("SET", set) + clause("REMOVE", remove) + clause("ADD", add)).strip();
        return Expression.checked(text, 0, entity, "change fewer attributes at once, or put the whole record");
    }

    private static String clause(String word, List<String> terms) {
        return terms.isEmpty() ? "" : word + " " + String.join(", ", terms) + " ";
    }
}
