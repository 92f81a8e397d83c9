package dev.trestle.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.waiters.WaiterResponse;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.Select;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

class ClientTest {
    private TrestleDb db;
    private DynamoDbClient client;

    @BeforeEach
    void open() {
        db = TrestleDb.inMemory();
        client = db.client();
        Tables.createOrders(client);
    }

    @AfterEach
    void close() {
        db.close();
    }

    @Test
    void getItem_afterPut_isTheSameItem() {
        Map<String, AttributeValue> item = new HashMap<>(Tables.key("a", 1));
        item.put("blob", AttributeValue.fromB(SdkBytes.fromUtf8String("bytes")));
        item.put("tags", AttributeValue.fromSs(List.of("x", "y")));
        item.put(
                "nested",
                AttributeValue.fromM(Map.of("l", AttributeValue.fromL(List.of(AttributeValue.fromNul(true))))));
        client.putItem(request -> request.tableName(Tables.ORDERS).item(item));

        GetItemResponse first =
                client.getItem(request -> request.tableName(Tables.ORDERS).key(Tables.key("a", 1)));
        GetItemResponse second =
                client.getItem(request -> request.tableName(Tables.ORDERS).key(Tables.key("a", 1)));

        assertThat(first.item()).isEqualTo(item);
        assertThat(second.item()).isEqualTo(item);
        assertThat(first.responseMetadata().requestId())
                .isNotEqualTo(second.responseMetadata().requestId());
    }

    @Test
    void getItem_noSuchItem_hasNoItem() {
        GetItemResponse response =
                client.getItem(request -> request.tableName(Tables.ORDERS).key(Tables.key("no", 1)));

        assertThat(response.hasItem()).isFalse();
        assertThat(response.item()).isEmpty();
    }

    @Test
    void putItem_failedCondition_bringsTheItem() {
        Tables.put(client, "a", 1);

        ConditionalCheckFailedException failed = catchThrowableOfType(
                ConditionalCheckFailedException.class,
                () -> client.putItem(request -> request.tableName(Tables.ORDERS)
                        .item(Tables.key("a", 1))
                        .conditionExpression("attribute_not_exists(pk)")
                        .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)));

