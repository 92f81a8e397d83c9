package dev.trestle.conformance;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a table with one global and one local index should hold, kept in the plainest way. Partition keys are letters,
 * sort keys are whole numbers, and an item's other attributes are: {@code g} (a letter) and {@code h} (a number), the
 * keys of the global index; {@code l} (a letter), the sort key of the local one; and {@code n}, a counter.
 */
final class ModelTable {

    /** Partition and sort key. */
    record Key(String pk, int sk) implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            return Comparator.comparing(Key::pk).thenComparing(Key::sk).compare(this, other);
        }

        String literal() {
            return "{pk: '" + pk + "', sk: " + sk + "}";
        }
    }

    record Row(
            @Nullable String g,
            @Nullable Integer h,
            @Nullable String l,
            @Nullable Integer n) {
        static final Row EMPTY = new Row(null, null, null, null);

        Row withN(int changed) {
            return new Row(g, h, l, changed);
        }

        Row withG(@Nullable String changed) {
            return new Row(changed, h, l, n);
        }
    }

    private final TreeMap<Key, Row> rows = new TreeMap<>();

    static TableShape shape() {
        return TableShape.keys("pk S", "sk N")
                .gsi("global", TableShape.all(), "g S", "h N")
                .lsi("local", TableShape.keysOnly(), "l S");
    }

    @Nullable
    Row get(Key key) {
        return rows.get(key);
    }

    void put(Key key, Row row) {
        rows.put(key, row);
    }

    void delete(Key key) {
        rows.remove(key);
    }

    /** All items, sorted by their text. */
    List<String> all() {
        return rows.entrySet().stream().map(ModelTable::literal).sorted().toList();
    }

    /** The items of one partition, by sort key. */
    List<String> partition(String pk) {
        return rows.entrySet().stream()
                .filter(e -> e.getKey().pk().equals(pk))
                .map(ModelTable::literal)
                .toList();
    }

    /** The items of one partition of the global index, sorted by h. */
    List<String> global(String g) {
        return rows.entrySet().stream()
                .filter(e -> g.equals(e.getValue().g()) && e.getValue().h() != null)
                .sorted(Comparator.comparing(e -> number(e.getValue().h())))
                .map(ModelTable::literal)
                .toList();
    }

    /** The keys of one partition of the local index, sorted by l. */
    List<String> local(String pk) {
        return rows.entrySet().stream()
                .filter(e -> e.getKey().pk().equals(pk) && e.getValue().l() != null)
                .sorted(Comparator.comparing(e -> String.valueOf(e.getValue().l())))
                .map(e -> "{l: '" + e.getValue().l() + "', pk: '" + pk + "', sk: "
                        + e.getKey().sk() + "}")
                .toList();
    }

    static String literal(Map.Entry<Key, Row> e) {
        return literal(e.getKey(), e.getValue());
    }

    /** The item as {@link Literals#show} writes it. */
    static String literal(Key key, Row row) {
        StringBuilder text = new StringBuilder("{");
        if (row.g() != null) {
            text.append("g: '").append(row.g()).append("', ");
        }
        if (row.h() != null) {
            text.append("h: ").append(row.h()).append(", ");
        }
        if (row.l() != null) {
            text.append("l: '").append(row.l()).append("', ");
        }
        if (row.n() != null) {
            text.append("n: ").append(row.n()).append(", ");
        }
        return text.append("pk: '")
                .append(key.pk())
                .append("', sk: ")
                .append(key.sk())
                .append("}")
                .toString();
    }

    private static int number(@Nullable Integer value) {
        return value == null ? 0 : value;
    }
}
