package dev.trestle.platform.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.sdk.TrestleDb;
import java.time.Clock;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

class TableWatchTest {
    private static final String TABLE = "watched";

    private final TrestleDb db = TrestleDb.inMemory();
    private final DynamoDbClient client = db.client();

    @BeforeEach
    void createTable() {
        client.createTable(request -> request.tableName(TABLE)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(a -> a.attributeName("id").attributeType(ScalarAttributeType.S))
                .keySchema(k -> k.attributeName("id").keyType(KeyType.HASH)));
    }

    @AfterEach
    void close() {
        db.close();
    }

    private void put(String id, String text) {
        client.putItem(request -> request.tableName(TABLE)
                .item(Map.of("id", AttributeValue.fromS(id), "text", AttributeValue.fromS(text))));
    }

    private TableWatch watch() {
        return new TableWatch(client, db.streamsClient(), TABLE, Clock.systemUTC());
    }

    @Test
    void generation_whileNothingIsWritten_staysTheSame() {
        put("1", "before");
        TableWatch watch = watch();

        assertThat(watch.generation()).isEqualTo(watch.generation());
    }

    @Test
    void generation_afterEachAcknowledgedWrite_isAnother() {
        TableWatch watch = watch();
        long last = watch.generation();
        for (int i = 0; i < 1500; i++) { // more than one read of the stream gives
            put("1", "text " + i);
            if (i % 100 == 0) {
                long now = watch.generation();
                assertThat(now).as("write %d", i).isNotEqualTo(last);
                last = now;
            }
        }
        client.deleteItem(request -> request.tableName(TABLE).key(Map.of("id", AttributeValue.fromS("1"))));

        assertThat(watch.generation()).isNotEqualTo(last);
    }

    @Test
    void generation_whenTheStreamWasMadeAnew_isAnother() {
        TableWatch watch = watch();
        long before = watch.generation();
        client.deleteTable(request -> request.tableName(TABLE));
        createTable();

        assertThat(watch.generation()).isNotEqualTo(before);
        put("1", "in the new one");
        assertThat(watch.generation()).isGreaterThan(before + 1);
    }
}
