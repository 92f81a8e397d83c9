package dev.trestle.bench;

import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * A server that does nothing: it reads a request and answers with bytes that it was given, copied and with their checksum, on the same
 * threads and sockets and with the same headers as Trestle. It stands for what HTTP alone costs.
 */
final class EmptyServer extends VerticleBase {
    private static final CharSequence REQUEST_ID = HttpHeaders.createOptimized("x-amzn-RequestId");
    private static final CharSequence CRC = HttpHeaders.createOptimized("x-amz-crc32");
    private static final String ID = "VV4KQNSO5AEMVJF66Q9ASUAAJGDUMMYDUMMYDUMMYDUMMYDUMMYD";
    private static final int HEADER_BYTES_MAX = 32 * 1024;

    private final int port;
    private final Answers answers;

    private EmptyServer(int port, Answers answers) {
        this.port = port;
        this.answers = answers;
    }

    /** What to say to a request, by the operation that its header names and its body; null for what is not known. */
    interface Answers {
        byte @Nullable [] to(String target, Buffer body);
    }

    /** The port, and a directory with a file for each operation, which holds the answer to it. */
    public static void main(String[] args) throws IOException {
        Map<String, byte[]> answers = new HashMap<>();
        for (WireRequests.Kind kind : WireRequests.Kind.values()) {
            answers.put(
                    "DynamoDB_20120810." + kind.operation,
                    Files.readAllBytes(Path.of(args[1]).resolve(kind.operation)));
        }
        start(Integer.parseInt(args[0]), (target, body) -> answers.get(target));
    }

    /** What is given stops it. */
    static Vertx start(int port, Answers answers) {
        int loops = Runtime.getRuntime().availableProcessors();
        Vertx vertx =
                Vertx.vertx(new VertxOptions().setPreferNativeTransport(true).setEventLoopPoolSize(loops));
        try {
            vertx.deployVerticle(() -> new EmptyServer(port, answers), new DeploymentOptions().setInstances(loops))
                    .await();
            return vertx;
        } catch (RuntimeException | Error e) {
            vertx.close().await(); // its threads would keep the process
            throw e;
        }
    }

    @Override
    public Future<?> start() {
        HttpServerOptions options = new HttpServerOptions()
                .setHost("127.0.0.1")
                .setPort(port)
                .setMaxHeaderSize(HEADER_BYTES_MAX)
                .setHttp2ClearTextEnabled(false)
                .setPerFrameWebSocketCompressionSupported(false)
                .setPerMessageWebSocketCompressionSupported(false)
                .setTcpNoDelay(true);
        return vertx.createHttpServer(options).requestHandler(this::answer).listen();
    }

    private void answer(HttpServerRequest request) {
        request.bodyHandler(received -> {
            byte[] known = answers.to(request.getHeader("x-amz-target"), received);
            byte[] body = known == null ? new byte[0] : known.clone();
            CRC32 crc = new CRC32();
            crc.update(body);
            request.response()
                    .putHeader(REQUEST_ID, ID)
                    .putHeader(CRC, Long.toString(crc.getValue()))
                    .putHeader(HttpHeaders.CONTENT_TYPE, "application/x-amz-json-1.0")
                    .end(Buffer.buffer(body));
        });
    }
}
