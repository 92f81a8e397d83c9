package dev.trestle.objects.list;

import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.value.Bytes;
import dev.trestle.engine.value.Value;
import dev.trestle.objects.index.Attribute;
import dev.trestle.objects.index.Ids;
import dev.trestle.objects.index.Index;
import dev.trestle.objects.index.RowQuery;
import dev.trestle.objects.index.Table;
import dev.trestle.objects.object.ObjectKeys;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Goes through rows of one bucket whose keys begin with a prefix, in their order. It reads a few rows at first and more with every page, and
 * few again after a leap: so a listing reads little more than it shows, and a common prefix costs a page, however many keys it has.
 */
final class RowCursor {
    private static final int FIRST_ROWS = 8;
    private static final int PAGE_ROWS_MAX = 1000;

    private final Index index;
    private final Table table;
    private final Bytes bucket;
    private final Bytes prefix;
    private final ArrayDeque<Entry> ahead = new ArrayDeque<>();
    private @Nullable Map<String, Value> behind;
    private boolean ended;
    private int pageRows;

    /** A row with its key. */
    record Entry(Bytes key, StoredItem item) {}

    RowCursor(Index index, Table table, Bytes bucket, Bytes prefix, int expectedRows) {
        this.index = index;
        this.table = table;
        this.bucket = bucket;
        this.prefix = prefix;
        this.ended = prefix.length() > ObjectKeys.BYTES_MAX;
        this.pageRows = Math.min(Math.max(expectedRows, 1), PAGE_ROWS_MAX);
    }

    /** Goes on behind all rows of the key, which need not be there. */
    void leapBehind(Bytes key) {
        leapBehind(key, Ids.LAST);
    }

    /** Goes on behind that row of the key; {@code id} is the version's or upload's, where rows have one. */
    void leapBehind(Bytes key, Bytes id) {
        ahead.clear();
        boolean tooLong =
                key.length() > ObjectKeys.BYTES_MAX; // no row has it, and what is behind it is behind its start
        Bytes start = tooLong ? Bytes.of(Arrays.copyOf(key.array(), ObjectKeys.BYTES_MAX)) : key;
        if (start.length() == 0 || !start.startsWith(prefix)) {
            // Before the first row with the prefix, or behind the last one.
            ended = ended || start.compareTo(prefix) > 0;
            behind = null;
            return;
        }
        Map<String, Value> position = new LinkedHashMap<>();
        position.put(Attribute.BUCKET, new Value.B(bucket));
        position.put(Attribute.KEY, new Value.B(start));
        if (table != Table.LIVE) {
            position.put(table.partition(), new Value.B(tooLong ? Ids.LAST : id));
        }
        behind = position;
    }

    /** Goes on behind all keys that begin with these bytes. */
    void skip(Bytes common) {
        while (!ahead.isEmpty() && ahead.getFirst().key().startsWith(common)) {
            ahead.removeFirst();
        }
        if (ahead.isEmpty() && !ended) {
            leapBehind(ObjectKeys.behind(common));
            pageRows = FIRST_ROWS;
        }
    }

    /** The next row, which stays the next one; null at the end. */
    @Nullable
    Entry peek() {
        while (ahead.isEmpty() && !ended) {
            Index.Rows page = index.query(RowQuery.ofPrefix(table, bucket, prefix, behind, pageRows));
            for (StoredItem item : page.rows()) {
                Value key = item.attribute(Attribute.KEY);
                if (!(key instanceof Value.B bytes)) {
                    throw new IllegalStateException("a row of " + table + " has no key: the index is damaged");
                }
                ahead.add(new Entry(bytes.value(), item));
            }
            behind = page.next();
            ended = behind == null;
            pageRows = Math.min(2 * pageRows, PAGE_ROWS_MAX);
        }
        return ahead.peekFirst();
    }

    void next() {
        ahead.pollFirst();
    }
}
