package dev.trestle.wire;

import dev.trestle.objects.api.ObjectContent;
import dev.trestle.wire.error.Refusal;
import dev.trestle.wire.s3.RequestIds;
import dev.trestle.wire.s3.S3Answer;
import dev.trestle.wire.s3.S3Job;
import dev.trestle.wire.s3.S3Request;
import dev.trestle.wire.s3.S3Service;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One request to S3 and its answer. Everything here happens on the connection's own thread, but for what a worker does.
 *
 * <p>The body is collected until there is enough to be worth a worker's while, or no more. While a worker is at it the next batch is
 * collected, and when that is full too, no more is read from the connection. So a transfer holds two batches at most, and a worker only
 * while there is something to do: a client that sends slowly keeps nobody. What is refused before it has all come is read on and thrown
 * away, so that its client gets to hear why.
 */
final class S3Exchange {
    /** How much a worker is given at a time. */
    static final int BATCH_BYTES = 128 * 1024;

    private static final long DISCARDED_BYTES_MAX = 64L * 1024 * 1024;

    /** A client that sends less than that while our patience lasts is too slow. */
    private static final int PROGRESS_BYTES = 64 * 1024;

    private final HttpFront front;
    private final S3Service service;
    private final Workers workers;
    private final HttpServerRequest request;
    private final String prefix;
    private final Runnable whenEnded;
    private final Context context = Vertx.currentContext();
    private final RequestIds ids = RequestIds.next();
    private final S3Response response;

    private @Nullable S3Job job;
    private List<Buffer> batch = new ArrayList<>();
    private int batchBytes;
    private long unaccountedBytes;
    private long discardedBytes;
    private long reservedBytes;
    private boolean awaitsContinue;
    private boolean begun;
    private boolean working;
    private boolean paused;
    private boolean bodyEnded;
    private boolean lost;
    private boolean ended;
    private @Nullable S3Answer refusal;

    S3Exchange(
            HttpFront front,
            S3Service service,
            Workers workers,
            HttpServerRequest request,
            String prefix,
            Runnable whenEnded) {
        this.front = front;
        this.service = service;
        this.workers = workers;
        this.request = request;
        this.prefix = prefix;
        this.whenEnded = whenEnded;
        this.response = new S3Response(front, workers, request, ids, !prefix.isEmpty());
    }

    static boolean expectsContinue(HttpServerRequest request) {
        return "100-continue".equalsIgnoreCase(request.getHeader("expect"));
    }

    void begin() {
        front.connections().waiting(request.connection());
        request.exceptionHandler(broken -> lose());
        request.response().exceptionHandler(broken -> lose());
        request.response().closeHandler(closed -> lose());
        awaitsContinue = expectsContinue(request);
        accept();
        request.handler(this::receive);
        request.endHandler(whole -> bodyEnded());
        if (refusal != null && awaitsContinue) {
            answer(refusal);
        } else if (awaitsContinue) {
            work();
        }
    }

    /** Checks what can be checked now, or makes the answer that says what is wrong. */
    private void accept() {
        S3Request parsed = null;
        try {
            parsed = S3Request.of(
                    request.method().name(),
                    new S3Request.Place(prefix, bucketOfHost()),
                    String.valueOf(request.path()),
                    request.query(),
                    new HeaderView(request.headers()));
            S3Job accepted = service.accept(parsed, HttpFront.foreignOrigin(request), ids);
            long bytes = accepted.memoryBytes(2 * BATCH_BYTES);
            front.reserve(bytes);
            reservedBytes = bytes;
            job = accepted;
        } catch (RuntimeException | Error refused) {
            refusal = S3Service.refused(refused, parsed, ids);
        }
    }

    /** Under a path of another server, hosts are that server's and name no buckets. */
    private @Nullable String bucketOfHost() {
        if (prefix.isEmpty()) {
            return front.checkHostOfBucket(request);
        }
        front.checkHost(request);
        return null;
    }

    private void receive(Buffer chunk) {
        progress(chunk.length());
        if (refusal != null) {
            discardedBytes += chunk.length();
            if (discardedBytes > DISCARDED_BYTES_MAX) {
                answer(refusal);
            }
            return;
        }
        batch.add(chunk);
        batchBytes += chunk.length();
        if (batchBytes < BATCH_BYTES) {
            return;
        }
        if (working) {
            paused = true;
            request.pause();
            front.connections().busy(request.connection());
        } else {
            work();
        }
    }

