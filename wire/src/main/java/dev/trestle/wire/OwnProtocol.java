package dev.trestle.wire;

import dev.trestle.wire.error.Refusal;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import org.jspecify.annotations.Nullable;

/** The server's own port: what runs here, whether it is well, and S3 under a path, so that a proxy needs no more than this port. */
final class OwnProtocol implements Protocol, MessageHandler {
    static final String S3_PATH = "/s3";

    private final S3Protocol s3;
    private final Answer about;
    private final Answer healthy = Answer.text(200, "healthy\n");

    /** {@code about} is what the front page says. */
    OwnProtocol(S3Protocol s3, String about) {
        this.s3 = s3;
        this.about = Answer.text(200, about);
    }

    @Override
    public void configure(HttpServerOptions http) {
        s3.configure(http);
    }

    @Override
    public void accept(HttpFront front, HttpServerRequest request) {
        if (isS3(request.path())) {
            s3.accept(front, request, S3_PATH);
        } else {
            if (S3Exchange.expectsContinue(request)) {
                request.response().writeContinue();
            }
            new Exchange(front, this, request).begin();
        }
    }

    private static boolean isS3(@Nullable String path) {
        return path != null && (path.equals(S3_PATH) || path.startsWith(S3_PATH + "/"));
    }

    @Override
    public void handle(Received message, Reply reply) {
        boolean reads = message.method().equals("GET") || message.method().equals("HEAD");
        switch (reads ? message.path() : "") {
            case "/" -> reply.send(about);
            case "/health" -> reply.send(healthy);
            default -> reply.send(Answer.text(404, "There is nothing here. S3 is served under " + S3_PATH + "/.\n"));
        }
    }

    @Override
    public Answer refused(Refusal refusal) {
        return Answer.text(refusal.status(), refusal.text() + "\n");
    }
}
