package dev.trestle.engine.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The end of a write-ahead log after a power cut.
 *
 * <p>One committer syncs each batch before it begins the next, so a power cut can tear the last batch of the newest log and nothing
 * else, and that batch was never acknowledged. A torn batch may be cut short, which RocksDB accepts; it may also have holes, because a
 * disk is free to write the pages of an unsynced file in any order, and then RocksDB cannot tell it from a damaged file and refuses to
 * open. This class can: where a whole batch follows the damage, the damage is in something that had been synced, and is reported;
 * where none follows, the damage is in the last batch, which is cut off.
 *
 * <p>What it needs to know of the format: blocks of 32 KiB, filled with records of a header (checksum, length, type) and a payload. A
 * batch is one record, or a first, any number of middle, and a last one. No record crosses a block's end. A batch begins with its
 * sequence number; records of other types are notes that stand alone. The first block that begins with a sound record, and each record's length, lead on from a damaged place.
 *
 * <p>The limit: of a store that was not closed, damage in the very last batch cannot be told from a torn one. (The length of the log
 * of a store that was closed is known; see {@link DataDirectory}.)
 */
final class LogTail {
    private static final Logger LOG = LoggerFactory.getLogger(LogTail.class);
    private static final int BLOCK_BYTES = 32 * 1024;
    private static final int HEADER_BYTES = 7;
    private static final int CRC_MASK = 0xa282ead8;
    private static final int FULL = 1;
    private static final int FIRST = 2;
    private static final int MIDDLE = 3;
    private static final int LAST = 4;
    private static final int SEQUENCE_BYTES = 8;
    private static final long SEQUENCES_AHEAD = 1 << 20;

    private final FileChannel channel;
    private final long size;
    private final byte[] block = new byte[BLOCK_BYTES];
    private long blockStart = -1;

    private LogTail(FileChannel channel) throws IOException {
        this.channel = channel;
        this.size = channel.size();
    }

    /**
     * Cuts a torn last batch off the log.
     *
     * @throws StoreException if something before the last batch is damaged
     */
    static void repair(Path log) throws IOException {
        try (FileChannel channel = FileChannel.open(log, StandardOpenOption.READ)) {
            LogTail tail = new LogTail(channel);
            long sound = tail.soundLength(log);
            if (sound < tail.size) {
                cut(log, sound);
                LOG.warn(
                        "the last {} bytes of {} were a write that was under way when the machine stopped; it had not been"
                                + " acknowledged, and was removed",
                        tail.size - sound,
                        log);
            }
        }
    }

    private static void cut(Path log, long length) throws IOException {
        try (FileChannel channel = FileChannel.open(log, StandardOpenOption.WRITE)) {
            channel.truncate(length);
            channel.force(true);
        }
    }

    /** Where the first damaged batch begins, or the file's size if RocksDB will read it to its end. */
    private long soundLength(Path log) throws IOException {
        long position = 0;
        long batchStart = 0;
        long sequence = -1;
        boolean within = false;
        for (; ; ) {
            position = skipTrailer(position);
            if (!holds(position, HEADER_BYTES)) {
                return size; // ends between records, or within a header
            }
            int length = lengthAt(position);
            if (fitsBlock(position, length) && !holds(position, HEADER_BYTES + length)) {
                if (laterBatch(position, sequence)) {
                    throw damaged(log, position); // a wrong length: RocksDB would take it for the log's end
                }
                return size; // ends within a record
            }
            int type = typeAt(position);
            boolean continues = type == MIDDLE || type == LAST;
            batchStart = continues && within ? batchStart : position;
            if (!isSound(position) || continues != within) {
                if (laterBatch(position, sequence)) {
                    throw damaged(log, position);
                }
                return batchStart;
            }
            if ((type == FULL || type == FIRST) && length >= SEQUENCE_BYTES) {
                sequence = sequenceAt(position);
            }
            within = type == FIRST || type == MIDDLE;
            position += HEADER_BYTES + length;
        }
    }

