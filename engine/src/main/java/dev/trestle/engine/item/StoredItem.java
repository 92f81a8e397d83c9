package dev.trestle.engine.item;

import dev.trestle.engine.value.ItemSize;
import dev.trestle.engine.value.Value;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An item in its stored form, immutable and safe to share between threads.
 *
 * <p>The bytes are canonical: attributes in the order of their names, sets sorted, numbers in plain notation. Two items are equal
 * exactly when their bytes are, so "this write changes nothing" is a comparison of arrays. The layout:
 *
 * <pre>
 * item   = version(1) · size(varint, as DynamoDB counts) · map body
 * map    = count(varint) · (name length(varint) · name · value)*
 * value  = tag(1) · (S, N, B: length(varint) · bytes | BOOL: 0 or 1 | NULL: nothing
 *                   | M, L, SS, NS, BS: byte length(4) · body)
 * list   = count(varint) · value*          set = count(varint) · (length(varint) · bytes)*
 * </pre>
 */
public final class StoredItem {
    static final int FORMAT = 1;
    /** The stored form is a little longer than the size; what it takes beyond this is found out by growing. */
    private static final int CAPACITY_MIN = 64;

    private static final int CAPACITY_MAX = 512 * 1024;

    private final byte[] bytes;
    private final int bodyStart;
    private final int size;
    private final boolean keepsView;
    private volatile @Nullable View view;

    private StoredItem(byte[] bytes, boolean keepsView) {
        ByteReader reader = new ByteReader(bytes, 0);
        int format = reader.readByte();
        if (format != FORMAT) {
            throw new IllegalStateException("a stored item has format " + format + ", not " + FORMAT);
        }
        this.bytes = bytes;
        this.keepsView = keepsView;
        this.size = reader.readVarint();
        this.bodyStart = reader.position();
    }

    /** Reads the header only; damage further in shows when that part is read. */
    public static StoredItem ofBytes(byte[] bytes) {
        return new StoredItem(bytes, true);
    }

    /** As above; without a kept view, an item never takes more memory than its bytes. */
    public static StoredItem ofBytes(byte[] bytes, boolean keepsView) {
        return new StoredItem(bytes, keepsView);
    }

    /** Encodes canonical values. */
    public static StoredItem of(Map<String, Value> canonical) {
        return of(canonical, ItemSize.ofItem(canonical));
    }

    /** As above, for who knows the size as {@link ItemSize} counts it. */
    public static StoredItem of(Map<String, Value> canonical, int size) {
        ByteWriter out = new ByteWriter(Math.min(size, CAPACITY_MAX) * 9 / 8 + CAPACITY_MIN);
        out.writeByte(FORMAT);
        out.writeVarint(size);
        ValueEncoder.writeMapBody(out, canonical);
        return new StoredItem(out.toByteArray(), true);
    }

    /** The stored form itself, not a copy. */
    public byte[] bytes() {
        return bytes;
    }

    /** The item's size as DynamoDB counts it. */
    public int size() {
        return size;
    }

    /** Decodes one attribute and steps over the others. */
    public @Nullable Value attribute(String name) {
        return ValueDecoder.findAttribute(new ByteReader(bytes, bodyStart), name);
    }

    public Map<String, Value> toMap() {
        return ValueDecoder.readItem(new ByteReader(bytes, bodyStart));
    }

    /** The item with those of the attributes that {@code names} holds. */
    public StoredItem only(Iterable<String> names) {
        Map<String, Value> kept = new LinkedHashMap<>();
        for (String name : names) {
            Value value = attribute(name);
            if (value != null) {
                kept.put(name, value);
            }
        }
        return of(kept);
    }

    public void accept(ItemVisitor visitor) {
        ItemWalker.walkItem(new ByteReader(bytes, bodyStart), visitor);
    }

    /**
     * This item in a client's own form, made once and kept with the item, so that an item in the cache is decoded once. The
     * result must be immutable. One decoder's view is kept at a time, and none if the item was made so.
     */
    @SuppressWarnings("unchecked") // the view was made by this very decoder
    public <T> T view(Function<StoredItem, T> decoder) {
        View kept = view;
        if (kept == null || kept.decoder != decoder) {
            kept = new View(decoder, decoder.apply(this));
            if (keepsView) {
                view = kept;
            }
        }
        return (T) kept.value;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof StoredItem && Arrays.equals(bytes, ((StoredItem) other).bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return toMap().toString();
    }

    private record View(Function<StoredItem, ?> decoder, Object value) {}
}
