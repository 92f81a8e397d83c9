package dev.trestle.testing;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Looks on while a client is used: which operations were called, in order. What a system's jobs ask for beside it is not counted. */
public final class CountingClient {
    private static final String JOBS = "trestle-job";

    private final List<String> calls = new ArrayList<>();
    private final DynamoDbClient client;

    public CountingClient(DynamoDbClient target) {
        this.client = (DynamoDbClient) Proxy.newProxyInstance(
                DynamoDbClient.class.getClassLoader(),
                new Class<?>[] {DynamoDbClient.class},
                (proxy, method, arguments) -> {
                    note(method.getName());
                    try {
                        return method.invoke(target, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause() == null ? e : e.getCause();
                    }
                });
    }

    private synchronized void note(String call) {
        if (!Thread.currentThread().getName().startsWith(JOBS)) {
            calls.add(call);
        }
    }

    public DynamoDbClient client() {
        return client;
    }

    /** The calls since the last time that this was asked. */
    public synchronized List<String> takeCalls() {
        List<String> taken = List.copyOf(calls);
        calls.clear();
        return taken;
    }
}
