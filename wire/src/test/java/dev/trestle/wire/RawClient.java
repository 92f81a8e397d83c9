package dev.trestle.wire;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** A connection on which a test says exactly what it wants to, byte by byte. */
final class RawClient implements AutoCloseable {
    static final String AUTHORIZATION = "AWS4-HMAC-SHA256 Credential=any/20260101/us-east-1/dynamodb/aws4_request,"
            + " SignedHeaders=host;x-amz-date;x-amz-target, Signature=0";

    private static final int TIMEOUT_MILLIS = 20_000;

    private final Socket socket;
    private final InputStream in;

    RawClient(int port) throws IOException {
        socket = new Socket("127.0.0.1", port);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        in = new BufferedInputStream(socket.getInputStream());
    }

    record Response(int status, Map<String, String> headers, byte[] body) {
        String text() {
            return new String(body, UTF_8);
        }

        String header(String name) {
            return headers.getOrDefault(name.toLowerCase(Locale.ROOT), "");
        }
    }

    /** The headers of a request that is taken where no key is configured. */
    static Map<String, String> headers(String target) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Host", "localhost");
        headers.put("Content-Type", "application/x-amz-json-1.0");
        headers.put("X-Amz-Target", target);
        headers.put("X-Amz-Date", "20260101T000000Z");
        headers.put("Authorization", AUTHORIZATION);
        return headers;
    }

    static byte[] request(String line, Map<String, String> headers, byte[] body) {
        StringBuilder head = new StringBuilder(line).append(" HTTP/1.1\r\n");
        headers.forEach(
                (name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
        head.append("Content-Length: ").append(body.length).append("\r\n\r\n");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(head.toString().getBytes(ISO_8859_1));
        bytes.writeBytes(body);
        return bytes.toByteArray();
    }

    void send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
    }

    Response post(Map<String, String> headers, String body) throws IOException {
        send(request("POST /", headers, body.getBytes(UTF_8)));
        return read();
    }

    Response post(String operation, String body) throws IOException {
        return post(headers("DynamoDB_20120810." + operation), body);
    }

    /** The next answer, whose body has a length. */
    Response read() throws IOException {
        return read(true);
    }

    /** The next answer to a request that wanted no body, whatever length it tells. */
    Response readHead() throws IOException {
        return read(false);
    }

    private Response read(boolean withBody) throws IOException {
        String status = line();
        Map<String, String> headers = new LinkedHashMap<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        int length = withBody ? Integer.parseInt(headers.getOrDefault("content-length", "0")) : 0;
        byte[] body = in.readNBytes(length);
        return new Response(Integer.parseInt(status.split(" ")[1]), headers, body);
    }

    private String line() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the server closed the connection");
            }
            bytes.write(next);
        }
        return bytes.toString(ISO_8859_1).stripTrailing();
    }

    /** Bytes of a body that {@link #readHead} left there. */
    byte[] readBytes(int count) throws IOException {
        return in.readNBytes(count);
    }

    /** Whether the server has closed the connection, which this waits for. */
    boolean isClosedByServer() throws IOException {
        try {
            return in.read() < 0;
        } catch (SocketException reset) {
            return true; // closed while something that was sent had not been read
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
