package dev.trestle.server.installation;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Transaction;
import dev.trestle.platform.api.Json;
import dev.trestle.platform.audit.Act;
import dev.trestle.platform.audit.Act.Area;
import dev.trestle.platform.audit.Actor;
import dev.trestle.platform.audit.AuditTrail;
import dev.trestle.platform.table.Mark;
import dev.trestle.platform.table.PlatformTable;
import java.time.Clock;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Enters into the audit trail which settings a start has other than the start before. Settings are changed in files, by nobody whom the server knows. */
final class SettingsAudit {
    private static final String MARK = "settings";
    private static final int CHANGES_MAX = 40;

    private SettingsAudit() {}

    /** {@code shown} has no secrets: of those it has that they are set. */
    static void record(ItemStore store, AuditTrail trail, Map<String, String> shown, Clock clock) {
        @Nullable
        Mark before = store.consistent().get(PlatformTable.MARK_OF.of(MARK)).orElse(null);
        Map<String, String> known = before == null ? Map.of() : read(before.value());
        String now = Json.text(new TreeMap<>(shown));
        if (before != null && before.value().equals(now)) {
            return;
        }
        Transaction transaction = store.transaction().put(PlatformTable.MARK, new Mark(MARK, now, clock.instant()));
        if (before != null) {
            TreeSet<String> names = new TreeSet<>(known.keySet());
            names.addAll(shown.keySet());
            names.stream()
                    .filter(name -> !Objects.equals(known.get(name), shown.get(name)))
                    .limit(CHANGES_MAX)
                    .forEach(name -> trail.add(
                            transaction,
                            Actor.SERVER,
                            Act.of(Area.SETTING, "setting-changed", name, name)
                                    .from(value(known.get(name)))
                                    .to(value(shown.get(name)))));
        }
        transaction.commit();
    }

    private static Map<String, Object> value(@Nullable String text) {
        return text == null ? Map.of() : Map.of("value", text);
    }

    private static Map<String, String> read(String json) {
        try {
            return Json.mapper().readValue(json, new TypeReference<Map<String, String>>() {});
        } catch (JsonProcessingException e) {
            return Map.of();
        }
    }
}
