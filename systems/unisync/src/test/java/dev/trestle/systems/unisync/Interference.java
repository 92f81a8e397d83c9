package dev.trestle.systems.unisync;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Stands in front of a client, and does something before each transaction, of a background job or of any. */
final class Interference {
    private Interference() {}

    /** Something that happens; what it throws is what the job gets. */
    interface Event {
        void before() throws Exception;
    }

    static DynamoDbClient before(DynamoDbClient client, Event event) {
        return before(client, "trestle-job", event);
    }

    /** The same on threads whose names begin so. */
    static DynamoDbClient before(DynamoDbClient client, String threads, Event event) {
        return (DynamoDbClient) Proxy.newProxyInstance(
                DynamoDbClient.class.getClassLoader(), new Class<?>[] {DynamoDbClient.class}, (proxy, method, args) -> {
                    boolean isMeant = Thread.currentThread().getName().startsWith(threads);
                    if (isMeant && method.getName().equals("transactWriteItems")) {
                        event.before();
                    }
                    try {
                        return method.invoke(client, args);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    /** The same for transactions that a text occurs in, on any thread. */
    static DynamoDbClient beforeWriting(DynamoDbClient client, String text, Event event) {
        return (DynamoDbClient) Proxy.newProxyInstance(
                DynamoDbClient.class.getClassLoader(), new Class<?>[] {DynamoDbClient.class}, (proxy, method, args) -> {
                    if (method.getName().equals("transactWriteItems")
                            && String.valueOf(args[0]).contains(text)) {
                        event.before();
                    }
                    try {
                        return method.invoke(client, args);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    /** Nothing that a job does gets through any more, as when its process has died. */
    static DynamoDbClient deadAfter(DynamoDbClient client, int transactions) {
        AtomicInteger done = new AtomicInteger();
        return (DynamoDbClient) Proxy.newProxyInstance(
                DynamoDbClient.class.getClassLoader(), new Class<?>[] {DynamoDbClient.class}, (proxy, method, args) -> {
                    boolean isJobs = Thread.currentThread().getName().equals("trestle-job");
                    boolean isCounted = isJobs && method.getName().equals("transactWriteItems");
                    int before = isCounted ? done.getAndIncrement() : done.get();
                    if (isJobs && before >= transactions) {
                        throw SdkClientException.create("the process is dead");
                    }
                    try {
                        return method.invoke(client, args);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
