package dev.trestle.engine.store;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Tells of most keys that were never written that they never were, without a look at the database. It forgets nothing: what was
 * deleted, or in a batch that failed, is looked for in vain.
 *
 * <p>A Bloom filter in layers. Each key has five bits in one word of the layer that is being filled, so that a look is one read of
 * memory per layer; a layer that has its share of keys is followed by one four times its size, up to {@value #LAYERS_MAX}. Then
 * whatever is asked for may be there, and looks are as they would be without this.
 *
 * <p>One thread at a time adds, before it writes; anyone asks.
 */
final class EverWritten {
    static final int LAYERS_MAX = 4;
    private static final int FIRST_LAYER_WORDS = 1 << 15; // 256 KiB, for 65,536 keys
    private static final int GROWTH_LOG2 = 2;
    /** A mistake costs as much as a few puts: it is to happen to one new key in a thousand, not to one in a hundred. */
    private static final int KEYS_PER_WORD = 2;

    private static final int BIT_LOG2 = 6;
    private static final int BITS = 5;
    private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);
    private static final VarHandle EIGHT_BYTES =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final int firstLayerWords; // a power of two, as all layers' lengths are
    private volatile long[][] layers = {};
    private int keysInLast;
    private volatile boolean full;

    EverWritten() {
        this(FIRST_LAYER_WORDS);
    }

    EverWritten(int firstLayerWords) {
        this.firstLayerWords = firstLayerWords;
    }

    void add(byte[] key) {
        if (full) {
            return;
        }
        long hash = hash(key);
        if (isIn(hash)) {
            return;
        }
        long[][] current = layers;
        if (current.length == 0 || keysInLast == current[current.length - 1].length * KEYS_PER_WORD) {
            if (current.length == LAYERS_MAX) {
                full = true;
                layers = new long[0][];
                return;
            }
            current = Arrays.copyOf(current, current.length + 1);
            current[current.length - 1] = new long[firstLayerWords << GROWTH_LOG2 * (current.length - 1)];
            keysInLast = 0;
            layers = current;
        }
        long[] last = current[current.length - 1];
        int word = word(last, hash);
        WORD.setRelease(last, word, last[word] | bits(hash));
        keysInLast++;
    }

    /** False only for a key that was never added. */
    boolean maybe(byte[] key) {
        return full || isIn(hash(key));
    }

    private boolean isIn(long hash) {
        long bits = bits(hash);
        for (long[] layer : layers) {
            if (((long) WORD.getAcquire(layer, word(layer, hash)) & bits) == bits) {
                return true;
            }
        }
        return full;
    }

    private static int word(long[] layer, long hash) {
        return (int) hash & layer.length - 1;
    }

    /** From the upper half, of which the word's place has nothing. */
    private static long bits(long hash) {
        long bits = 0;
        long left = hash >>> Integer.SIZE;
        for (int i = 0; i < BITS; i++) {
            bits |= 1L << left; // shifts go by the lowest six bits
            left >>>= BIT_LOG2;
        }
        return bits;
    }

    private static long hash(byte[] key) {
        long hash = key.length;
        int at = 0;
        for (; at <= key.length - Long.BYTES; at += Long.BYTES) {
            hash = mixed(hash ^ (long) EIGHT_BYTES.get(key, at));
        }
        for (; at < key.length; at++) {
            hash = hash * 0x9E3779B97F4A7C15L + key[at];
        }
        return mixed(hash);
    }

    private static long mixed(long hash) {
        long half = (hash ^ hash >>> Integer.SIZE) * 0xD6E8FEB86659FD93L;
        return half ^ half >>> Integer.SIZE;
    }
}
