package dev.trestle.conformance;

import static dev.trestle.conformance.LegacyParameters.compared;
import static dev.trestle.conformance.LegacyParameters.update;
import static dev.trestle.conformance.Literals.item;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.AttributeValueUpdate;
import software.amazon.awssdk.services.dynamodb.model.Condition;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ExpectedAttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;

/** Random legacy parameters do what the expressions that say the same do, on the same items. */
@EngineRules
class LegacyEquivalenceTest extends ConformanceTest {
    private static final long SEED = Long.getLong("trestle.seed", 20251119L);
    private static final int ROUNDS = 150;
    private static final List<String> NAMES = List.of("u", "v", "w");
    private static final List<String> SCALARS =
            List.of("0", "1", "-1.5", "10", "''", "'a'", "'ab'", "'b'", "x'00'", "x'01'", "x'0001'");
    private static final List<String> OTHERS =
            List.of("true", "null", "<'a', 'ab'>", "<'b'>", "<1, 10>", "<x'01'>", "['a', 1]", "[]", "{k: 1}");
    private static final List<String> OPERATORS = List.of(
            "EQ",
            "NE",
            "IN",
            "LE",
            "LT",
            "GE",
            "GT",
            "BETWEEN",
            "NOT_NULL",
            "NULL",
            "CONTAINS",
            "NOT_CONTAINS",
            "BEGINS_WITH");

    private final Random random = new Random(SEED);
    private String table = "";

    @BeforeEach
    void createItems() {
        table = create(TableShape.keys("pk S", "sk S"));
        for (int i = 0; i < 40; i++) {
            Map<String, AttributeValue> made = new HashMap<>(item("{pk: 'p', sk: '" + "ab".repeat(i % 7) + i + "'}"));
            NAMES.forEach(name -> {
                if (random.nextInt(4) > 0) {
                    made.put(name, Literals.value(any(random.nextBoolean() ? SCALARS : OTHERS)));
                }
            });
            put(table, made);
        }
    }

    /** The same condition in both forms; {@code values} are those of the expression. */
    private record Pair(
            Map<String, Condition> legacy, boolean or, String expression, Map<String, AttributeValue> values) {
        Map<String, ExpectedAttributeValue> expected() {
            Map<String, ExpectedAttributeValue> expected = new LinkedHashMap<>();
            legacy.forEach((name, condition) -> expected.put(
                    name,
                    ExpectedAttributeValue.builder()
                            .comparisonOperator(condition.comparisonOperator())
                            .attributeValueList(condition.attributeValueList())
                            .build()));
            return expected;
        }
    }

    @Test
    void filters_sameConditions_selectTheSameItems() {
        for (int round = 0; round < ROUNDS; round++) {
            Pair pair = conditions();
            Object byLegacy = outcome(() -> client.scan(r -> {
                        r.tableName(table).scanFilter(pair.legacy);
                        if (pair.or) {
                            r.conditionalOperator("OR");
                        }
                    })
                    .items());
            Object byExpression = outcome(() -> client.scan(r -> {
                        r.tableName(table).filterExpression(pair.expression);
                        if (!pair.values.isEmpty()) {
                            r.expressionAttributeValues(pair.values);
                        }
                    })
                    .items());
            assertThat(byLegacy).as("seed %d, round %d: %s", SEED, round, pair).isEqualTo(byExpression);
        }
    }

    @Test
    void expected_sameConditions_decideTheSame() {
        for (int round = 0; round < ROUNDS; round++) {
            Pair pair = conditions();
            Map<String, AttributeValue> key = anyKey();
            Object byLegacy = outcome(() -> client.updateItem(r -> {
                        r.tableName(table).key(key).expected(pair.expected()).returnValues(ReturnValue.ALL_NEW);
                        if (pair.or) {
                            r.conditionalOperator("OR");
                        }
                    })
                    .attributes());
            Object byExpression = outcome(() -> client.updateItem(r -> {
                        r.tableName(table).key(key).conditionExpression(pair.expression);
                        r.returnValues(ReturnValue.ALL_NEW);
                        if (!pair.values.isEmpty()) {
                            r.expressionAttributeValues(pair.values);
                        }
                    })
                    .attributes());
            assertThat(byLegacy).as("seed %d, round %d: %s", SEED, round, pair).isEqualTo(byExpression);
        }
    }

