package dev.trestle.engine.stream;

import dev.trestle.engine.api.StreamRecord;
import dev.trestle.engine.item.ByteReader;
import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.table.StreamDef;
import dev.trestle.engine.table.StreamRecords;
import dev.trestle.engine.table.StreamRecords.Author;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads the records that {@link StreamRecords} writes. */
public final class RecordDecoder {
    private RecordDecoder() {}

    /** The number of the record under a key. */
    public static long sequence(byte[] key) {
        return new ByteReader(key, 4).readLong();
    }

    public static StreamRecord decode(StreamDef stream, byte[] key, byte[] value) {
        long sequence = sequence(key);
        ByteReader in = new ByteReader(value, 0);
        int event = in.readByte();
        boolean expired = in.readByte() == Author.EXPIRY.ordinal();
        long millis = in.readLong();
        StoredItem newImage = image(in);
        StoredItem oldImage = image(in);
        StoredItem keys = image(in);
        StoredItem image = newImage == null ? oldImage : newImage;
        if (keys == null) {
            if (image == null) {
                throw new IllegalStateException("a stream record has neither keys nor an image");
            }
            keys = image.only(stream.key().names());
        }
        return new StreamRecord(
                eventId(stream.id(), sequence),
                eventName(event),
                StreamNames.sequenceNumber(sequence),
                Instant.ofEpochMilli(millis),
                stream.view().name(),
                keys,
                newImage,
                oldImage,
                expired);
    }

    private static @Nullable StoredItem image(ByteReader in) {
        byte[] block = in.readBlock();
        return block.length == 0 ? null : StoredItem.ofBytes(block);
    }

    private static String eventName(int event) {
        return switch (event) {
            case StreamRecords.INSERT -> "INSERT";
            case StreamRecords.MODIFY -> "MODIFY";
            case StreamRecords.REMOVE -> "REMOVE";
            default -> throw new IllegalStateException("a stream record is of the unknown kind " + event);
        };
    }

    /** The same whenever the record is read, and of no other record. */
    private static String eventId(int streamId, long sequence) {
        return String.format(Locale.ROOT, "%016x%016x", streamId * 0x9E3779B97F4A7C15L, sequence);
    }
}
