package dev.trestle.conformance.concurrency;

import static dev.trestle.conformance.concurrency.Items.item;
import static dev.trestle.conformance.concurrency.Items.key;
import static dev.trestle.conformance.concurrency.Items.n;
import static dev.trestle.conformance.concurrency.Items.s;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.conformance.Alone;
import dev.trestle.sdk.TrestleDb;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/** No request, however it is made, costs more than its page, and none ends a thread that others need. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
@Alone
class WorkBoundsTest {
    private static final String TABLE = "bounds";
    private static final String OTHER_TABLE = "others";
    private static final int ITEMS = 60;
    private static final int ITEM_BYTES = 50_000;

    private static TrestleDb db;
    private static DynamoDbClient client;

    @BeforeAll
    static void fill() {
        db = TrestleDb.inMemory();
        client = db.client();
        Items.createTable(client, TABLE);
        Items.createTable(client, OTHER_TABLE);
        for (int i = 0; i < ITEMS; i++) {
            String sk = String.format("%03d", i);
            client.putItem(r -> r.tableName(TABLE).item(item("p", sk, "x", s("x".repeat(ITEM_BYTES)))));
        }
    }

    @AfterAll
    static void close() {
        db.close();
    }

    @Test
    void scan_filterThatMatchesNothing_stopsAfterAMegabyte() {
        ScanResponse page = client.scan(r -> r.tableName(TABLE).filterExpression("attribute_exists(nothing)"));
        assertThat(page.count()).isZero();
        assertThat(page.scannedCount()).isEqualTo((1 << 20) / ITEM_BYTES + 1);
        assertThat(page.lastEvaluatedKey()).isNotEmpty();
        int scanned = page.scannedCount();
        for (int pages = 1; page.hasLastEvaluatedKey(); pages++) {
            assertThat(pages).as("pages").isLessThan(10);
            Map<String, AttributeValue> from = page.lastEvaluatedKey();
            page = client.scan(r -> r.tableName(TABLE)
                    .filterExpression("attribute_exists(nothing)")
                    .exclusiveStartKey(from));
            scanned += page.scannedCount();
        }
        assertThat(scanned).isEqualTo(ITEMS);
    }

    @Test
    void query_filterThatMatchesNothing_stopsAfterAMegabyteInBothDirections() {
        for (boolean forward : List.of(true, false)) {
            QueryResponse page = client.query(r -> r.tableName(TABLE)
                    .scanIndexForward(forward)
                    .keyConditionExpression("pk = :p")
                    .filterExpression("attribute_exists(nothing)")
                    .expressionAttributeValues(Map.of(":p", s("p"))));
            assertThat(page.scannedCount()).isEqualTo((1 << 20) / ITEM_BYTES + 1);
            assertThat(page.lastEvaluatedKey()).isNotEmpty();
        }
    }

    @Test
    void expression_nestedAsDeeplyAsItsTextAllows_isAnsweredAndOthersGoOn() {
        for (String hostile : List.of(
                "(".repeat(2000) + "x = :x" + ")".repeat(2000),
                "NOT ".repeat(1000) + "x = :x",
                "x = :x" + " AND x = :x".repeat(350),
                "(".repeat(4000))) {
            assertRefusedOrAnswered(() -> client.scan(r -> r.tableName(TABLE)
                    .limit(1)
                    .filterExpression(hostile)
                    .expressionAttributeValues(Map.of(":x", n(1)))));
        }
        String path = "x" + "[0]".repeat(1200);
        assertRefusedOrAnswered(() -> client.updateItem(
                r -> r.tableName(OTHER_TABLE).key(key("p", "hostile")).updateExpression("REMOVE " + path)));
        assertGoesOn();
    }

    @Test
    void value_nestedTooDeeply_isRefusedAndOthersGoOn() {
        AttributeValue deep = n(1);
        for (int i = 0; i < 20_000; i++) {
            deep = AttributeValue.fromL(List.of(deep));
        }
        AttributeValue hostile = deep;
        assertThatThrownBy(() -> client.putItem(r -> r.tableName(TABLE).item(item("p", "deep", "x", hostile))))
                .isInstanceOf(DynamoDbException.class)
                .satisfies(e -> assertThat(((DynamoDbException) e).statusCode()).isEqualTo(400));
        assertThatThrownBy(() -> db.asyncClient()
                        .putItem(r -> r.tableName(TABLE).item(item("p", "deep", "x", hostile)))
                        .join())
                .hasCauseInstanceOf(DynamoDbException.class);
        assertGoesOn();
    }

    @Test
    void expressions_ofManyTexts_doNotPileUp() {
        System.gc();
        long before = usedBytes();
        String padding = " AND attribute_not_exists(abcdefghij)".repeat(80);
        for (int i = 0; i < 20_000; i++) {
            String filter = "v" + i + " = :x" + padding;
            client.query(r -> r.tableName(TABLE)
                    .limit(1)
                    .keyConditionExpression("pk = :p")
                    .filterExpression(filter)
                    .expressionAttributeValues(Map.of(":p", s("none"), ":x", n(1))));
        }
        System.gc();
        // The texts alone would be 60 MB, their trees many times that.
        assertThat(usedBytes() - before).isLessThan(40L << 20);
    }

    private static long usedBytes() {
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    private static void assertRefusedOrAnswered(Runnable call) {
        try {
            call.run();
        } catch (DynamoDbException e) {
            assertThat(e.statusCode()).as(e.getMessage()).isEqualTo(400);
        }
    }

    /** The threads that serve everybody are still there. */
    private static void assertGoesOn() {
        client.putItem(r -> r.tableName(OTHER_TABLE).item(item("other", "o", "v", n(1))));
        assertThat(db.asyncClient()
                        .getItem(r -> r.tableName(OTHER_TABLE).key(key("other", "o")))
                        .join()
                        .item())
                .isNotEmpty();
    }
}
