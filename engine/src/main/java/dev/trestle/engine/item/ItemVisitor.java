package dev.trestle.engine.item;

/**
 * Receives a stored item as it is read from its bytes, without an object per attribute. Text arrives as UTF-8 in the item's own
 * array, which the visitor must not change or keep. Inside a map, {@link #name} comes before each value.
 */
public interface ItemVisitor {

    void name(byte[] bytes, int offset, int length);

    void string(byte[] bytes, int offset, int length);

    /** Canonical decimal notation, in ASCII. */
    void number(byte[] bytes, int offset, int length);

    void binary(byte[] bytes, int offset, int length);

    void bool(boolean value);

    void nul();

    /** Also the first call of a visit: an item is a map. */
    void startMap(int size);

    void endMap();

    void startList(int size);

    void endList();

    /** Followed by {@code size} calls of {@link #string}. */
    void startStringSet(int size);

    /** Followed by {@code size} calls of {@link #number}. */
    void startNumberSet(int size);

    /** Followed by {@code size} calls of {@link #binary}. */
    void startBinarySet(int size);

    void endSet();
}
