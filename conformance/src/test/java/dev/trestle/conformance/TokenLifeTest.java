package dev.trestle.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.SetClock;
import dev.trestle.sdk.TrestleDb;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.IdempotentParameterMismatchException;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** How long a transaction's idempotency token is remembered, on a clock that the test turns. */
class TokenLifeTest {
    private static final String TOKEN = "order-4711";

    private final SetClock clock = new SetClock(Instant.parse("2026-11-15T12:00:00Z"));

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    @Test
    void transactWriteItems_sameTokenWithinTenMinutes_isDoneOnceAlsoAfterReopening() {
        try (TrestleDb db = open()) {
            create(db.client());
            add(db.client(), "1");
            clock.advance(Duration.ofMinutes(9));
            add(db.client(), "1");
            assertThat(total(db.client())).isEqualTo("1");
        }
        try (TrestleDb db = open()) {
            add(db.client(), "1");
            assertThat(total(db.client())).isEqualTo("1");
            assertThatThrownBy(() -> add(db.client(), "2")).isInstanceOf(IdempotentParameterMismatchException.class);
        }
    }

    @Test
    void transactWriteItems_sameTokenAfterTenMinutes_isANewRequest() {
        try (TrestleDb db = open()) {
            create(db.client());
            add(db.client(), "1");
            clock.advance(Duration.ofMinutes(10));
            add(db.client(), "2");
            assertThat(total(db.client())).isEqualTo("3");
            add(db.client(), "2");
            assertThat(total(db.client())).isEqualTo("3");
        }
    }

    private TrestleDb open() {
        return TrestleDb.open(
                EngineOptions.directory(directory.resolve("store")).withClock(clock));
    }

    private static void create(DynamoDbClient client) {
        client.createTable(TableShape.keys("pk S").request("totals"));
    }

    private static void add(DynamoDbClient client, String amount) {
        client.transactWriteItems(request -> request.clientRequestToken(TOKEN)
                .transactItems(TransactWriteItem.builder()
                        .update(update -> update.tableName("totals")
                                .key(key())
                                .updateExpression("ADD amount :a")
                                .expressionAttributeValues(Map.of(":a", AttributeValue.fromN(amount))))
                        .build()));
    }

    private static String total(DynamoDbClient client) {
        return client.getItem(get -> get.tableName("totals").key(key()))
                .item()
                .get("amount")
                .n();
    }

    private static Map<String, AttributeValue> key() {
        return Map.of("pk", AttributeValue.fromS("all"));
    }
}
