package dev.trestle.conformance;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.AttributeValueUpdate;
import software.amazon.awssdk.services.dynamodb.model.Condition;
import software.amazon.awssdk.services.dynamodb.model.ExpectedAttributeValue;

/** The parts of legacy parameters, written briefly: values are {@link Literals}. */
final class LegacyParameters {
    private LegacyParameters() {}

    /** {@code compared("GT", "1")}: an operator and its arguments. */
    static Condition compared(String operator, String... arguments) {
        return Condition.builder()
                .comparisonOperator(operator)
                .attributeValueList(values(arguments))
                .build();
    }

    /** As {@link #compared}, for Expected. */
    static ExpectedAttributeValue expected(String operator, String... arguments) {
        return ExpectedAttributeValue.builder()
                .comparisonOperator(operator)
                .attributeValueList(values(arguments))
                .build();
    }

    static ExpectedAttributeValue expectedValue(String value) {
        return ExpectedAttributeValue.builder().value(Literals.value(value)).build();
    }

    static ExpectedAttributeValue expectedAbsent() {
        return ExpectedAttributeValue.builder().exists(false).build();
    }

    /** An action, or null for none, and its value, or null for none. */
    @SuppressWarnings("NullAway")
    static AttributeValueUpdate update(@Nullable String action, @Nullable String value) {
        return AttributeValueUpdate.builder()
                .action(action)
                .value(value == null ? null : Literals.value(value))
                .build();
    }

    /** Names and what belongs to them, in the order written. */
    static <T> Map<String, T> named(String name, T first) {
        Map<String, T> named = new LinkedHashMap<>();
        named.put(name, first);
        return named;
    }

    static <T> Map<String, T> named(String name, T first, String secondName, T second) {
        Map<String, T> named = named(name, first);
        named.put(secondName, second);
        return named;
    }

    /** The arguments in a text such as {@code "[1, 'a']"}. */
    static String[] arguments(String list) {
        return Literals.value(list).l().stream().map(Literals::show).toArray(String[]::new);
    }

    private static List<AttributeValue> values(String... literals) {
        return Arrays.stream(literals).map(Literals::value).toList();
    }
}
