package dev.trestle.server.attack;

import java.util.LinkedHashMap;
import java.util.Map;

/** The console's API, about the users of UniSync, of whom there is one. */
final class ConsoleFixture extends Fixture {
    private static final String TABLE = "unisync-users";

    ConsoleFixture(AttackedServer server) {
        super(server);
        ServerPeople people = server.people();
        add(people.callers());
        server.json(people.administrator.caller(), "GET", "/unisync/v1/me", null);
        server.json(people.administrator.caller(), "PATCH", "/unisync/v1/me", Map.of("name", MARKER));
    }

    @Override
    Values make(ServedOperation operation) {
        Map<String, Object> question = Map.of("kind", "SCAN", "table", TABLE);
        Map<String, Object> item = item();
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("system", "unisync");
        values.put("table", TABLE);
        question.forEach((name, value) -> values.put("readItems." + name, value));
        values.put("question", question);
        values.put("key", Map.of("PK", item.get("PK"), "SK", item.get("SK")));
        values.put("before", item);
        values.put("after", item);
        return Values.of(values);
    }

    private Map<String, Object> item() {
        Map<String, Object> item = new LinkedHashMap<>();
        server.items.scan(scan -> scan.tableName(TABLE)).items().get(0).forEach((name, value) -> {
            if (value.s() != null) {
                item.put(name, Map.of("S", value.s()));
            } else if (value.bool() != null) {
                item.put(name, Map.of("BOOL", value.bool()));
            } else {
                item.put(name, Map.of("N", String.valueOf(value.n())));
            }
        });
        return item;
    }

    @Override
    Map<String, String> missing() {
        return Map.of("system", "none");
    }
}
