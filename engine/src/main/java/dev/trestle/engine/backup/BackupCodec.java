package dev.trestle.engine.backup;

import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.table.TableCodec;
import dev.trestle.engine.value.Bytes;
import dev.trestle.engine.value.Value;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** A backup's row as a stored item. */
final class BackupCodec {
    private BackupCodec() {}

    static byte[] encode(BackupDef backup) {
        Map<String, Value> out = new LinkedHashMap<>();
        out.put("id", number(backup.id()));
        out.put("name", new Value.S(backup.name()));
        out.put("table", new Value.B(Bytes.of(TableCodec.encode(backup.table()))));
        out.put("created", number(backup.createdAt().toEpochMilli()));
        out.put("status", new Value.S(backup.status().name()));
        out.put("items", number(backup.items()));
        out.put("bytes", number(backup.bytes()));
        return StoredItem.of(out).bytes();
    }

    static BackupDef decode(byte[] bytes) {
        Map<String, Value> in = StoredItem.ofBytes(bytes).toMap();
        if (!(in.get("table") instanceof Value.B table)) {
            throw missing("table");
        }
        return new BackupDef(
                (int) number(in, "id"),
                text(in, "name"),
                TableCodec.decode(table.value().array()),
                Instant.ofEpochMilli(number(in, "created")),
                BackupDef.Status.valueOf(text(in, "status")),
                number(in, "items"),
                number(in, "bytes"));
    }

    private static Value number(long number) {
        return new Value.N(Long.toString(number));
    }

    private static long number(Map<String, Value> in, String name) {
        if (in.get(name) instanceof Value.N number) {
            return Long.parseLong(number.text());
        }
        throw missing(name);
    }

    private static String text(Map<String, Value> in, String name) {
        if (in.get(name) instanceof Value.S text) {
            return text.value();
        }
        throw missing(name);
    }

    private static IllegalStateException missing(String name) {
        return new IllegalStateException("a stored backup has no " + name);
    }
}
