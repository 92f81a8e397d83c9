package dev.trestle.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbAsyncTable;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedAsyncClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbTable;
import software.amazon.awssdk.enhanced.dynamodb.Expression;
import software.amazon.awssdk.enhanced.dynamodb.Key;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.model.BatchGetItemEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.BatchWriteItemEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.Page;
import software.amazon.awssdk.enhanced.dynamodb.model.QueryConditional;
import software.amazon.awssdk.enhanced.dynamodb.model.ReadBatch;
import software.amazon.awssdk.enhanced.dynamodb.model.TransactWriteItemsEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.WriteBatch;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** The AWS Enhanced Client, unchanged, on an embedded database. */
class EnhancedClientTest {
    private static final TableSchema<Customer> SCHEMA = TableSchema.fromBean(Customer.class);

    private TrestleDb db;
    private DynamoDbEnhancedClient enhanced;
    private DynamoDbTable<Customer> customers;

    @BeforeEach
    void open() {
        db = TrestleDb.inMemory();
        enhanced = DynamoDbEnhancedClient.builder().dynamoDbClient(db.client()).build();
        customers = enhanced.table("Customers", SCHEMA);
        customers.createTable(request -> request.globalSecondaryIndices(index ->
                index.indexName("byCity").projection(projection -> projection.projectionType(ProjectionType.ALL))));
        db.client().waiter().waitUntilTableExists(request -> request.tableName("Customers"));
    }

    @AfterEach
    void close() {
        db.close();
    }

    @Test
    void bean_putGetUpdateDelete_keepsVersions() {
        customers.putItem(Customer.of("c1", 1, "Ghent"));
        Customer stored = customers.getItem(key("c1", 1));
        stored.setCity("Bruges");
        Customer updated = customers.updateItem(stored);

        assertThat(updated.getVersion()).isEqualTo(2L);
        assertThat(updated.getCity()).isEqualTo("Bruges");
        stored.setVersion(1L);
        assertThatThrownBy(() -> customers.updateItem(stored)).isInstanceOf(ConditionalCheckFailedException.class);
        assertThat(customers.deleteItem(key("c1", 1)).getVersion()).isEqualTo(2L);
        assertThat(customers.getItem(key("c1", 1))).isNull();
    }

    @Test
    void query_sortRangeAndFilter_givesWhatMatches() {
        for (int i = 0; i < 10; i++) {
            customers.putItem(Customer.of("c1", i, i % 2 == 0 ? "Ghent" : "Bruges"));
        }

        List<Integer> orders = customers
                .query(request -> request.queryConditional(QueryConditional.sortGreaterThanOrEqualTo(key("c1", 4)))
                        .filterExpression(Expression.builder()
                                .expression("#city = :city")
                                .putExpressionName("#city", "city")
                                .putExpressionValue(":city", AttributeValue.fromS("Ghent"))
                                .build())
                        .scanIndexForward(false)
                        .limit(2))
                .items()
                .stream()
                .map(Customer::getOrder)
                .toList();

        assertThat(orders).containsExactly(8, 6, 4);
    }

    @Test
    void index_queried_givesItsPartition() {
        customers.putItem(Customer.of("c1", 2, "Ghent"));
        customers.putItem(Customer.of("c2", 1, "Ghent"));
        customers.putItem(Customer.of("c3", 3, "Bruges"));

        List<String> ids = customers
                .index("byCity")
                .query(QueryConditional.keyEqualTo(
                        Key.builder().partitionValue("Ghent").build()))
                .stream()
                .map(Page::items)
                .flatMap(List::stream)
                .map(Customer::getId)
                .toList();

        assertThat(ids).containsExactly("c2", "c1");
    }

    @Test
    void batches_writeAndRead_goThrough() {
        // The version extension adds conditions, which a batch cannot have.
        DynamoDbEnhancedClient plain = DynamoDbEnhancedClient.builder()
                .dynamoDbClient(db.client())
                .extensions(List.of())
                .build();
        DynamoDbTable<Customer> unversioned = plain.table("Customers", SCHEMA);
        WriteBatch.Builder<Customer> batch = WriteBatch.builder(Customer.class).mappedTableResource(unversioned);
        ReadBatch.Builder<Customer> reads = ReadBatch.builder(Customer.class).mappedTableResource(unversioned);
        for (int i = 0; i < 20; i++) {
            batch.addPutItem(Customer.of("c" + i, 1, "Ghent"));
            reads.addGetItem(key("c" + i, 1));
        }

        var written = plain.batchWriteItem(BatchWriteItemEnhancedRequest.builder()
                .writeBatches(batch.build())
                .build());
        List<Customer> found = plain
                .batchGetItem(BatchGetItemEnhancedRequest.builder()
                        .readBatches(reads.build())
                        .build())
                .resultsForTable(unversioned)
                .stream()
                .toList();

        assertThat(written.unprocessedPutItemsForTable(unversioned)).isEmpty();
        assertThat(found).hasSize(20);
        assertThat(unversioned.scan().items().stream().count()).isEqualTo(20);
    }

    @Test
    void transaction_oneConditionFails_changesNothing() {
        customers.putItem(Customer.of("c1", 1, "Ghent"));

        assertThatThrownBy(() -> enhanced.transactWriteItems(TransactWriteItemsEnhancedRequest.builder()
                        .addPutItem(customers, Customer.of("c2", 1, "Ghent"))
                        .addPutItem(customers, Customer.of("c1", 1, "Bruges"))
                        .build()))
                .isInstanceOfSatisfying(
                        TransactionCanceledException.class,
                        cancelled -> assertThat(cancelled.cancellationReasons())
                                .extracting(reason -> reason.code())
                                .containsExactly("None", "ConditionalCheckFailed"));
        assertThat(customers.getItem(key("c2", 1))).isNull();

        enhanced.transactWriteItems(TransactWriteItemsEnhancedRequest.builder()
                .addPutItem(customers, Customer.of("c2", 1, "Ghent"))
                .addDeleteItem(customers, key("c1", 1))
                .build());
        assertThat(enhanced.transactGetItems(
                        request -> request.addGetItem(customers, key("c1", 1)).addGetItem(customers, key("c2", 1))))
                .extracting(document -> document.getItem(customers) != null)
                .containsExactly(false, true);
    }

    @Test
    void asyncClient_putAndQuery_goThrough() {
        DynamoDbAsyncTable<Customer> table = DynamoDbEnhancedAsyncClient.builder()
                .dynamoDbClient(db.asyncClient())
                .build()
                .table("Customers", SCHEMA);

        table.putItem(Customer.of("c1", 1, "Ghent")).join();

        assertThat(table.getItem(key("c1", 1)).join().getCity()).isEqualTo("Ghent");
        List<Customer> found = new java.util.ArrayList<>();
        table.query(QueryConditional.keyEqualTo(
                        Key.builder().partitionValue("c1").build()))
                .items()
                .subscribe(found::add)
                .join();
        assertThat(found).hasSize(1);
    }

    private static Key key(String id, int order) {
        return Key.builder().partitionValue(id).sortValue(order).build();
    }
}
