package dev.trestle.systems.formkiq.language;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** The body of an answer, as far as it may go; a longer one is given up. */
final class LimitedBody implements BodySubscriber<byte[]> {
    private final int bytesMax;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final CompletableFuture<byte[]> whole = new CompletableFuture<>();
    private Flow.@Nullable Subscription subscription;

    LimitedBody(int bytesMax) {
        this.bytesMax = bytesMax;
    }

    /** An answer was longer than it may be. */
    static final class TooLongException extends IOException {
        private static final long serialVersionUID = 1;

        TooLongException() {
            super("the answer is too long");
        }
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return whole;
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        subscription = given;
        given.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> part) {
        for (ByteBuffer each : part) {
            if (bytes.size() + each.remaining() > bytesMax) {
                Flow.Subscription current = subscription;
                if (current != null) {
                    current.cancel();
                }
                whole.completeExceptionally(new TooLongException());
                return;
            }
            byte[] piece = new byte[each.remaining()];
            each.get(piece);
            bytes.writeBytes(piece);
        }
    }

    @Override
    public void onError(Throwable failure) {
        whole.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        whole.complete(bytes.toByteArray());
    }
}
