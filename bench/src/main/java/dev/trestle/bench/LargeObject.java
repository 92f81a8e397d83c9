package dev.trestle.bench;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/** One large object, sent from a file and received into another, on a connection of its own each time. */
final class LargeObject {
    private static final String KEY = "large";
    private static final byte[] HEAD_END = "\r\n\r\n".getBytes(ISO_8859_1);
    private static final int HEAD_BYTES_MAX = 16 * 1024;

    private final int port;
    private final ObjectRequests requests;
    private final Path source;
    private final ContentSum sum;
    private final long bytes;

    LargeObject(int port, ObjectRequests requests, FileCopy file) throws IOException {
        this.port = port;
        this.requests = requests;
        this.source = file.source();
        this.sum = file.sum();
        this.bytes = Files.size(source);
    }

    private SocketChannel connect() throws IOException {
        return SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    }

    /** Bytes a second, until the answer is there. */
    double up() throws IOException {
        long start = System.nanoTime();
        try (SocketChannel channel = connect();
                FileChannel in = FileChannel.open(source, READ)) {
            writeAll(channel, ByteBuffer.wrap(requests.putHead(KEY, bytes, sum.crc32())));
            for (long at = 0; at < bytes; ) {
                at += in.transferTo(at, bytes - at, channel);
            }
            readHead(channel, ByteBuffer.allocate(HEAD_BYTES_MAX));
        }
        return bytes / ((System.nanoTime() - start) / 1e9);
    }

    /** Bytes a second, into a file and with the same checksums. */
    double down(Path target) throws IOException {
        long start = System.nanoTime();
        ContentSum received = new ContentSum();
        ByteBuffer buffer = ByteBuffer.allocateDirect(FileCopy.CHUNK_BYTES);
        try (SocketChannel channel = connect();
                FileChannel out = FileChannel.open(target, CREATE, WRITE, TRUNCATE_EXISTING)) {
            writeAll(channel, ByteBuffer.wrap(requests.get(KEY)));
            readHead(channel, buffer);
            long left = bytes;
            while (true) {
                received.update(buffer);
                left -= buffer.remaining();
                while (buffer.hasRemaining()) {
                    out.write(buffer);
                }
                if (left <= 0) {
                    break;
                }
                if (channel.read(buffer.clear()) < 0) {
                    throw new EOFException("the server closed the connection");
                }
                buffer.flip();
            }
        }
        if (received.crc32() != sum.crc32()) {
            throw new IOException("what came back is not what was sent");
        }
        return bytes / ((System.nanoTime() - start) / 1e9);
    }

    private static void writeAll(SocketChannel channel, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    /** Reads up to the body, of which the buffer then holds the beginning. The answer must be good. */
    private static void readHead(SocketChannel channel, ByteBuffer buffer) throws IOException {
        while (true) {
            if (!buffer.hasRemaining() || channel.read(buffer) < 0) {
                throw new EOFException("the server closed the connection");
            }
            byte[] seen = new byte[Math.min(buffer.position(), HEAD_BYTES_MAX)];
            buffer.get(0, seen);
            String text = new String(seen, ISO_8859_1);
            int end = text.indexOf(new String(HEAD_END, ISO_8859_1));
            if (end >= 0) {
                if (!text.startsWith("HTTP/1.1 200 ")) {
                    throw new IOException("the server answered " + text);
                }
                buffer.flip().position(end + HEAD_END.length);
                return;
            }
        }
    }
}
