package dev.trestle.conformance.crash;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/** The items of one worker, by table and number: as they must be, or as a store has them. Two that hold the same are equal. */
record Contents(Map<String, Map<Integer, Map<String, AttributeValue>>> tables) {

    /** As they are after {@link Script#createTables}. */
    static Contents empty() {
        Contents contents = new Contents(new HashMap<>());
        contents.createTable(Script.ORDERS);
        contents.createTable(Script.AUDIT);
        return contents;
    }

    Contents copy() {
        Contents copy = new Contents(new HashMap<>());
        tables.forEach((name, items) -> copy.tables.put(name, new TreeMap<>(items)));
        return copy;
    }

    static Contents read(DynamoDbClient client, Script script) {
        Contents contents = new Contents(new HashMap<>());
        for (String table : List.of(Script.ORDERS, Script.AUDIT, script.ownTable())) {
            try {
                client.queryPaginator(r -> r.tableName(table)
                                .consistentRead(true)
                                .keyConditionExpression("pk = :pk")
                                .expressionAttributeValues(Map.of(":pk", AttributeValue.fromS(script.worker()))))
                        .items()
                        .forEach(item -> {
                            contents.createTable(table);
                            contents.put(table, item);
                        });
                contents.createTable(table);
            } catch (ResourceNotFoundException e) {
                continue; // the worker's own table comes and goes
            }
        }
        return contents;
    }

    boolean hasTable(String name) {
        return tables.containsKey(name);
    }

    void createTable(String name) {
        tables.putIfAbsent(name, new TreeMap<>());
    }

    void deleteTable(String name) {
        tables.remove(name);
    }

    Map<String, AttributeValue> get(String table, Map<String, AttributeValue> key) {
        return items(table).getOrDefault(number(key), Map.of());
    }

    void put(String table, Map<String, AttributeValue> item) {
        items(table).put(number(item), Map.copyOf(item));
    }

    void remove(String table, Map<String, AttributeValue> key) {
        items(table).remove(number(key));
    }

    private Map<Integer, Map<String, AttributeValue>> items(String table) {
        Map<Integer, Map<String, AttributeValue>> items = tables.get(table);
        if (items == null) {
            throw new IllegalStateException("no table " + table);
        }
        return items;
    }

    private static int number(Map<String, AttributeValue> item) {
        AttributeValue sk = item.get("sk");
        return sk == null ? -1 : Integer.parseInt(sk.n());
    }

    /** The marks alone: enough to see what differs. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        new TreeMap<>(tables).forEach((name, items) -> {
            text.append(name).append(':');
            items.forEach((number, item) -> text.append(' ')
                    .append(number)
                    .append('=')
                    .append(item.get("mark").s()));
            text.append('\n');
        });
        return text.toString();
    }
}
