package dev.trestle.engine.stream;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.item.ByteReader;
import dev.trestle.engine.item.ByteWriter;
import java.util.Base64;

/**
 * A place in a shard, as clients carry it from call to call.
 *
 * @param first the number with which the shard begins, by which it is found again
 * @param next the number of the record to be read next, or {@link #HORIZON} for the oldest that is left when the time comes
 */
record ShardIterator(int streamId, long first, long next, long issuedAtMillis) {
    static final long HORIZON = -1;

    private static final int FORMAT = 1;
    private static final int BYTES = 1 + 4 + 8 + 8 + 8;

    String encode() {
        ByteWriter out = new ByteWriter(BYTES + 4);
        out.writeByte(FORMAT);
        out.writeInt(streamId);
        out.writeLong(first);
        out.writeLong(next);
        out.writeLong(issuedAtMillis);
        out.writeInt(out.crc32c(0));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(out.toByteArray());
    }

    /** The checksum is against mistakes: an iterator opens nothing that its holder could not have asked for by name. */
    static ShardIterator decode(String text) {
        byte[] bytes;
        try {
            bytes = Base64.getUrlDecoder().decode(text);
        } catch (IllegalArgumentException notBase64) {
            throw invalid();
        }
        if (bytes.length != BYTES + 4) {
            throw invalid();
        }
        ByteWriter checked = new ByteWriter(BYTES);
        checked.writeBytes(bytes, 0, BYTES);
        ByteReader in = new ByteReader(bytes, 0);
        int format = in.readByte();
        ShardIterator iterator = new ShardIterator(in.readInt(), in.readLong(), in.readLong(), in.readLong());
        if (format != FORMAT || in.readInt() != checked.crc32c(0)) {
            throw invalid();
        }
        return iterator;
    }

    static EngineException invalid() {
        return EngineException.validation("Invalid ShardIterator");
    }
}
