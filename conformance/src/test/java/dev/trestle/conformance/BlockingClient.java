package dev.trestle.conformance;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * A blocking face for an asynchronous client, so that one suite serves both: each call waits for the same-named
 * asynchronous one.
 */
final class BlockingClient {

    private BlockingClient() {}

    static DynamoDbClient over(DynamoDbAsyncClient async) {
        return (DynamoDbClient) Proxy.newProxyInstance(
                DynamoDbClient.class.getClassLoader(),
                new Class<?>[] {DynamoDbClient.class},
                (proxy, method, arguments) -> call(async, method, arguments));
    }

    private static Object call(DynamoDbAsyncClient async, Method method, Object[] arguments) throws Throwable {
        Method counterpart = DynamoDbAsyncClient.class.getMethod(method.getName(), method.getParameterTypes());
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
