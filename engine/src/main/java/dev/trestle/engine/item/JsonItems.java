package dev.trestle.engine.item;

/** Writes items as DynamoDB JSON, {@code {"name":{"S":"text"}}}, from their stored bytes to bytes of text. */
final class JsonItems implements ItemVisitor {
    private static final byte[] STRING = JsonBuffer.ascii("{\"S\":\"");
    private static final byte[] NUMBER = JsonBuffer.ascii("{\"N\":\"");
    private static final byte[] BINARY = JsonBuffer.ascii("{\"B\":\"");
    private static final byte[] TRUE = JsonBuffer.ascii("{\"BOOL\":true},");
    private static final byte[] FALSE = JsonBuffer.ascii("{\"BOOL\":false},");
    private static final byte[] NULL = JsonBuffer.ascii("{\"NULL\":true},");
    private static final byte[] MAP = JsonBuffer.ascii("{\"M\":{");
    private static final byte[] LIST = JsonBuffer.ascii("{\"L\":[");
    private static final byte[] STRING_SET = JsonBuffer.ascii("{\"SS\":[");
    private static final byte[] NUMBER_SET = JsonBuffer.ascii("{\"NS\":[");
    private static final byte[] BINARY_SET = JsonBuffer.ascii("{\"BS\":[");
    private static final byte[] END = JsonBuffer.ascii("\"},");
    private static final byte[] END_IN_SET = JsonBuffer.ascii("\",");

    private final JsonBuffer out;
    private int depth;
    private boolean inSet;

    JsonItems(JsonBuffer out) {
        this.out = out;
    }

    void reset() {
        depth = 0;
        inSet = false;
    }

    @Override
    public void name(byte[] bytes, int offset, int count) {
        out.name(bytes, offset, count);
    }

    @Override
    public void string(byte[] bytes, int offset, int count) {
        open(STRING);
        out.escaped(bytes, offset, count);
        close();
    }

    @Override
    public void number(byte[] bytes, int offset, int count) {
        open(NUMBER);
        out.append(bytes, offset, count);
        close();
    }

    @Override
    public void binary(byte[] bytes, int offset, int count) {
        open(BINARY);
        out.base64(bytes, offset, count);
        close();
    }

    @Override
    public void bool(boolean value) {
        out.append(value ? TRUE : FALSE);
    }

    @Override
    public void nul() {
        out.append(NULL);
    }

    /** The outermost map is the item itself, which names no type. */
    @Override
    public void startMap(int size) {
        if (depth++ == 0) {
            out.startObject();
        } else {
            out.append(MAP);
        }
    }

    @Override
    public void endMap() {
        out.endObject();
        if (--depth > 0) {
            out.endObject();
        }
    }

    @Override
    public void startList(int size) {
        out.append(LIST);
    }

    @Override
    public void endList() {
        out.endArray();
        out.endObject();
    }

    @Override
    public void startStringSet(int size) {
        startSet(STRING_SET);
    }

    @Override
    public void startNumberSet(int size) {
        startSet(NUMBER_SET);
    }

    @Override
    public void startBinarySet(int size) {
        startSet(BINARY_SET);
    }

    @Override
    public void endSet() {
        inSet = false;
        out.endArray();
        out.endObject();
    }

    private void startSet(byte[] opening) {
        out.append(opening);
        inSet = true;
    }

    private void open(byte[] opening) {
        if (inSet) {
            out.put('"');
        } else {
            out.append(opening);
        }
    }

    private void close() {
        out.append(inSet ? END_IN_SET : END);
    }
}
