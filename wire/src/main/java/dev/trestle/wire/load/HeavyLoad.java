package dev.trestle.wire.load;

import dev.trestle.wire.error.Refusal;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The large requests that are being worked on. Parsed, one may take a dozen times its bytes, so that a few at a time could fill the
 * heap; one that is as large as can be always finds room when it is alone.
 */
public final class HeavyLoad {
    private static final int HEAVY_BYTES_MIN = 512 * 1024;
    private static final int HEAP_SHARE = 32;

    private final long bytesMax;
    private final AtomicLong bytes = new AtomicLong();

    public HeavyLoad(int bodyBytesMax) {
        this.bytesMax = Math.max(bodyBytesMax, Runtime.getRuntime().maxMemory() / HEAP_SHARE);
    }

    /** How much is to be given back to {@link #release}. */
    public int reserve(int bodyBytes) {
        if (bodyBytes < HEAVY_BYTES_MIN) {
            return 0;
        }
        if (bytes.addAndGet(bodyBytes) > bytesMax) {
            bytes.addAndGet(-bodyBytes);
            throw Refusal.overloaded("Too many large requests are under way. Try again a little later.");
        }
        return bodyBytes;
    }

    public void release(int reserved) {
        bytes.addAndGet(-reserved);
    }
}