    @Test
    void keyConditions_sameConditions_selectTheSameItems() {
        List<String> operators = List.of("EQ", "LE", "LT", "GE", "GT", "BETWEEN", "BEGINS_WITH");
        for (int round = 0; round < ROUNDS; round++) {
            Map<String, Condition> legacy = new LinkedHashMap<>();
            legacy.put("pk", compared("EQ", "'p'"));
            Map<String, AttributeValue> values = new HashMap<>(item("{:pk: 'p'}"));
            List<String> bounds = new ArrayList<>(List.of(
                    "'" + "ab".repeat(random.nextInt(4)) + random.nextInt(50) + "'", "'ab" + random.nextInt(9) + "'"));
            Collections.sort(bounds);
            String operator = any(operators);
            String[] arguments =
                    operator.equals("BETWEEN") ? bounds.toArray(String[]::new) : new String[] {bounds.get(1)};
            legacy.put("sk", compared(operator, arguments));
            String expression = "pk = :pk AND " + expression("sk", operator, arguments, values);
            boolean forward = random.nextBoolean();

            assertThat(client.query(r ->
                                    r.tableName(table).keyConditions(legacy).scanIndexForward(forward))
                            .items())
                    .as("seed %d, round %d: %s", SEED, round, legacy)
                    .isEqualTo(client.query(r -> r.tableName(table)
                                    .keyConditionExpression(expression)
                                    .expressionAttributeValues(values)
                                    .scanIndexForward(forward))
                            .items());
        }
    }

    /** Errors are compared by their codes, as the two forms have different words. */
    @Test
    void updates_sameChanges_giveTheSameItem() {
        String twin = create(TableShape.keys("pk S", "sk S"));
        client.scan(r -> r.tableName(table)).items().forEach(each -> put(twin, each));
        for (int round = 0; round < ROUNDS; round++) {
            Map<String, AttributeValueUpdate> updates = new LinkedHashMap<>();
            Map<String, AttributeValue> values = new HashMap<>();
            Map<String, List<String>> sections = new LinkedHashMap<>();
            for (String name : someNames()) {
                change(name, updates, values, sections);
            }
            StringBuilder expression = new StringBuilder();
            sections.forEach((keyword, actions) -> expression
                    .append(keyword)
                    .append(' ')
                    .append(String.join(", ", actions))
                    .append(' '));
            Map<String, AttributeValue> key = anyKey();
            ReturnValue returned = any(List.of(
                    ReturnValue.ALL_NEW, ReturnValue.ALL_OLD, ReturnValue.UPDATED_NEW, ReturnValue.UPDATED_OLD));
            Object byLegacy = outcome(() -> client.updateItem(r -> r.tableName(table)
                            .key(key)
                            .attributeUpdates(updates)
                            .returnValues(returned))
                    .attributes());
            Object byExpression = outcome(() -> client.updateItem(r -> {
                        r.tableName(twin)
                                .key(key)
                                .updateExpression(expression.toString())
                                .returnValues(returned);
                        if (!values.isEmpty()) {
                            r.expressionAttributeValues(values);
                        }
                    })
                    .attributes());
            assertThat(shown(byLegacy))
                    .as("seed %d, round %d: %s, %s", SEED, round, updates, expression)
                    .isEqualTo(shown(byExpression));
        }
        assertThat(contents(table)).as("seed " + SEED).isEqualTo(contents(twin));
    }

    private void change(
            String name,
            Map<String, AttributeValueUpdate> updates,
            Map<String, AttributeValue> values,
            Map<String, List<String>> sections) {
        List<String> addends = List.of("1", "-2.5", "<'a', 'x'>", "<1, 7>", "<x'01', x'02'>");
        String value = ":" + name;
        String keyword;
        switch (random.nextInt(4)) {
            case 0 -> {
                String put = any(random.nextBoolean() ? SCALARS : OTHERS);
                keyword = "SET";
                updates.put(name, update("PUT", put));
                values.put(value, Literals.value(put));
            }
            case 1 -> {
                String addend = any(addends);
                keyword = "ADD";
                updates.put(name, update("ADD", addend));
                values.put(value, Literals.value(addend));
            }
            case 2 -> {
                String taken = any(addends.subList(2, 5));
                keyword = "DELETE";
                updates.put(name, update("DELETE", taken));
                values.put(value, Literals.value(taken));
            }
            default -> {
                keyword = "REMOVE";
                updates.put(name, update("DELETE", null));
            }
        }
        String action =
                keyword.equals("SET") ? name + " = " + value : keyword.equals("REMOVE") ? name : name + " " + value;
        sections.computeIfAbsent(keyword, k -> new ArrayList<>()).add(action);
    }

