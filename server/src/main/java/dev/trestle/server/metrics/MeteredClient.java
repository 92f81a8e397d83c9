package dev.trestle.server.metrics;

import dev.trestle.model.operation.NamingClient;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.Capacity;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/**
 * A client over another one that has every answer say what it took, and counts it. It stands at the port that the engine and AWS have
 * in common, so that both are counted alike.
 *
 * <p>An operation that has a convenient form (builders, pages) is one of the interface's own methods over the plain form; those are
 * run on this client, so that what they ask is counted too.
 */
public final class MeteredClient implements InvocationHandler {
    /** Purposes are declared in models, of which there are some hundred. */
    private static final int PURPOSES_MAX = 2000;

    private final DynamoDbClient target;
    private final Usage usage;
    private final @Nullable Series pattern;
    private final Map<Series, DynamoDbClient> named;

    private MeteredClient(
            DynamoDbClient target, Usage usage, @Nullable Series pattern, Map<Series, DynamoDbClient> named) {
        this.target = target;
        this.usage = usage;
        this.pattern = pattern;
        this.named = named;
    }

    /** A client that counts what {@code target} takes. Closing it closes the target. */
    public static DynamoDbClient of(DynamoDbClient target, Usage usage) {
        return new MeteredClient(target, usage, null, new ConcurrentHashMap<>()).proxy();
    }

    private DynamoDbClient proxy() {
        return (DynamoDbClient)
                Proxy.newProxyInstance(NamingClient.class.getClassLoader(), new Class<?>[] {NamingClient.class}, this);
    }

    private DynamoDbClient named(Series purpose) {
        DynamoDbClient known = named.get(purpose);
        if (known != null) {
            return known;
        }
        DynamoDbClient made = new MeteredClient(target, usage, purpose, named).proxy();
        if (named.size() < PURPOSES_MAX) {
            named.putIfAbsent(purpose, made);
        }
        return made;
    }

    @Override
    @SuppressWarnings("NullAway") // a method without arguments has none
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        if (method.getDeclaringClass() == NamingClient.class) {
            return named(Series.pattern((String) arguments[0], (String) arguments[1]));
        }
        if (method.getDeclaringClass() == Object.class && method.getName().equals("equals")) {
            return proxy == arguments[0];
        }
        Object first = arguments == null || arguments.length != 1 ? null : arguments[0];
        if (method.isDefault()
                && (first instanceof Consumer<?> || method.getName().endsWith("Paginator"))) {
            return InvocationHandler.invokeDefault(proxy, method, arguments);
        }
        DynamoDbRequest asking = first instanceof DynamoDbRequest request ? Metering.asking(request) : null;
        try {
            if (asking == null) {
                return method.invoke(target, arguments);
            }
            Object response = method.invoke(target, asking);
            count(Metering.taken(asking, response));
            return response;
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }

    private void count(Metering.@Nullable Taken taken) {
        if (taken == null) {
            return;
        }
        double all = 0;
        long bytes = taken.bytes();
        for (ConsumedCapacity each : taken.capacity()) {
            all += each.capacityUnits() == null ? 0 : each.capacityUnits();
            String table = name(each.tableName());
            double own = each.table() == null
                    ? units(each.capacityUnits())
                    : units(each.table().capacityUnits());
            if (taken.index() == null || own > 0) {
                // What a request about several tables brought is told of the first.
                add(Series.table(table), taken.isWrite(), own, taken.index() == null ? bytes : 0);
                bytes = taken.index() == null ? 0 : bytes;
            }
            count(each.globalSecondaryIndexes(), table, taken);
            count(each.localSecondaryIndexes(), table, taken);
        }
        if (pattern != null) {
            add(pattern, taken.isWrite(), all, taken.bytes());
        }
    }

    private void count(@Nullable Map<String, Capacity> indexes, String table, Metering.Taken taken) {
        if (indexes != null) {
            indexes.forEach((index, capacity) -> add(
                    Series.index(table, index),
                    taken.isWrite(),
                    units(capacity.capacityUnits()),
                    index.equals(taken.index()) ? taken.bytes() : 0));
        }
    }

    private void add(Series series, boolean write, double units, long bytes) {
        Counter counter = usage.counter(series);
        if (write) {
            counter.written(units, bytes);
        } else {
            counter.read(units, bytes);
        }
    }

    private static double units(@Nullable Double units) {
        return units == null ? 0 : units;
    }

    /** A table may be named by its ARN. */
    private static String name(@Nullable String table) {
        return table == null ? "" : table.substring(table.lastIndexOf('/') + 1);
    }
}
