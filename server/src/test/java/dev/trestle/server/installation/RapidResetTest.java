package dev.trestle.server.installation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.platform.identity.People;
import dev.trestle.server.config.Configuration;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The rapid-reset attack (CVE-2023-44487): a client that opens streams of HTTP/2 and resets each at once never has more streams open than it may, and has
 * the server do work for each. It is cut off after a hundred resets, and everybody else is served meanwhile.
 */
class RapidResetTest {
    private static final int RESETS_MAX = 100;
    private static final int STREAMS = 20_000;
    private static final int CONNECTIONS = 5;
    private static final int GOAWAY = 7;
    private static final int ENHANCE_YOUR_CALM = 11;
    private static final int MILLIS_MAX = 30_000;
    private static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    /** How an attack ended: how many streams were opened before nothing could be sent any more, the error of GOAWAY, and whether the server has closed. */
    private record Ended(int opened, int error, boolean isClosed) {}

    @Test
    void connection_thatOpensAndResetsStreams_isCutOffAndOthersAreServed() throws Exception {
        SelfSigned made = SelfSigned.in(directory, "server");
        String text = "http.port = 0\ndynamodb.port = 0\ns3.port = 0\ndata = " + directory.resolve("data") + "\n"
                + made.configuration();
        Configuration configuration = Configuration.parse("test", text, Map.of(), List.of());
        try (Installation installation = Installation.open(
                new Installation.Start(configuration, List::of, "trestle test", false, QuickPasswords.COST))) {
            Client other = signedIn(installation, made);
            URI server = URI.create(installation.publicUrl());
            CompletableFuture<Void> attack = CompletableFuture.runAsync(() -> {
                for (int i = 0; i < CONNECTIONS; i++) {
                    cutOff(made, server);
                }
            });
            int served = 0;
            do {
                assertThat(other.send("GET", "/auth/v1/me", null).statusCode()).isEqualTo(200);
                served++;
            } while (!attack.isDone());
            attack.get(MILLIS_MAX, TimeUnit.MILLISECONDS);
            assertThat(served).as("requests of others meanwhile").isPositive();
            assertThat(other.send("GET", "/auth/v1/me", null).statusCode()).isEqualTo(200);
        }
    }

    private static void cutOff(SelfSigned made, URI server) {
        try {
            Ended ended = attack(made, server);
            assertThat(ended.error()).as("the error of GOAWAY").isEqualTo(ENHANCE_YOUR_CALM);
            assertThat(ended.isClosed()).as("the connection is closed").isTrue();
            // What was on its way when the server closed is more than what it took.
            assertThat(ended.opened())
                    .as("streams until the attack was cut off")
                    .isBetween(RESETS_MAX, STREAMS - 1);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static Client signedIn(Installation installation, SelfSigned made) throws Exception {
        People.Added added = installation.firstAdministrator().orElseThrow();
        Client client = new Client(installation.publicUrl(), made.trusting());
        client.signIn(Map.of(
                "email",
                added.person().email(),
                "password",
                added.oneTimePassword(),
                "newPassword",
                "a password of the test"));
        return client;
    }

    private static Ended attack(SelfSigned made, URI server) throws Exception {
        try (SSLSocket socket =
                (SSLSocket) made.context().getSocketFactory().createSocket(server.getHost(), server.getPort())) {
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setApplicationProtocols(new String[] {"h2"});
            socket.setSSLParameters(parameters);
            socket.setSoTimeout(MILLIS_MAX);
            socket.startHandshake();
            assertThat(socket.getApplicationProtocol()).isEqualTo("h2");
            CompletableFuture<Said> said = CompletableFuture.supplyAsync(() -> goAway(socket));
            int opened = 0;
            try {
                DataOutputStream out = new DataOutputStream(socket.getOutputStream());
                out.write(PREFACE);
                frame(out, 4, 0, 0, new byte[0]);
                byte[] head = head(server.getAuthority());
                for (; opened < STREAMS && !said.isDone(); opened++) {
                    int stream = 2 * opened + 1;
                    frame(out, 1, 0x5, stream, head); // END_HEADERS, END_STREAM
                    frame(out, 3, 0, stream, new byte[] {0, 0, 0, 8}); // RST_STREAM: CANCEL
                    out.flush();
                }
            } catch (IOException cut) {
                // The server has closed the connection.
            }
            Said last = said.get(MILLIS_MAX, TimeUnit.MILLISECONDS);
            return new Ended(opened, last.error(), last.isClosed());
        }
    }

    /** What the server said until it closed the connection. */
    private record Said(int error, boolean isClosed) {}

    private static Said goAway(SSLSocket socket) {
        int error = -1;
        try {
            DataInputStream in = new DataInputStream(socket.getInputStream());
            while (true) {
                int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
                int type = in.readUnsignedByte();
                in.readUnsignedByte();
                in.readInt();
                if (type == GOAWAY) {
                    in.readInt();
                    error = in.readInt();
                    in.skipNBytes(length - 8L);
                } else {
                    in.skipNBytes(length);
                }
            }
        } catch (SocketTimeoutException open) {
            return new Said(error, false);
        } catch (IOException closed) {
            return new Said(error, true);
        }
    }

    /** GET /health, in HPACK without a table of its own. */
    private static byte[] head(String authority) {
        byte[] path = "/health".getBytes(StandardCharsets.US_ASCII);
        byte[] host = authority.getBytes(StandardCharsets.US_ASCII);
        byte[] head = new byte[2 + 2 + path.length + 2 + host.length];
        head[0] = (byte) 0x82; // :method GET
        head[1] = (byte) 0x87; // :scheme https
        head[2] = 0x04; // :path
        head[3] = (byte) path.length;
        System.arraycopy(path, 0, head, 4, path.length);
        head[4 + path.length] = 0x01; // :authority
        head[5 + path.length] = (byte) host.length;
        System.arraycopy(host, 0, head, 6 + path.length, host.length);
        return head;
    }

    private static void frame(DataOutputStream out, int type, int flags, int stream, byte[] payload)
            throws IOException {
        out.writeByte(payload.length >> 16);
        out.writeShort(payload.length);
        out.writeByte(type);
        out.writeByte(flags);
        out.writeInt(stream);
        out.write(payload);
    }
}
