package dev.trestle.sdk;

import dev.trestle.engine.item.ItemVisitor;
import dev.trestle.engine.item.StoredItem;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Turns stored bytes into the SDK's objects, with nothing in between. Used for one item; the result is kept with the item.
 *
 * <p>{@code AttributeValue.createX} is used throughout: the {@code fromX} methods and the builder make a builder and an enum set
 * for each value.
 */
final class ItemDecoder implements ItemVisitor {
    /** One instance, by which {@link StoredItem#view} knows its decoder again. */
    private static final Function<StoredItem, Map<String, AttributeValue>> DECODER = ItemDecoder::decode;

    /** Sizes come from stored bytes: room is made for so many at first, and for more as they arrive. */
    private static final int ROOM_MAX = 1024;

    private static final AttributeValue TRUE = AttributeValue.createBool(true);
    private static final AttributeValue FALSE = AttributeValue.createBool(false);
    private static final AttributeValue NULL = AttributeValue.createNul(true);

    private @Nullable Frame open;
    private @Nullable AttributeMap result;

    private ItemDecoder() {}

    /** The item's attributes, unmodifiable; decoded once for an item that is kept in a cache. */
    static Map<String, AttributeValue> attributesOf(StoredItem item) {
        return item.view(DECODER);
    }

    private static Map<String, AttributeValue> decode(StoredItem item) {
        ItemDecoder decoder = new ItemDecoder();
        item.accept(decoder);
        AttributeMap decoded = decoder.result;
        if (decoded == null) {
            throw new IllegalStateException("a stored item ended before its last attribute");
        }
        return decoded;
    }

    @Override
    public void name(byte[] bytes, int offset, int length) {
        frame().add(AttributeNames.of(bytes, offset, length));
    }

    @Override
    public void string(byte[] bytes, int offset, int length) {
        String text = new String(bytes, offset, length, StandardCharsets.UTF_8);
        Frame frame = frame();
        frame.add(frame.kind == Kind.STRING_SET ? text : AttributeValue.createS(text));
    }

    @Override
    public void number(byte[] bytes, int offset, int length) {
        String text = new String(bytes, offset, length, StandardCharsets.ISO_8859_1);
        Frame frame = frame();
        frame.add(frame.kind == Kind.NUMBER_SET ? text : AttributeValue.createN(text));
    }

    @Override
    public void binary(byte[] bytes, int offset, int length) {
        SdkBytes binary = SdkBytes.fromByteArrayUnsafe(Arrays.copyOfRange(bytes, offset, offset + length));
        Frame frame = frame();
        frame.add(frame.kind == Kind.BINARY_SET ? binary : AttributeValue.createB(binary));
    }

    @Override
    public void bool(boolean value) {
        frame().add(value ? TRUE : FALSE);
    }

    @Override
    public void nul() {
        frame().add(NULL);
    }

    @Override
    public void startMap(int size) {
        open = new Frame(Kind.MAP, Math.min(size, ROOM_MAX) * 2, open);
    }

    @Override
    public void endMap() {
        AttributeMap map = new AttributeMap(close().trimmed());
        if (open == null) {
            result = map;
        } else {
            open.add(AttributeValue.createM(map));
        }
    }

    @Override
    public void startList(int size) {
        start(Kind.LIST, size);
    }

    @Override
    public void endList() {
        List<AttributeValue> elements = close().elements();
        frame().add(AttributeValue.createL(elements));
    }

    @Override
    public void startStringSet(int size) {
        start(Kind.STRING_SET, size);
    }

    @Override
    public void startNumberSet(int size) {
        start(Kind.NUMBER_SET, size);
    }

    @Override
    public void startBinarySet(int size) {
        start(Kind.BINARY_SET, size);
    }

    @Override
    public void endSet() {
        Frame set = close();
        frame().add(
                        switch (set.kind) {
                            case STRING_SET -> AttributeValue.createSs(set.elements());
                            case NUMBER_SET -> AttributeValue.createNs(set.elements());
                            default -> AttributeValue.createBs(set.elements());
                        });
    }

    private void start(Kind kind, int size) {
        open = new Frame(kind, Math.min(size, ROOM_MAX), open);
    }

    private Frame frame() {
        Frame frame = open;
        if (frame == null) {
            throw new IllegalStateException("a stored item has a value outside of its map");
        }
        return frame;
    }

    private Frame close() {
        Frame closed = frame();
        open = closed.parent;
        return closed;
    }

    private enum Kind {
        MAP,
        LIST,
        STRING_SET,
        NUMBER_SET,
        BINARY_SET
    }

    /** A map, list or set that is being read. */
    private static final class Frame {
        final Kind kind;
        final @Nullable Frame parent;
        private Object[] slots;
        private int count;

        Frame(Kind kind, int room, @Nullable Frame parent) {
            this.kind = kind;
            this.parent = parent;
            this.slots = new Object[room];
        }

        void add(Object value) {
            if (count == slots.length) {
                slots = Arrays.copyOf(slots, count * 2 + 2);
            }
            slots[count++] = value;
        }

        Object[] trimmed() {
            return count == slots.length ? slots : Arrays.copyOf(slots, count);
        }

        /** The elements as what the frame's kind says they are; the SDK copies the list. */
        @SuppressWarnings("unchecked")
        <T> List<T> elements() {
            return (List<T>) Arrays.asList(trimmed());
        }
    }
}
