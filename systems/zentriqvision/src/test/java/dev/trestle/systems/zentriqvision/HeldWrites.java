package dev.trestle.systems.zentriqvision;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Lets no job move or remove an appearance while it is closed; what requests decide goes through. */
final class HeldWrites {
    private final AtomicReference<@Nullable CountDownLatch> gate = new AtomicReference<>();

    void close() {
        gate.set(new CountDownLatch(1));
    }

    void open() {
        CountDownLatch closed = gate.getAndSet(null);
        if (closed != null) {
            closed.countDown();
        }
    }

    DynamoDbClient around(DynamoDbClient client) {
        return (DynamoDbClient) Proxy.newProxyInstance(
                DynamoDbClient.class.getClassLoader(),
                new Class<?>[] {DynamoDbClient.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("transactWriteItems") && isAJobs(arguments)) {
                        waitForTheGate();
                    }
                    try {
                        return method.invoke(client, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    /** A deciding transaction creates the marks of the two persons; a job's step does not. */
    private static boolean isAJobs(Object[] arguments) {
        String request = String.valueOf(arguments[0]);
        return request.contains("APPEAR#") && !request.contains("PERSONS_IN_CHANGE");
    }

    private void waitForTheGate() throws InterruptedException {
        CountDownLatch closed = gate.get();
        if (closed != null && !closed.await(60, TimeUnit.SECONDS)) {
            throw new IllegalStateException("The gate stays closed.");
        }
    }
}