    private void progress(int bytes) {
        unaccountedBytes += bytes;
        if (unaccountedBytes >= PROGRESS_BYTES) {
            unaccountedBytes = 0;
            front.connections().waiting(request.connection());
        }
    }

    private void bodyEnded() {
        bodyEnded = true;
        front.connections().busy(request.connection());
        if (refusal != null) {
            answer(refusal);
        } else if (!working) {
            work();
        }
    }

    /** Has a worker take on what has been collected. */
    private void work() {
        S3Job current = job;
        if (current == null || lost) {
            return;
        }
        List<Buffer> taken = batch;
        boolean first = !begun;
        boolean last = bodyEnded;
        batch = new ArrayList<>();
        batchBytes = 0;
        begun = true;
        working = true;
        Runnable task = () -> {
            Outcome outcome = work(current, first, taken, last);
            context.runOnContext(done -> worked(outcome));
        };
        try {
            if (first) {
                workers.run(task);
            } else {
                workers.proceed(task);
            }
        } catch (Refusal overloaded) {
            working = false;
            refuse(S3Service.refused(overloaded, null, ids));
        }
    }

    /** What a worker came to: an answer, or none as long as the body has not ended. */
    private record Outcome(@Nullable S3Answer answer, boolean refused) {}

    /** Runs on a worker. */
    private static Outcome work(S3Job job, boolean first, List<Buffer> taken, boolean last) {
        try {
            if (first) {
                job.begin();
            }
            for (Buffer chunk : taken) {
                byte[] bytes = chunk.getBytes();
                job.receive(bytes, 0, bytes.length);
            }
            if (!last) {
                return new Outcome(null, false);
            }
            S3Answer answer = job.finish();
            job.close();
            return new Outcome(answer, false);
        } catch (RuntimeException | Error thrown) {
            S3Answer refused = job.refused(thrown);
            job.close();
            return new Outcome(refused, true);
        }
    }

    private void worked(Outcome outcome) {
        working = false;
        S3Answer answer = outcome.answer();
        if (lost) {
            giveUp(answer);
        } else if (answer == null) {
            goOn();
        } else if (outcome.refused() && !bodyEnded) {
            refuse(answer);
        } else {
            job = null;
            answer(answer);
        }
    }

    private void goOn() {
        if (awaitsContinue) {
            awaitsContinue = false;
            request.response().writeContinue();
        }
        if (bodyEnded || batchBytes >= BATCH_BYTES) {
            work();
        }
        resume();
    }

    private void resume() {
        if (paused) {
            paused = false;
            front.connections().waiting(request.connection());
            request.resume();
        }
    }

    /** Reads on to throw away; a client that has not begun to send is told at once. */
    private void refuse(S3Answer answer) {
        refusal = answer;
        job = null;
        batch = List.of();
        if (bodyEnded || awaitsContinue) {
            answer(answer);
        } else {
            resume();
        }
    }

    /**
     * Another request may follow on the connection if this one was read to its end, and unless its client still waits to be told to go
     * on: such clients are known to take the next answer for one without a head.
     */
    private void answer(S3Answer answer) {
        release();
        response.send(answer, bodyEnded && !awaitsContinue, this::end);
    }

    /** The client is gone. */
    private void lose() {
        if (lost || ended) {
            return;
        }
        lost = true;
        response.lose();
        if (!working && !response.isSending()) {
            giveUp(null);
        }
    }

    private void giveUp(@Nullable S3Answer answer) {
        S3Job abandoned = job;
        job = null;
        ObjectContent content = answer == null ? null : answer.content();
        if (abandoned != null || content != null) {
            try {
                workers.proceed(() -> {
                    if (abandoned != null) {
                        abandoned.close();
                    }
                    if (content != null) {
                        content.close();
                    }
                });
            } catch (Refusal stopped) {
                // The store gives up by itself what is left when it is closed.
                end();
                return;
            }
        }
        end();
    }

    private void release() {
        front.release(reservedBytes);
        reservedBytes = 0;
    }

    private void end() {
        if (!ended) {
            ended = true;
            release();
            whenEnded.run();
            front.ended();
        }
    }
}
