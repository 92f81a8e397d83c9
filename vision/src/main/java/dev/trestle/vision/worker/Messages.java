package dev.trestle.vision.worker;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** Messages between a server and a worker: the length in four bytes, then JSON. Either side distrusts the other. */
public final class Messages {
    static final int BYTES_MAX = 64 << 20;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final DataInputStream in;
    private final DataOutputStream out;

    public Messages(InputStream in, OutputStream out) {
        this.in = new DataInputStream(in);
        this.out = new DataOutputStream(out);
    }

    public void write(Object message) throws IOException {
        byte[] bytes = JSON.writeValueAsBytes(message);
        if (bytes.length > BYTES_MAX) {
            throw new IOException("A message has " + bytes.length + " bytes.");
        }
        out.writeInt(bytes.length);
        out.write(bytes);
        out.flush();
    }

    /** Null when the other side has ended. Anything but a whole message is an {@link IOException}. */
    public <T> @Nullable T read(Class<T> type) throws IOException {
        int first = in.read();
        if (first < 0) {
            return null;
        }
        int length = first << 24 | in.readUnsignedByte() << 16 | in.readUnsignedShort();
        if (length <= 0 || length > BYTES_MAX) {
            throw new IOException("A message says that it has " + length + " bytes.");
        }
        // Memory is taken for what arrives, not for what is announced.
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("A message ends too early.");
        }
        try {
            return JSON.readValue(bytes, type);
        } catch (JsonProcessingException e) {
            throw new IOException("A message cannot be read.", e);
        }
    }
}