        assertThat(failed.item()).isEqualTo(Tables.key("a", 1));
        assertThat(failed.getMessage())
                .startsWith("The conditional request failed (Service: DynamoDb, Status Code: 400, Request ID: ");
    }

    @Test
    void updateItem_returnValues_areWhatWasAskedFor() {
        Tables.put(client, "a", 1);

        Map<String, AttributeValue> updated = client.updateItem(request -> request.tableName(Tables.ORDERS)
                        .key(Tables.key("a", 1))
                        .updateExpression("SET #c = :one")
                        .expressionAttributeNames(Map.of("#c", "count"))
                        .expressionAttributeValues(Map.of(":one", AttributeValue.fromN("1")))
                        .returnValues(ReturnValue.UPDATED_NEW))
                .attributes();
        Map<String, AttributeValue> deleted = client.deleteItem(request ->
                        request.tableName(Tables.ORDERS).key(Tables.key("a", 1)).returnValues(ReturnValue.ALL_OLD))
                .attributes();

        assertThat(updated).isEqualTo(Map.of("count", AttributeValue.fromN("1")));
        assertThat(deleted).hasSize(3).containsEntry("count", AttributeValue.fromN("1"));
    }

    @Test
    void transactWriteItems_cancelled_tellsWhichAction() {
        Tables.put(client, "a", 1);

        TransactionCanceledException cancelled = catchThrowableOfType(
                TransactionCanceledException.class,
                () -> client.transactWriteItems(request -> request.transactItems(
                        item -> item.put(put -> put.tableName(Tables.ORDERS).item(Tables.key("b", 1))),
                        item -> item.delete(delete -> delete.tableName(Tables.ORDERS)
                                .key(Tables.key("a", 1))
                                .conditionExpression("attribute_not_exists(pk)")
                                .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)))));

        assertThat(cancelled.cancellationReasons()).hasSize(2);
        assertThat(cancelled.cancellationReasons().get(0).code()).isEqualTo("None");
        assertThat(cancelled.cancellationReasons().get(1).code()).isEqualTo("ConditionalCheckFailed");
        assertThat(cancelled.cancellationReasons().get(1).item()).isEqualTo(Tables.key("a", 1));
    }

    @Test
    void transactGetItems_oneMissing_keepsTheOrder() {
        Tables.put(client, "a", 2);

        var responses = client.transactGetItems(request -> request.transactItems(
                        item -> item.get(get -> get.tableName(Tables.ORDERS).key(Tables.key("a", 1))),
                        item -> item.get(get -> get.tableName(Tables.ORDERS).key(Tables.key("a", 2)))))
                .responses();

        assertThat(responses.get(0).hasItem()).isFalse();
        assertThat(responses.get(1).item()).isEqualTo(Tables.key("a", 2));
    }

    @Test
    void batches_ofWritesAndReads_goThrough() {
        List<WriteRequest> writes = java.util.stream.IntStream.range(0, 25)
                .mapToObj(i -> WriteRequest.builder()
                        .putRequest(
                                PutRequest.builder().item(Tables.key("a", i)).build())
                        .build())
                .toList();

        var written = client.batchWriteItem(request -> request.requestItems(Map.of(Tables.ORDERS, writes)));
        var read = client.batchGetItem(request -> request.requestItems(Map.of(
                Tables.ORDERS,
                software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes.builder()
                        .keys(Tables.key("a", 3), Tables.key("a", 99))
                        .build())));

        assertThat(written.unprocessedItems()).isEmpty();
        assertThat(read.responses().get(Tables.ORDERS)).containsExactly(Tables.key("a", 3));
        assertThat(read.unprocessedKeys()).isEmpty();
    }

    @Test
    void query_countOnly_hasNoItems() {
        Tables.put(client, "a", 1);

        QueryResponse response = client.query(request -> request.tableName(Tables.ORDERS)
                .keyConditionExpression("pk = :a")
                .expressionAttributeValues(Map.of(":a", AttributeValue.fromS("a")))
                .select(Select.COUNT));

        assertThat(response.count()).isEqualTo(1);
        assertThat(response.hasItems()).isFalse();
        assertThat(response.hasLastEvaluatedKey()).isFalse();
    }

    @Test
    void paginators_smallPages_giveAllItems() {
        for (int i = 0; i < 23; i++) {
            Tables.put(client, "a", i);
        }

        List<Map<String, AttributeValue>> queried = client
                .queryPaginator(request -> request.tableName(Tables.ORDERS)
                        .keyConditionExpression("pk = :a")
                        .expressionAttributeValues(Map.of(":a", AttributeValue.fromS("a")))
                        .scanIndexForward(false)
                        .limit(5))
                .items()
                .stream()
                .toList();
        long scanned = client
                .scanPaginator(request -> request.tableName(Tables.ORDERS).limit(4))
                .items()
                .stream()
                .count();

        assertThat(queried).hasSize(23).first().isEqualTo(Tables.key("a", 22));
        assertThat(scanned).isEqualTo(23);
        assertThat(client.listTablesPaginator(request -> request.limit(1)).tableNames())
                .containsExactly(Tables.ORDERS);
    }

    @Test
    void waiters_onTables_seeThemComeAndGo() {
        WaiterResponse<DescribeTableResponse> exists =
                client.waiter().waitUntilTableExists(request -> request.tableName(Tables.ORDERS));
        client.deleteTable(request -> request.tableName(Tables.ORDERS));
        WaiterResponse<DescribeTableResponse> gone =
                client.waiter().waitUntilTableNotExists(request -> request.tableName(Tables.ORDERS));

        assertThat(exists.matched().response().orElseThrow().table().tableStatusAsString())
                .isEqualTo("ACTIVE");
        assertThat(gone.matched().exception().orElseThrow()).isInstanceOf(ResourceNotFoundException.class);
    }

    @Test
    void describeTable_onDemand_showsWhatTheServiceShows() {
        TableDescription table = client.describeTable(request -> request.tableName(Tables.ORDERS))
                .table();

        assertThat(table.billingModeSummary().billingMode()).isEqualTo(BillingMode.PAY_PER_REQUEST);
        assertThat(table.provisionedThroughput().readCapacityUnits()).isZero();
        assertThat(table.provisionedThroughput().numberOfDecreasesToday()).isZero();
        assertThat(table.deletionProtectionEnabled()).isFalse();
        assertThat(table.tableArn()).endsWith(":table/Orders");
        assertThat(table.tableId()).isNotBlank();
        assertThat(table.creationDateTime()).isNotNull();
        assertThat(table.keySchema()).hasSize(2);
        assertThat(table.hasLocalSecondaryIndexes()).isFalse();
        assertThat(table.globalSecondaryIndexes()).singleElement().satisfies(index -> {
            assertThat(index.indexName()).isEqualTo("byOwner");
            assertThat(index.indexStatusAsString()).isEqualTo("ACTIVE");
            assertThat(index.indexArn()).endsWith(":table/Orders/index/byOwner");
        });
    }

    @Test
    void putItem_interruptedThread_writesNothingAndStaysInterrupted() {
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> Tables.put(client, "a", 1)).isInstanceOf(AbortedException.class);
            assertThat(Thread.currentThread().isInterrupted()).isTrue();
        } finally {
            Thread.interrupted();
        }
        assertThat(client.scan(request -> request.tableName(Tables.ORDERS)).count())
                .isZero();
    }

    @Test
    void await_interruptedWhileWaiting_isAbortedAndStaysInterrupted() {
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> TrestleClient.await(new CompletableFuture<>()))
                    .isInstanceOf(AbortedException.class)
                    .hasMessageContaining("may still take effect");
            assertThat(Thread.currentThread().isInterrupted()).isTrue();
        } finally {
            Thread.interrupted();
        }
    }
}
