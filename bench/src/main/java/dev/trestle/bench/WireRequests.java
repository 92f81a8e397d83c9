package dev.trestle.bench;

import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The requests that are measured, made ready before the clock runs: the same for all contenders of a round. */
final class WireRequests {
    static final int LOAD_BATCH = 25;

    private final long items;
    private final Random random;
    private long version;

    WireRequests(long items, long seed) {
        this.items = items;
        this.random = new Random(seed);
    }

    /** What is measured, and how many requests are made ready for each second. */
    enum Kind {
        GET("GetItem", 30_000),
        QUERY("Query", 8_000),
        PUT("PutItem", 20_000);

        final String operation;
        final int perSecond;

        Kind(String operation, int perSecond) {
            this.operation = operation;
            this.perSecond = perSecond;
        }

        /** Those that are among these names. */
        static Set<Kind> named(List<String> names) {
            Set<Kind> kinds = EnumSet.allOf(Kind.class);
            kinds.removeIf(kind -> !names.contains(kind.name().toLowerCase(Locale.ROOT)));
            return kinds;
        }

        /** Sent twice, a read is a read; a write that changes nothing would be none. */
        boolean mayRepeat() {
            return this != PUT;
        }

        String label() {
            return this == QUERY ? "Query of " + Workload.PARTITION_ITEMS : operation;
        }
    }

    byte[][] prepare(Kind kind, long millis) {
        WireSigner signer = new WireSigner(Instant.now());
        version++;
        byte[][] requests = new byte[(int) Math.max(1000, kind.perSecond * millis / 1000)][];
        for (int i = 0; i < requests.length; i++) {
            long number = random.nextLong(items);
            requests[i] = signer.request(kind.operation, body(kind, number));
        }
        return requests;
    }

    private String body(Kind kind, long number) {
        return switch (kind) {
            case GET -> "{\"TableName\":\"" + Workload.TABLE + "\",\"Key\":" + json(Workload.key(number)) + "}";
            case QUERY ->
                "{\"TableName\":\"" + Workload.TABLE
                        + "\",\"KeyConditionExpression\":\"pk = :p\",\"ExpressionAttributeValues\":{\":p\":{\"S\":\""
                        + Workload.partition(number / Workload.PARTITION_ITEMS) + "\"}}}";
            case PUT ->
                "{\"TableName\":\"" + Workload.TABLE + "\",\"Item\":" + json(Workload.item(number, version)) + "}";
        };
    }

    byte[] createTable() {
        return once(
                "CreateTable",
                "{\"TableName\":\"" + Workload.TABLE + "\",\"BillingMode\":\"PAY_PER_REQUEST\","
                        + "\"AttributeDefinitions\":[{\"AttributeName\":\"pk\",\"AttributeType\":\"S\"},"
                        + "{\"AttributeName\":\"sk\",\"AttributeType\":\"N\"}],"
                        + "\"KeySchema\":[{\"AttributeName\":\"pk\",\"KeyType\":\"HASH\"},"
                        + "{\"AttributeName\":\"sk\",\"KeyType\":\"RANGE\"}]}");
    }

    byte[] describeTable() {
        return once("DescribeTable", "{\"TableName\":\"" + Workload.TABLE + "\"}");
    }

    byte[] get(long number) {
        return once("GetItem", body(Kind.GET, number));
    }

    /** One request of each kind, about the first item. */
    byte[] sample(Kind kind) {
        return once(kind.operation, body(kind, 0));
    }

    /** The batch of items that begins with this number. */
    byte[] loadBatch(long from) {
        String puts = LongStream.range(from, Math.min(items, from + LOAD_BATCH))
                .mapToObj(number -> "{\"PutRequest\":{\"Item\":" + json(Workload.item(number, 0)) + "}}")
                .collect(Collectors.joining(","));
        return once("BatchWriteItem", "{\"RequestItems\":{\"" + Workload.TABLE + "\":[" + puts + "]}}");
    }

    private static byte[] once(String operation, String json) {
        return new WireSigner(Instant.now()).request(operation, json);
    }

    /** The items of this workload have nothing in them that JSON would escape. */
    private static String json(Map<String, AttributeValue> item) {
        return item.entrySet().stream()
                .map(entry -> "\"" + entry.getKey() + "\":" + json(entry.getValue()))
                .collect(Collectors.joining(",", "{", "}"));
    }

    private static String json(AttributeValue value) {
        if (value.s() != null) {
            return "{\"S\":\"" + value.s() + "\"}";
        }
        return value.n() != null ? "{\"N\":\"" + value.n() + "\"}" : "{\"BOOL\":" + value.bool() + "}";
    }
}
