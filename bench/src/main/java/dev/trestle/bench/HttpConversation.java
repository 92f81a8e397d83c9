package dev.trestle.bench;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Arrays;

/** One connection: a request at a time, and its answer, whose body has a length or is JSON in chunks. */
final class HttpConversation implements AutoCloseable {
    private static final int BUFFER_BYTES = 256 * 1024;
    private static final int HEAD_BYTES_MAX = 4096;
    private static final int STATUS_OFFSET = "HTTP/1.1 ".length();
    private static final byte[] GOOD = ascii("200");
    private static final byte[] HEAD_END = ascii("\r\n\r\n");
    private static final byte[] LENGTH = ascii("\ncontent-length:");
    private static final byte[] CHUNKS_END = ascii("\r\n0\r\n\r\n");

    private final SocketChannel channel;
    private final ByteBuffer in = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private final byte[] head = new byte[HEAD_BYTES_MAX];
    private long sentNanos;
    /** Zero until the head is there. */
    private int bodyStart;
    /** Negative for a body in chunks. */
    private int bodyLength;

    HttpConversation(SocketChannel channel) {
        this.channel = channel;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(ISO_8859_1);
    }

    long sentNanos() {
        return sentNanos;
    }

    void send(byte[] request) throws IOException {
        in.clear();
        bodyStart = 0;
        sentNanos = System.nanoTime();
        ByteBuffer out = ByteBuffer.wrap(request);
        while (out.hasRemaining()) { // a socket's buffer takes such a request whole
            channel.write(out);
        }
    }

    /** Takes what has come; tells whether the answer is whole. */
    boolean receive() throws IOException {
        if (!in.hasRemaining() || channel.read(in) < 0) {
            throw new EOFException("the server closed the connection, or answers with more than a page");
        }
        if (bodyStart == 0 && !findBody()) {
            return false;
        }
        boolean whole = bodyLength < 0 ? endsWith(CHUNKS_END) : in.position() >= bodyStart + bodyLength;
        if (whole && !Arrays.equals(head, STATUS_OFFSET, STATUS_OFFSET + GOOD.length, GOOD, 0, GOOD.length)) {
            throw new IOException("the server answered " + new String(bytes(0), UTF_8));
        }
        return whole;
    }

    private boolean findBody() throws IOException {
        int length = Math.min(in.position(), HEAD_BYTES_MAX);
        in.get(0, head, 0, length);
        int end = find(head, length, HEAD_END);
        if (end < 0) {
            return false;
        }
        bodyStart = end + HEAD_END.length;
        int at = find(head, end, LENGTH);
        bodyLength = at < 0 ? -1 : number(at + LENGTH.length);
        return true;
    }

    /** Where a text, in lower case, is found in any case. */
    private static int find(byte[] bytes, int length, byte[] text) {
        for (int from = 0; from <= length - text.length; from++) {
            int at = 0;
            while (at < text.length && lower(bytes[from + at]) == text[at]) {
                at++;
            }
            if (at == text.length) {
                return from;
            }
        }
        return -1;
    }

    private static int lower(byte character) {
        return character >= 'A' && character <= 'Z' ? character + ('a' - 'A') : character;
    }

    private int number(int from) {
        int at = from;
        while (head[at] == ' ') {
            at++;
        }
        int number = 0;
        for (; head[at] >= '0' && head[at] <= '9'; at++) {
            number = number * 10 + (head[at] - '0');
        }
        return number;
    }

    private boolean endsWith(byte[] text) {
        byte[] end = new byte[text.length];
        if (in.position() < text.length) {
            return false;
        }
        in.get(in.position() - text.length, end);
        return Arrays.equals(end, text);
    }

    /** The last answer's body, as it was sent. */
    byte[] body() {
        return bytes(bodyStart);
    }

    private byte[] bytes(int from) {
        byte[] bytes = new byte[in.position() - from];
        in.get(from, bytes);
        return bytes;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
