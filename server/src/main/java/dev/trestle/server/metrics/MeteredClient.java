package dev.trestle.server.metrics;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.Capacity;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/**
 * A client over another one that has every answer say what it took, and counts it. It stands at the port that the engine and AWS have
 * in common, so that both are counted alike.
 */
public final class MeteredClient extends ForwardingClient {
    /** Purposes are declared in models, of which there are some hundred. */
    private static final int PURPOSES_MAX = 2000;

    private final Usage usage;
    private final @Nullable Series pattern;
    private final Map<Series, DynamoDbClient> named;

    private MeteredClient(
            DynamoDbClient target, Usage usage, @Nullable Series pattern, Map<Series, DynamoDbClient> named) {
        super(target);
        this.usage = usage;
        this.pattern = pattern;
        this.named = named;
    }

    /** A client that counts what {@code target} takes. Closing it closes the target. */
    public static DynamoDbClient of(DynamoDbClient target, Usage usage) {
        return new MeteredClient(target, usage, null, new ConcurrentHashMap<>());
    }

    @Override
    public DynamoDbClient named(String system, String purpose) {
        Series series = Series.pattern(system, purpose);
        DynamoDbClient known = named.get(series);
        if (known != null) {
            return known;
        }
        DynamoDbClient made = new MeteredClient(target, usage, series, named);
        if (named.size() < PURPOSES_MAX) {
            named.putIfAbsent(series, made);
        }
        return made;
    }

    @Override
    <Q extends DynamoDbRequest, R> R ask(Q request, Function<Q, R> operation) {
        Q asking = Metering.asking(request);
        if (asking == null) {
            return operation.apply(request);
        }
        R response = operation.apply(asking);
        count(Metering.taken(asking, response));
        return response;
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
