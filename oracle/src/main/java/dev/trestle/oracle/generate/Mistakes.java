package dev.trestle.oracle.generate;

import dev.trestle.conformance.cases.Json;
import dev.trestle.conformance.cases.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Makes one mistake in a right request: with two, which of them is complained about is a matter of order. */
final class Mistakes {
    private static final List<String> EXPRESSIONS = List.of(
            "ConditionExpression",
            "UpdateExpression",
            "FilterExpression",
            "ProjectionExpression",
            "KeyConditionExpression");

    private final Dice dice;
    private final Values values;
    private final ValueMistakes valueMistakes;

    Mistakes(Dice dice, Values values) {
        this.dice = dice;
        this.values = values;
        this.valueMistakes = new ValueMistakes(dice);
    }

    /** The step with a mistake; the step itself, if the mistake thought of does not apply to it. */
    Step in(Step step) {
        if (step.operation().contains("Execute")) {
            return step.with(statement(step.request()));
        }
        Map<String, Object> request = Json.copy(step.request());
        Map<String, Object> part = partOf(request);
        // Where one side takes the mistake for none, only that side would know the token from then on.
        request.remove("ClientRequestToken");
        switch (dice.below(10)) {
            case 0 -> name(part);
            case 1 -> without(request, part);
            case 2, 3 -> expression(part);
            case 4 -> placeholders(part);
            case 5 -> key(part);
            case 6 -> enumValue(step, request, part);
            case 7 -> numberParameter(step, request);
            case 8 -> valueMistakes.in(part);
            default -> list(step, request);
        }
        return step.with(request);
    }

    private Map<String, Object> statement(Map<String, Object> request) {
        Map<String, Object> changed = Json.copy(request);
        String text = Json.stringIn(changed, "Statement");
        if (text != null) {
            changed.put(
                    "Statement",
                    text.replace(dice.pick("oracle-", "pk", "?", "FROM", "WHERE"), dice.pick("x", "", "1")));
        }
        return changed;
    }

    /** The request, or one of the requests that it groups. */
    private Map<String, Object> partOf(Map<String, Object> request) {
        List<Map<String, Object>> actions = Json.objectsIn(request, "TransactItems");
        if (!actions.isEmpty()) {
            Map<String, Object> action = dice.pick(actions);
            return Json.objectIn(action, action.keySet().iterator().next());
        }
        return request;
    }

    private void name(Map<String, Object> part) {
        if (part.containsKey("IndexName") && dice.chance(50)) {
            part.put("IndexName", dice.pick("no-such-index", "ab", "bad name", "by-l"));
        } else if (part.containsKey("TableName")) {
            part.put("TableName", dice.pick("oracle-nothing", "ab", "bad name", ""));
        } else if (part.get("RequestItems") instanceof Map<?, ?>) {
            Map<String, Object> tables = Json.objectIn(part, "RequestItems");
            tables.put(
                    "oracle-nothing", tables.remove(tables.keySet().iterator().next()));
        }
    }

    private void without(Map<String, Object> request, Map<String, Object> part) {
        Map<String, Object> from = dice.chance(80) ? part : request;
        if (!from.isEmpty()) {
            from.remove(dice.pick(new ArrayList<>(from.keySet())));
        }
    }

    private void expression(Map<String, Object> part) {
        List<String> there = EXPRESSIONS.stream().filter(part::containsKey).toList();
        if (there.isEmpty()) {
            return;
        }
        String name = dice.pick(there);
        String text = String.valueOf(part.get(name));
        List<String> words = new ArrayList<>(List.of(text.split("(?<=[ (),])|(?=[ (),])")));
        int at = dice.below(words.size());
        switch (dice.below(9)) {
            case 0 -> words.set(at, "");
            case 1 ->
                words.add(at, dice.pick(" AND ", ",", ")", "(", " SET ", ".", "[0]", " = ", "#", ":", "$", "'x'", "5"));
            case 2 ->
                words.set(
                        at,
                        dice.pick(
                                "size",
                                "status",
                                "Name",
                                "#unknown",
                                ":unknown",
                                "nofunction(a)",
                                "a..b",
                                "a[-1]",
                                "a[x]"));
            case 3 -> {
                part.put(name, "");
                return;
            }
            case 4 -> {
                part.put(name, "(" + text + ")");
                return;
            }
            case 5 -> {
                part.put(name, "((" + text + "))");
                return;
            }
            case 6 -> {
                part.put(name, name.equals("UpdateExpression") ? text + " SET pk = pk" : text + ", " + text);
                return;
            }
            case 7 -> {
                part.put(
                        name,
                        dice.pick(
                                "pk = pk",
                                "attribute_exists(a, b)",
                                "size(a)",
                                "SET a = size(b)",
                                "contains(a, a)",
                                "a IN ()",
                                "a BETWEEN b",
                                "NOT",
                                "REMOVE a, a",
                                "a.b, a.b.x",
                                "a, a[0]",
                                "SET a.x = a, a.y = a, a = b"));
                return;
            }
            default -> words.set(at, words.get(at) + words.get(at));
        }
        part.put(name, String.join("", words));
    }

