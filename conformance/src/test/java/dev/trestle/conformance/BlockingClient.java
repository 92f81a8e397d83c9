package dev.trestle.conformance;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsAsyncClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * A blocking face for an asynchronous client, so that one suite serves both: each call waits for the same-named
 * asynchronous one.
 */
final class BlockingClient {

    private BlockingClient() {}

    static DynamoDbClient over(DynamoDbAsyncClient async) {
        return face(DynamoDbClient.class, DynamoDbAsyncClient.class, async);
    }

    static DynamoDbStreamsClient over(DynamoDbStreamsAsyncClient async) {
        return face(DynamoDbStreamsClient.class, DynamoDbStreamsAsyncClient.class, async);
    }

    private static <B, A> B face(Class<B> blocking, Class<A> asynchronous, A client) {
        return blocking.cast(Proxy.newProxyInstance(
                blocking.getClassLoader(),
                new Class<?>[] {blocking},
                (proxy, method, arguments) -> call(asynchronous, client, method, arguments)));
    }

    private static <A> Object call(Class<A> asynchronous, A async, Method method, Object[] arguments) throws Throwable {
        Method counterpart = asynchronous.getMethod(method.getName(), method.getParameterTypes());
        try {
            Object answer = counterpart.invoke(async, arguments);
            return answer instanceof CompletableFuture<?> future ? future.join() : answer;
        } catch (InvocationTargetException e) {
            // An asynchronous client reports through its future; a direct throw would surprise every caller.
            throw new AssertionError(method.getName() + " threw instead of returning a failed future", e.getCause());
        } catch (CompletionException e) {
            throw e.getCause();
        }
    }
}
