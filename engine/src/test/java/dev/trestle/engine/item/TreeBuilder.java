package dev.trestle.engine.item;

import dev.trestle.engine.value.Bytes;
import dev.trestle.engine.value.Value;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Builds the item that a visit shows, and checks that the visit keeps to its contract. */
final class TreeBuilder implements ItemVisitor {
    private final Deque<Frame> open = new ArrayDeque<>();
    private Map<String, Value> item = Map.of();

    Map<String, Value> item() {
        if (!open.isEmpty()) {
            throw new AssertionError("a container was left open");
        }
        return item;
    }

    @Override
    public void name(byte[] bytes, int offset, int length) {
        open.element().names.add(text(bytes, offset, length));
    }

    @Override
    public void string(byte[] bytes, int offset, int length) {
        add(new Value.S(text(bytes, offset, length)));
    }

    @Override
    public void number(byte[] bytes, int offset, int length) {
        add(new Value.N(text(bytes, offset, length)));
    }

    @Override
    public void binary(byte[] bytes, int offset, int length) {
        add(new Value.B(Bytes.of(Arrays.copyOfRange(bytes, offset, offset + length))));
    }

    @Override
    public void bool(boolean value) {
        add(new Value.Bool(value));
    }

    @Override
    public void nul() {
        add(new Value.Null(true));
    }

    @Override
    public void startMap(int size) {
        open.push(new Frame(Value.Type.M, size));
    }

    @Override
    public void endMap() {
        Frame frame = close(Value.Type.M);
        Map<String, Value> entries = new LinkedHashMap<>();
        for (int i = 0; i < frame.size; i++) {
            entries.put(frame.names.get(i), frame.values.get(i));
        }
        if (open.isEmpty()) {
            item = entries;
        } else {
            add(new Value.M(entries));
        }
    }

    @Override
    public void startList(int size) {
        open.push(new Frame(Value.Type.L, size));
    }

    @Override
    public void endList() {
        add(new Value.L(close(Value.Type.L).values));
    }

    @Override
    public void startStringSet(int size) {
        open.push(new Frame(Value.Type.SS, size));
    }

    @Override
    public void startNumberSet(int size) {
        open.push(new Frame(Value.Type.NS, size));
    }

    @Override
    public void startBinarySet(int size) {
        open.push(new Frame(Value.Type.BS, size));
    }

    @Override
    public void endSet() {
        Frame frame = close(open.element().type);
        add(
                switch (frame.type) {
                    case SS ->
                        new Value.SS(frame.values.stream()
                                .map(v -> ((Value.S) v).value())
                                .toList());
                    case NS ->
                        new Value.NS(frame.values.stream()
                                .map(v -> ((Value.N) v).text())
                                .toList());
                    case BS ->
                        new Value.BS(frame.values.stream()
                                .map(v -> ((Value.B) v).value())
                                .toList());
                    default -> throw new AssertionError("endSet closed a " + frame.type);
                });
    }

    private void add(Value value) {
        open.element().values.add(value);
    }

    private Frame close(Value.Type type) {
        Frame frame = open.pop();
        if (frame.type != type || frame.values.size() != frame.size) {
            throw new AssertionError(
                    frame.type + " of " + frame.size + " ended as " + type + " of " + frame.values.size());
        }
        return frame;
    }

    private static String text(byte[] bytes, int offset, int length) {
        return new String(bytes, offset, length, StandardCharsets.UTF_8);
    }

    private static final class Frame {
        private final Value.Type type;
        private final int size;
        private final List<String> names = new ArrayList<>();
        private final List<Value> values = new ArrayList<>();

        private Frame(Value.Type type, int size) {
            this.type = type;
            this.size = size;
        }
    }
}
