package dev.trestle.platform;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;

/** Clients whose storage throttles some requests while it is told to. */
public final class Faults {
    private final AtomicInteger thrown = new AtomicInteger();
    private volatile Predicate<@Nullable Object> failing = request -> false;

    /** The requests to fail from now on. */
    public void fail(Predicate<@Nullable Object> which) {
        failing = which;
    }

    public void stop() {
        failing = request -> false;
    }

    /** How many requests failed. */
    public int thrown() {
        return thrown.get();
    }

    /** A client that does what {@code client} does, unless it is to fail. */
    public <C> C in(Class<C> type, C client) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, args) -> {
            if (args != null && args.length > 0 && failing.test(args[0])) {
                thrown.incrementAndGet();
                throw ProvisionedThroughputExceededException.builder()
                        .message("throttled")
                        .statusCode(400)
                        .build();
            }
            try {
                return method.invoke(client, args);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }));
    }
}
