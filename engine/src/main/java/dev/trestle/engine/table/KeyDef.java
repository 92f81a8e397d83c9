package dev.trestle.engine.table;

import java.util.ArrayList;
import java.util.List;

/** The attributes that make a key: those of the partition, then those that sort inside it (none for a table without sort key). */
public record KeyDef(List<KeyAttribute> partition, List<KeyAttribute> sort) {

    public List<KeyAttribute> all() {
        List<KeyAttribute> all = new ArrayList<>(partition);
        all.addAll(sort);
        return all;
    }

    public List<String> names() {
        return all().stream().map(KeyAttribute::name).toList();
    }
}
