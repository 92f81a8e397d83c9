package dev.trestle.server.attack;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The console's API, about a session of UniSync: an item that may be edited. */
final class ConsoleFixture extends Fixture {
    private static final String TABLE = "unisync-sessions";
    private static final String TEXT = "activity";

    private final Caller administrator;

    ConsoleFixture(AttackedServer server) {
        super(server);
        administrator = server.people().administrator.caller();
        add(server.people().callers());
    }

    @Override
    Values make(ServedOperation operation) {
        if (!operation.hasPathParameter("system")) {
            return Values.of(Map.of());
        }
        server.json(administrator, "POST", "/unisync/v1/sessions/start", Map.of("activity", MARKER));
        Map<String, Object> item = item();
        Map<String, Object> edited = new LinkedHashMap<>(item);
        edited.put(TEXT, Map.of("S", server.accounts.unique("edited-")));
        Map<String, Object> question = Map.of("kind", "SCAN", "table", TABLE);
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("system", "unisync");
        values.put("table", TABLE);
        question.forEach((name, value) -> values.put("readItems." + name, value));
        values.put("question", question);
        values.put("key", Map.of("PK", item.get("PK"), "SK", item.get("SK")));
        values.put("before", item);
        values.put("after", edited);
        values.put("entity", "Session");
        values.put("composeItem.fields", fields(item));
        values.put("item", another(item));
        values.put("ids", List.of(Map.of("attribute", "userId", "value", "none")));
        return Values.of(values);
    }

    /** The same session of another user, who has none. */
    private Map<String, Object> another(Map<String, Object> item) {
        String user = server.accounts.unique("user-");
        Map<String, Object> other = new LinkedHashMap<>(item);
        other.put("userId", Map.of("S", user));
        other.put("SK", Map.of("S", "USER#" + user));
        return other;
    }

    /** The item's attributes as a form has them. */
    private static Map<String, Object> fields(Map<String, Object> item) {
        Map<String, Object> fields = new LinkedHashMap<>();
        item.forEach((name, value) -> {
            if (!List.of("PK", "SK").contains(name)) {
                fields.put(name, ((Map<?, ?>) value).values().iterator().next());
            }
        });
        fields.put("expiresAt", "2099-01-01T00:00:00Z");
        return fields;
    }

    private Map<String, Object> item() {
        Map<String, Object> item = new LinkedHashMap<>();
        server.items.scan(scan -> scan.tableName(TABLE).consistentRead(true)).items().stream()
                .filter(each -> each.toString().contains(MARKER))
                .findFirst()
                .orElseThrow()
                .forEach((name, value) -> item.put(
                        name, value.s() == null ? Map.of("N", String.valueOf(value.n())) : Map.of("S", value.s())));
        return item;
    }

    @Override
    Map<String, String> missing() {
        return Map.of("system", "none");
    }
}