    /** Whether a batch of a higher sequence number begins behind the damaged place. */
    private boolean laterBatch(long damaged, long sequence) throws IOException {
        long blockEnd = Math.min(size, (damaged / BLOCK_BYTES + 1) * BLOCK_BYTES);
        for (long position = damaged + 1; position + HEADER_BYTES <= blockEnd; position++) {
            if (beginsBatch(position, sequence)) {
                return true;
            }
        }
        for (long start = blockEnd; start < size; start += BLOCK_BYTES) {
            long position = start;
            while (position < start + BLOCK_BYTES && isSound(position)) {
                if (beginsBatch(position, sequence)) {
                    return true;
                }
                position = skipTrailer(position + HEADER_BYTES + lengthAt(position));
            }
        }
        return false;
    }

    private boolean beginsBatch(long position, long sequence) throws IOException {
        if (!isSound(position)) {
            return false;
        }
        int length = lengthAt(position);
        boolean fillsBlock = (position + HEADER_BYTES + length) % BLOCK_BYTES == 0;
        if (typeAt(position) == FULL || (typeAt(position) == FIRST && fillsBlock)) {
            return length < SEQUENCE_BYTES || isNear(sequenceAt(position), sequence);
        }
        return false;
    }

    /** What looks like a record within the bytes of an item will hardly have a number that could follow here. */
    private static boolean isNear(long later, long sequence) {
        return sequence < 0 || (later > sequence && later - sequence < SEQUENCES_AHEAD);
    }

    private boolean isSound(long position) throws IOException {
        if (!holds(position, HEADER_BYTES)) {
            return false;
        }
        int length = lengthAt(position);
        if (typeAt(position) == 0 || !fitsBlock(position, length) || !holds(position, HEADER_BYTES + length)) {
            return false;
        }
        int at = offset(position);
        CRC32C crc = new CRC32C();
        crc.update(block, at + 6, 1 + length); // the type and the payload
        int value = (int) crc.getValue();
        int masked = ((value >>> 15) | (value << 17)) + CRC_MASK;
        return masked
                == ByteBuffer.wrap(block, at, 4).order(ByteOrder.LITTLE_ENDIAN).getInt();
    }

    /** The last bytes of a block that cannot hold a header stay empty. */
    private static long skipTrailer(long position) {
        long left = BLOCK_BYTES - position % BLOCK_BYTES;
        return left < HEADER_BYTES ? position + left : position;
    }

    private static boolean fitsBlock(long position, int length) {
        return position % BLOCK_BYTES + HEADER_BYTES + length <= BLOCK_BYTES;
    }

    private boolean holds(long position, int bytes) {
        return position + bytes <= size;
    }

    private int lengthAt(long position) throws IOException {
        int at = offset(position);
        return (block[at + 4] & 0xff) | (block[at + 5] & 0xff) << 8;
    }

    private int typeAt(long position) throws IOException {
        return block[offset(position) + 6] & 0xff;
    }

    private long sequenceAt(long position) throws IOException {
        return ByteBuffer.wrap(block, offset(position) + HEADER_BYTES, SEQUENCE_BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .getLong();
    }

    /** Where the position lies in {@link #block}, which is made to hold the position's block. */
    private int offset(long position) throws IOException {
        long start = position - position % BLOCK_BYTES;
        if (start != blockStart) {
            ByteBuffer into = ByteBuffer.wrap(block);
            while (into.hasRemaining() && channel.read(into, start + into.position()) >= 0) {
                // a read may give less than was asked for
            }
            Arrays.fill(block, into.position(), BLOCK_BYTES, (byte) 0);
            blockStart = start;
        }
        return (int) (position - start);
    }

    private static StoreException damaged(Path log, long position) {
        return new StoreException(
                "the write-ahead log " + log + " is damaged at byte " + position
                        + ", and acknowledged writes follow. Nothing was changed; bring the file back, or restore a backup",
                null);
    }
}