    private void placeholders(Map<String, Object> part) {
        if (EXPRESSIONS.stream().noneMatch(part::containsKey)) {
            return;
        }
        boolean projectionOnly = part.containsKey("ProjectionExpression")
                && !part.containsKey("Limit")
                && !part.containsKey("FilterExpression")
                && !part.containsKey("KeyConditionExpression");
        String member = projectionOnly
                ? "ExpressionAttributeNames"
                : dice.pick("ExpressionAttributeNames", "ExpressionAttributeValues");
        Map<String, Object> there = Json.objectIn(part, member);
        boolean names = member.endsWith("Names");
        switch (dice.below(4)) {
            case 0 -> {
                if (!there.isEmpty()) {
                    there.remove(dice.pick(new ArrayList<>(there.keySet())));
                }
            }
            case 1 -> {
                there.put(names ? "#unused" : ":unused", names ? "x" : Json.of("S", "x"));
                part.put(member, there);
            }
            case 2 -> {
                there.put(
                        names ? dice.pick("bad", "#", "#a-b") : dice.pick("bad", ":", ":a-b"),
                        names ? "x" : Json.of("S", "x"));
                part.put(member, there);
            }
            default -> part.put(member, Json.of());
        }
    }

    private void key(Map<String, Object> part) {
        List<String> keyed = List.of("Key", "Item", "ExclusiveStartKey").stream()
                .filter(part::containsKey)
                .toList();
        if (keyed.isEmpty()) {
            return;
        }
        Map<String, Object> key = Json.objectIn(part, dice.pick(keyed));
        switch (dice.below(6)) {
            case 0 -> key.remove(dice.pick("pk", "sk"));
            case 1 -> key.put("other", values.key("S"));
            case 2 -> key.put("pk", dice.pick(Json.of("S", ""), Json.of("B", ""), Json.of("N", "")));
            case 3 -> key.put(dice.pick("pk", "sk"), values.any(2));
            case 4 -> key.put(dice.pick("pk", "sk"), Json.of("S", "k".repeat(dice.pick(1024, 1025, 2048, 2049))));
            default -> key.clear();
        }
    }

    private void enumValue(Step step, Map<String, Object> request, Map<String, Object> part) {
        String bad = dice.pick("WRONG", "", "all_old");
        switch (step.operation()) {
            case "PutItem", "DeleteItem" -> part.put("ReturnValues", dice.pick(bad, "ALL_NEW", "UPDATED_NEW"));
            case "UpdateItem" -> part.put("ReturnValues", bad);
            case "Query", "Scan" ->
                part.put("Select", dice.pick(bad, "SPECIFIC_ATTRIBUTES", "ALL_PROJECTED_ATTRIBUTES", "COUNT"));
            case "TransactWriteItems" -> part.put("ReturnValuesOnConditionCheckFailure", bad);
            case "GetItem", "BatchGetItem", "BatchWriteItem", "TransactGetItems" ->
                request.put("ReturnConsumedCapacity", bad);
            default -> {}
        }
    }

    private void numberParameter(Step step, Map<String, Object> request) {
        switch (step.operation()) {
            case "Query" -> request.put("Limit", dice.pick(0, -1));
            case "Scan" -> {
                switch (dice.below(4)) {
                    case 0 -> request.put("Limit", dice.pick(0, -1));
                    case 1 -> request.put("TotalSegments", dice.pick(0, 1_000_001));
                    case 2 -> request.put("Segment", dice.pick(-1, 1, 7));
                    default -> request.remove("TotalSegments");
                }
            }
            case "TransactWriteItems" -> request.put("ClientRequestToken", dice.pick("", "t".repeat(37)));
            default -> {}
        }
    }

    private void list(Step step, Map<String, Object> request) {
        if (step.is("TransactWriteItems", "TransactGetItems")) {
            List<Map<String, Object>> actions = Json.objectsIn(request, "TransactItems");
            switch (dice.below(3)) {
                case 0 -> actions.clear();
                case 1 -> actions.add(Json.copy(dice.pick(actions)));
                default -> dice.pick(actions).clear();
            }
        } else if (step.is("BatchWriteItem", "BatchGetItem")) {
            Map<String, Object> tables = Json.objectIn(request, "RequestItems");
            String table = dice.pick(new ArrayList<>(tables.keySet()));
            switch (dice.below(3)) {
                case 0 -> tables.clear();
                case 1 ->
                    tables.put(
                            table, step.is("BatchWriteItem") ? new ArrayList<>() : Json.of("Keys", new ArrayList<>()));
                default -> overfill(step, tables, table);
            }
        }
    }

    /** More than a batch may hold, of different keys. */
    private void overfill(Step step, Map<String, Object> tables, String table) {
        List<Object> many = new ArrayList<>();
        for (int i = 0; i < (step.is("BatchWriteItem") ? 26 : 101); i++) {
            Map<String, Object> key = Json.of("pk", Json.of("S", "many-" + i));
            many.add(step.is("BatchWriteItem") ? Json.of("DeleteRequest", Json.of("Key", key)) : key);
        }
        tables.put(table, step.is("BatchWriteItem") ? many : Json.of("Keys", many));
    }
}
