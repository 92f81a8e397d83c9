package dev.trestle.systems.holdthatthought.transfer;

import dev.trestle.platform.api.Json;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** What an archive holds, with the SHA-256 of each file, so that anybody can see later that nothing was lost. */
final class Manifest {
    private final List<Line> lines = new ArrayList<>();

    /** A file of the archive. */
    record Line(String name, long bytes, String sha256) {}

    void add(String name, byte[] content) {
        lines.add(new Line(name, content.length, HexFormat.of().formatHex(sha256().digest(content))));
    }

    Counting counting(String name, InputStream content) {
        return new Counting(name, content);
    }

    byte[] json() {
        return Json.bytes(Map.of("files", lines));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Notes a content while it is read. */
    final class Counting extends FilterInputStream {
        private final String name;
        private final MessageDigest digest = sha256();
        private long count;

        private Counting(String name, InputStream in) {
            super(in);
            this.name = name;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            int read = super.read(bytes, from, length);
            if (read > 0) {
                digest.update(bytes, from, read);
                count += read;
            }
            return read;
        }

        /** Adds the line of a content that was read to its end. */
        void end() {
            lines.add(new Line(name, count, HexFormat.of().formatHex(digest.digest())));
        }
    }
}
