package dev.trestle.wire;

import dev.trestle.engine.Engine;
import dev.trestle.engine.EngineException;
import dev.trestle.engine.ErrorCode;
import dev.trestle.wire.dynamodb.ErrorOutput;
import dev.trestle.wire.dynamodb.Operation;
import dev.trestle.wire.dynamodb.Operations;
import dev.trestle.wire.error.Refusal;
import dev.trestle.wire.json.Fields;
import dev.trestle.wire.json.JsonInput;
import dev.trestle.wire.json.JsonOutput;
import dev.trestle.wire.load.HeavyLoad;
import dev.trestle.wire.signature.SignatureCheck;
import dev.trestle.wire.signature.Signer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * DynamoDB's requests, from the whole message to the whole answer.
 *
 * <p>The order of checks: path and content type, the operation, the signature, the JSON, what the signer may reach; then those of the engine. A request that is
 * small, and whose answer is in memory, is answered by the thread that brings it; all others by a worker.
 */
final class DynamoDbHandler implements MessageHandler {
    private static final Logger LOG = LoggerFactory.getLogger(DynamoDbHandler.class);
    private static final int OK = 200;

    /** What takes longer than that to hash and parse is left to a worker. */
    private static final int SMALL_BYTES = 16 * 1024;

    private final Operations operations;
    private final SignatureCheck signatures;
    private final Workers workers;
    private final int bodyBytesMax;
    private final HeavyLoad heavy;
    private final String health;

    DynamoDbHandler(Engine engine, WireOptions options, Workers workers) {
        this.operations = new Operations(engine);
        this.signatures = new SignatureCheck(options.accessKeys(), "dynamodb", options.clock());
        this.workers = workers;
        this.bodyBytesMax = options.limits().bodyBytes();
        this.heavy = new HeavyLoad(bodyBytesMax);
        this.health = "healthy: " + engine.describeEndpoints().address() + " ";
    }

    @Override
    public void handle(Received message, Reply given) {
        Reply reply = message.isPlainJson() ? new PlainJsonReply(given) : given;
        try {
            if (message.method().equals("GET") && message.path().equals("/")) {
                reply.send(Answer.text(OK, health));
            } else if (!message.method().equals("POST") || !message.path().equals("/") || !message.isJson()) {
                reply.send(Answer.text(404, "<UnknownOperationException/>\n"));
            } else {
                operate(operations.require(message.first("x-amz-target")), message, reply);
            }
        } catch (RuntimeException | Error thrown) {
            reply.send(failure(thrown, reply));
        }
    }

    private void operate(Operation operation, Received message, Reply reply) {
        boolean small = message.body().length <= SMALL_BYTES && message.first("content-encoding") == null;
        if (!small || !operation.isGlancing()) {
            workers.run(guarded(reply, () -> call(operation, message, reply)));
            return;
        }
        Signer signer = signatures.check(message, message.body());
        Fields request = JsonInput.parse(message.body(), operation.input());
        Consumer<JsonOutput> answer = operation.glance(request, signer);
        if (answer != null) {
            send(Answer.json(OK, false, answer), message, reply);
        } else {
            workers.run(guarded(reply, () -> answer(operation.call(request, signer), message, reply)));
        }
    }

    /** Sends what is ready, from a thread that must not take the time to compress much. */
    private void send(Answer ready, Received message, Reply reply) {
        if (ready.isWorthPacking() && message.takesGzip()) {
            workers.run(guarded(reply, () -> reply.send(ready.packed())));
        } else {
            reply.send(ready);
        }
    }

    /** Runs on a worker. */
    private void call(Operation operation, Received message, Reply reply) {
        Signer signer = signatures.check(message, message.body());
        String encoding = message.first("content-encoding");
        boolean packed = encoding != null && encoding.strip().equalsIgnoreCase("gzip");
        byte[] body = packed ? Gunzip.unpack(message.body(), bodyBytesMax) : message.body();
        int reserved = heavy.reserve(body.length);
        CompletableFuture<Consumer<JsonOutput>> result;
        try {
            result = operation.call(JsonInput.parse(body, operation.input()), signer);
        } catch (RuntimeException | Error refused) {
            heavy.release(reserved);
            throw refused;
        }
        answer(result.whenComplete((members, thrown) -> heavy.release(reserved)), message, reply);
    }

    /** Runs on a worker. What the engine completes later completes on a thread that must not be kept. */
    private void answer(CompletableFuture<Consumer<JsonOutput>> result, Received message, Reply reply) {
        boolean gzip = message.takesGzip();
        if (result.isDone()) {
            reply.send(Answer.json(OK, gzip, result.join()));
            return;
        }
        CompletableFuture<?> unused = result.whenComplete((members, thrown) -> reply.sendLater(() -> {
            try {
                return thrown == null ? Answer.json(OK, gzip, members) : failure(thrown, reply);
            } catch (RuntimeException | Error unexpected) {
                return failure(unexpected, reply);
            }
        }));
    }

    /** Answers in the kind of JSON that the request came in. */
    private record PlainJsonReply(Reply reply) implements Reply {
        @Override
        public String requestId() {
            return reply.requestId();
        }

        @Override
        public void send(Answer answer) {
            reply.send(answer.named(Received.PLAIN_JSON));
        }

        @Override
        public void sendLater(Supplier<Answer> answer) {
            reply.sendLater(() -> answer.get().named(Received.PLAIN_JSON));
        }
    }

    private Runnable guarded(Reply reply, Runnable task) {
        return () -> {
            try {
                task.run();
            } catch (RuntimeException | Error thrown) {
                reply.send(failure(thrown, reply));
            }
        };
    }

    @Override
    public Answer refused(Refusal refusal) {
        return Answer.json(refusal.status(), false, out -> ErrorOutput.refused(out, refusal));
    }

    private Answer failure(Throwable thrown, Reply reply) {
        Throwable cause =
                thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
        if (cause instanceof Refusal refusal) {
            return refused(refusal);
        }
        if (cause instanceof EngineException refused && refused.code() != ErrorCode.INTERNAL) {
            return Answer.json(refused.code().httpStatus(), false, out -> ErrorOutput.refused(out, refused));
        }
        LOG.error("request {} failed", reply.requestId(), cause);
        return Answer.json(ErrorCode.INTERNAL.httpStatus(), false, ErrorOutput::internal);
    }
}
