package dev.trestle.platform.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Bytes over a socket, for requests that no client would send. */
final class RawHttp {
    private static final int TIMEOUT_MILLIS = 10_000;

    private RawHttp() {}

    /** The answer, read until the server closes the connection or the answer has its length. */
    static String send(int port, String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().flush();
            StringBuilder answer = new StringBuilder();
            byte[] buffer = new byte[8192];
            while (!isWhole(answer)) {
                int count = socket.getInputStream().read(buffer);
                if (count < 0) {
                    break;
                }
                answer.append(new String(buffer, 0, count, StandardCharsets.ISO_8859_1));
            }
            return answer.toString();
        }
    }

    private static boolean isWhole(CharSequence answer) {
        String text = answer.toString().toLowerCase(Locale.ROOT);
        int head = text.indexOf("\r\n\r\n");
        int length = text.indexOf("content-length: ");
        if (head < 0 || length < 0 || length > head) {
            return head >= 0 && text.startsWith("http/1.1 204");
        }
        int bytes = Integer.parseInt(text.substring(length + 16, text.indexOf("\r\n", length)));
        return text.length() >= head + 4 + bytes;
    }
}
