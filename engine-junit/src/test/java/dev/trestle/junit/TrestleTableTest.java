package dev.trestle.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.sdk.TrestleDb;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

@TrestleTable(
        name = "Orders",
        partitionKey = "customer:S",
        sortKey = "placed:N",
        globalIndexes = @TrestleTable.Index(name = "byState", partitionKey = "state:S", include = "total"),
        localIndexes = @TrestleTable.Index(name = "byTotal", sortKey = "total:N", keysOnly = true))
@TrestleTable(name = "Counters")
class TrestleTableTest {
    private DynamoDbClient client;
    DynamoDbAsyncClient asyncClient;
    private final DynamoDbClient own = null;

    @BeforeEach
    void counters_startEmpty(DynamoDbClient parameter) {
        assertThat(parameter.scan(request -> request.tableName("Counters")).count())
                .isZero();
        parameter.putItem(request -> request.tableName("Counters").item(Map.of("pk", AttributeValue.fromS("before"))));
    }

    @Test
    void parameters_andFields_areOfOneDatabase(TrestleDb db, DynamoDbClient parameter, DynamoDbAsyncClient async) {
        assertThat(parameter).isSameAs(client).isSameAs(db.client());
        assertThat(async).isSameAs(asyncClient).isSameAs(db.asyncClient());
        assertThat(own).isNull();
        assertThat(client.listTables().tableNames()).containsExactlyInAnyOrder("Counters", "Orders");
    }

    @Test
    void table_declaredWithIndexes_hasThem() {
        TableDescription table =
                client.describeTable(request -> request.tableName("Orders")).table();

        assertThat(table.keySchema()).extracting(key -> key.attributeName()).containsExactly("customer", "placed");
        assertThat(table.attributeDefinitions())
                .extracting(attribute -> attribute.attributeName() + ":" + attribute.attributeTypeAsString())
                .containsExactlyInAnyOrder("customer:S", "placed:N", "state:S", "total:N");
        assertThat(table.globalSecondaryIndexes()).singleElement().satisfies(index -> {
            assertThat(index.projection().projectionType()).isEqualTo(ProjectionType.INCLUDE);
            assertThat(index.projection().nonKeyAttributes()).containsExactly("total");
        });
        assertThat(table.localSecondaryIndexes()).singleElement().satisfies(index -> {
            assertThat(index.projection().projectionType()).isEqualTo(ProjectionType.KEYS_ONLY);
            assertThat(index.keySchema()).extracting(key -> key.attributeName()).containsExactly("customer", "total");
        });
    }

    @Test
    @TrestleTable(name = "Extra", partitionKey = "digest:B")
    void table_ofAMethod_isThereBesideThoseOfTheClass() {
        assertThat(client.listTables().tableNames()).containsExactlyInAnyOrder("Counters", "Extra", "Orders");
    }

    @Test
    @TrestleTable(name = "Lagging", indexDelayMillis = 60_000)
    void indexDelay_ofOneTable_isThatOfTheDatabase(TrestleDb db) {
        assertThat(db.engine().options().indexDelay()).isEqualTo(Duration.ofMinutes(1));
        Map<String, AttributeValue> order = Map.of(
                "customer", AttributeValue.fromS("c1"),
                "placed", AttributeValue.fromN("1"),
                "state", AttributeValue.fromS("open"));
        client.putItem(request -> request.tableName("Orders").item(order));
        assertThat(client.scan(request -> request.tableName("Orders")).count()).isEqualTo(1);
        assertThat(client.scan(request -> request.tableName("Orders").indexName("byState"))
                        .count())
                .isZero();
    }

    @Nested
    @TrestleTable(name = "Inner")
    class Inside {
        DynamoDbClient inner;

        @Test
        void tables_ofBothClasses_areThere() {
            assertThat(inner).isSameAs(client);
            assertThat(inner.listTables().tableNames()).containsExactlyInAnyOrder("Counters", "Inner", "Orders");
        }
    }
}
