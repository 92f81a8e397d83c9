package dev.trestle.conformance.cases;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The normal form of an answer: members in the order of their names, sets sorted, and without what two right answers may
 * differ in (ids, times, capacities, the order of a scan, what a page of it happens to hold).
 */
final class Normal {
    private static final Set<String> SETS = Set.of("SS", "NS", "BS");
    private static final Set<String> NOT_COMPARED = Set.of("ConsumedCapacity", "ItemCollectionMetrics");
    private static final Set<String> SAME_WHEN_EMPTY =
            Set.of("Items", "UnprocessedItems", "UnprocessedKeys", "Responses", "NextToken");
    private static final Set<String> OF_A_TABLE = Set.of(
            "TableName",
            "KeySchema",
            "AttributeDefinitions",
            "GlobalSecondaryIndexes",
            "LocalSecondaryIndexes",
            "IndexName",
            "Projection");

    private Normal() {}

    static Map<String, Object> body(Step step, Map<String, Object> body) {
        Map<String, Object> normal = sorted(body);
        normal.keySet().removeAll(NOT_COMPARED);
        normal.entrySet().removeIf(e -> SAME_WHEN_EMPTY.contains(e.getKey()) && isEmpty(e.getValue()));
        switch (step.operation()) {
            case "CreateTable", "UpdateTable", "DeleteTable" -> describe(normal, "TableDescription");
            case "DescribeTable" -> describe(normal, "Table");
            case "Scan" -> scan(step, normal);
            case "Query" -> query(step, normal);
            case "BatchGetItem" -> Json.objectIn(normal, "Responses").replaceAll((table, items) -> inOrder(items));
            case "ExecuteStatement" -> {
                normal.remove("LastEvaluatedKey");
                normal.computeIfPresent("Items", (name, items) -> inOrder(items));
            }
            default -> {}
        }
        return normal;
    }

    private static boolean isEmpty(Object value) {
        return value instanceof Map<?, ?> map && map.isEmpty() || value instanceof List<?> list && list.isEmpty();
    }

    private static void describe(Map<String, Object> body, String member) {
        if (body.get(member) instanceof Map<?, ?>) {
            body.put(member, essence(Json.objectIn(body, member)));
        }
    }

    /** Of a table's description what was asked for when it was made. */
    private static Map<String, Object> essence(Map<String, Object> described) {
        Map<String, Object> essence = new TreeMap<>(described);
        essence.keySet().retainAll(OF_A_TABLE);
        for (String indexes : List.of("GlobalSecondaryIndexes", "LocalSecondaryIndexes")) {
            if (essence.containsKey(indexes)) {
                essence.put(
                        indexes,
                        inOrder(Json.objectsIn(essence, indexes).stream()
                                .map(Normal::essence)
                                .toList()));
            }
        }
        if (essence.containsKey("AttributeDefinitions")) {
            essence.put("AttributeDefinitions", inOrder(essence.get("AttributeDefinitions")));
        }
        return essence;
    }

    private static void scan(Step step, Map<String, Object> body) {
        boolean somewhere = step.request().containsKey("ExclusiveStartKey")
                || step.reading() == Step.Reading.ONCE && step.request().containsKey("Segment");
        partly(step, body, somewhere);
    }

    /** An index promises no order among items with equal keys, so pages of it may end anywhere among them. */
    private static void query(Step step, Map<String, Object> body) {
        if (step.request().containsKey("IndexName")) {
            partly(step, body, step.request().containsKey("ExclusiveStartKey"));
        }
    }

    private static void partly(Step step, Map<String, Object> body, boolean somewhere) {
        if (somewhere) {
            body.clear();
            return;
        }
        if (body.containsKey("Items")) {
            body.put("Items", inOrder(body.get("Items")));
        }
        if (!Performer.isWhole(step)) {
            body.remove("Items");
            body.computeIfPresent("LastEvaluatedKey", (name, key) -> true);
            if (step.request().containsKey("FilterExpression")
                    || step.request().containsKey("ScanFilter")
                    || step.request().containsKey("QueryFilter")) {
                body.remove("Count");
            }
        }
    }

    private static Object inOrder(Object list) {
        List<Object> copy = new ArrayList<>((List<?>) list);
        copy.sort(Comparator.comparing(Json::write));
        return copy;
    }

    private static Map<String, Object> sorted(Map<String, Object> object) {
        Map<String, Object> sorted = new TreeMap<>();
        object.forEach((name, value) -> {
            Object normal = sorted(value);
            sorted.put(name, SETS.contains(name) && normal instanceof List<?> ? inOrder(normal) : normal);
        });
        return sorted;
    }

    @SuppressWarnings("unchecked")
    private static Object sorted(Object value) {
        if (value instanceof Map<?, ?> map) {
            return sorted((Map<String, Object>) map);
        }
        if (value instanceof List<?> list) {
            List<Object> elements = new ArrayList<>();
            list.forEach(element -> elements.add(sorted((Object) element)));
            return elements;
        }
        return value;
    }
}
