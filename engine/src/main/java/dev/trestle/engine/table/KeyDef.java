package dev.trestle.engine.table;

import java.util.List;
import java.util.stream.Stream;

/**
 * The attributes that make a key: those of the partition, then those that sort inside it (none for a table without sort key). {@code
 * all} is both, kept because every request asks for it.
 */
public record KeyDef(List<KeyAttribute> partition, List<KeyAttribute> sort, List<KeyAttribute> all) {

    public KeyDef(List<KeyAttribute> partition, List<KeyAttribute> sort) {
        this(partition, sort, Stream.concat(partition.stream(), sort.stream()).toList());
    }

    /** Whether there is more than one partition attribute or more than one sort attribute, as global indexes may have. */
    public boolean isMultiAttribute() {
        return partition.size() > 1 || sort.size() > 1;
    }

    public List<String> names() {
        return all.stream().map(KeyAttribute::name).toList();
    }
}
