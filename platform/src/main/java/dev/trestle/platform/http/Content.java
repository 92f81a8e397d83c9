package dev.trestle.platform.http;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.trestle.platform.api.Json;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * The body of an answer. One that is long is kept in pieces: an array as long as half a region of the heap is a burden to the collector, which
 * would go through everything for each of them.
 */
final class Content {
    static final Content NONE = new Content(List.of());

    private static final int PIECE_BYTES = 128 * 1024;

    private final List<byte[]> pieces;
    private final int length;

    private Content(List<byte[]> pieces) {
        this.pieces = pieces;
        this.length = pieces.stream().mapToInt(piece -> piece.length).reduce(0, Math::addExact);
    }

    static Content of(byte[] bytes) {
        if (bytes.length <= PIECE_BYTES) {
            return bytes.length == 0 ? NONE : new Content(List.of(bytes));
        }
        Pieces out = new Pieces();
        out.write(bytes, 0, bytes.length);
        return new Content(out.finish());
    }

    static Content json(Object value) {
        return json(value, Json.mapper());
    }

    /** As {@code mapper} writes it. */
    static Content json(Object value, ObjectMapper mapper) {
        Pieces out = new Pieces();
        Json.write(value, out, mapper);
        return new Content(out.finish());
    }

    int length() {
        return length;
    }

    /** One after the other, they are the body. */
    List<byte[]> pieces() {
        return pieces;
    }

    byte[] bytes() {
        if (pieces.size() == 1) {
            return pieces.get(0);
        }
        byte[] all = new byte[length];
        int at = 0;
        for (byte[] piece : pieces) {
            System.arraycopy(piece, 0, all, at, piece.length);
            at += piece.length;
        }
        return all;
    }

    /** Collects what is written. A short body, which comes at once, has a piece of its own length. */
    private static final class Pieces extends OutputStream {
        private final List<byte[]> full = new ArrayList<>();
        private byte[] open = {};
        private int used;

        @Override
        public void write(int value) {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            Objects.checkFromIndexSize(offset, length, bytes.length);
            int done = 0;
            while (done < length) {
                if (used == open.length) {
                    begin(length - done);
                }
                int some = Math.min(length - done, open.length - used);
                System.arraycopy(bytes, offset + done, open, used, some);
                used += some;
                done += some;
            }
        }

        private void begin(int wanted) {
            boolean isFirst = open.length == 0;
            if (!isFirst) {
                full.add(open);
            }
            open = new byte[isFirst ? Math.min(wanted, PIECE_BYTES) : PIECE_BYTES];
            used = 0;
        }

        List<byte[]> finish() {
            if (used > 0) {
                full.add(used == open.length ? open : Arrays.copyOf(open, used));
            }
            return List.copyOf(full);
        }
    }
}
