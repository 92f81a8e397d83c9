package dev.trestle.conformance.concurrency;

import static dev.trestle.conformance.concurrency.Items.s;

import dev.trestle.engine.EngineOptions;
import dev.trestle.sdk.TrestleDb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** The program of a process with a small heap: fills a table far larger than that, and reads all of it in two ways. */
final class BigTable {
    private static final String TABLE = "big";
    private static final int ITEM_BYTES = 8_000;
    private static final int PARTITION_ITEMS = 500;
    private static final long MIB = 1 << 20;

    private BigTable() {}

    /** Arguments: a directory, and how many megabytes to write. Prints what was read and the most memory that was held. */
    public static void main(String[] arguments) throws IOException {
        int items = (int) (Integer.parseInt(arguments[1]) * MIB / ITEM_BYTES);
        EngineOptions options = EngineOptions.directory(Path.of(arguments[0]))
                .withBlockCacheBytes(8 * MIB)
                .withItemCacheBytes(8 * MIB)
                .withWriteBufferBytes(8 * MIB)
                .withCommitQueue(256, 4 * MIB);
        try (TrestleDb db = TrestleDb.open(options)) {
            DynamoDbClient client = db.client();
            Items.createTable(client, TABLE);
            load(client, items);
            long scanned = client.scanPaginator(r -> r.tableName(TABLE)).items().stream()
                    .count();
            long queried = 0;
            for (int partition = 0; partition * PARTITION_ITEMS < items; partition++) {
                AttributeValue pk = s("p" + partition);
                queried += client
                        .queryPaginator(r -> r.tableName(TABLE)
                                .keyConditionExpression("pk = :p")
                                .expressionAttributeValues(Map.of(":p", pk)))
                        .items()
                        .stream()
                        .count();
            }
            System.out.println(
                    "items=" + items + " scanned=" + scanned + " queried=" + queried + " peakKb=" + peakKilobytes());
        }
    }

    private static void load(DynamoDbClient client, int items) {
        Random random = new Random(1);
        byte[] noise = new byte[ITEM_BYTES * 3 / 4];
        List<WriteRequest> batch = new ArrayList<>();
        for (int i = 0; i < items; i++) {
            random.nextBytes(noise);
            Map<String, AttributeValue> item =
                    new HashMap<>(Items.key("p" + i / PARTITION_ITEMS, String.format("%06d", i)));
            item.put("x", s(Base64.getEncoder().encodeToString(noise)));
            batch.add(WriteRequest.builder().putRequest(p -> p.item(item)).build());
            if (batch.size() == 25 || i == items - 1) {
                write(client, batch);
                batch.clear();
            }
        }
    }

    private static void write(DynamoDbClient client, List<WriteRequest> batch) {
        List<WriteRequest> left = List.copyOf(batch);
        while (!left.isEmpty()) {
            List<WriteRequest> now = left;
            left = client.batchWriteItem(r -> r.requestItems(Map.of(TABLE, now)))
                    .unprocessedItems()
                    .getOrDefault(TABLE, List.of());
        }
    }

    /** Heap and native memory together, as Linux counts them; zero elsewhere. */
    private static long peakKilobytes() throws IOException {
        Path status = Path.of("/proc/self/status");
        if (!Files.exists(status)) {
            return 0;
        }
        return Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("VmHWM:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                .findFirst()
                .orElse(0);
    }
}