    private Pair conditions() {
        Map<String, Condition> legacy = new LinkedHashMap<>();
        Map<String, AttributeValue> values = new HashMap<>();
        List<String> parts = new ArrayList<>();
        for (String name : someNames()) {
            String operator = any(OPERATORS);
            String[] arguments = arguments(operator);
            legacy.put(name, compared(operator, arguments));
            parts.add(expression(name, operator, arguments, values));
        }
        boolean or = legacy.size() > 1 && random.nextBoolean();
        return new Pair(legacy, or, String.join(or ? " OR " : " AND ", parts), values);
    }

    /** Arguments that the operator takes. */
    private String[] arguments(String operator) {
        switch (operator) {
            case "NULL", "NOT_NULL" -> {
                return new String[0];
            }
            case "EQ", "NE" -> {
                return new String[] {any(random.nextBoolean() ? SCALARS : OTHERS)};
            }
            case "CONTAINS", "NOT_CONTAINS" -> {
                return new String[] {random.nextInt(5) == 0 ? any(OTHERS.subList(0, 2)) : any(SCALARS)};
            }
            case "BEGINS_WITH" -> {
                return new String[] {any(SCALARS.subList(4, 11))};
            }
            default -> {
                int type = random.nextInt(3);
                List<String> ordered = List.of(
                                List.of("-1.5", "0", "1", "10"),
                                SCALARS.subList(4, 8),
                                List.of("x'00'", "x'0001'", "x'01'"))
                        .get(type);
                if (operator.equals("BETWEEN")) {
                    int from = random.nextInt(ordered.size());
                    return new String[] {ordered.get(from), ordered.get(from + random.nextInt(ordered.size() - from))};
                }
                return operator.equals("IN") ? new String[] {any(ordered), any(ordered)} : new String[] {any(ordered)};
            }
        }
    }

    private static String expression(
            String name, String operator, String[] arguments, Map<String, AttributeValue> values) {
        List<String> given = new ArrayList<>();
        for (String argument : arguments) {
            given.add(":" + name + given.size());
            values.put(given.get(given.size() - 1), Literals.value(argument));
        }
        String first = given.isEmpty() ? "" : given.get(0);
        return switch (operator) {
            case "EQ" -> name + " = " + first;
            case "NE" -> name + " <> " + first;
            case "IN" -> name + " IN (" + String.join(", ", given) + ")";
            case "LE" -> name + " <= " + first;
            case "LT" -> name + " < " + first;
            case "GE" -> name + " >= " + first;
            case "GT" -> name + " > " + first;
            case "BETWEEN" -> name + " BETWEEN " + first + " AND " + given.get(1);
            case "NOT_NULL" -> "attribute_exists(" + name + ")";
            case "NULL" -> "attribute_not_exists(" + name + ")";
            case "CONTAINS" -> "contains(" + name + ", " + first + ")";
            case "NOT_CONTAINS" -> "(attribute_exists(" + name + ") AND NOT contains(" + name + ", " + first + "))";
            default -> "begins_with(" + name + ", " + first + ")";
        };
    }

    private TreeSet<String> someNames() {
        TreeSet<String> names = new TreeSet<>();
        for (int i = 0; i <= random.nextInt(3); i++) {
            names.add(any(NAMES));
        }
        return names;
    }

    private Map<String, AttributeValue> anyKey() {
        int number = random.nextInt(40);
        return item("{pk: 'p', sk: '" + "ab".repeat(number % 7) + number + "'}");
    }

    private <T> T any(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    /** What a call gave, or the code of its error. */
    private static Object outcome(Supplier<Object> call) {
        try {
            return call.get();
        } catch (DynamoDbException e) {
            return e.awsErrorDetails().errorCode();
        }
    }

    @SuppressWarnings("unchecked")
    private static String shown(Object outcome) {
        return outcome instanceof Map<?, ?> attributes
                ? Literals.show((Map<String, AttributeValue>) attributes)
                : outcome.toString();
    }
}
