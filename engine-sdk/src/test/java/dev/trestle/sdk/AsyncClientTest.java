package dev.trestle.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

@Timeout(60)
class AsyncClientTest {
    private TrestleDb db;
    private DynamoDbAsyncClient client;

    @BeforeEach
    void open() {
        db = TrestleDb.inMemory();
        client = db.asyncClient();
        Tables.createOrders(db.client());
    }

    @AfterEach
    void close() {
        db.close();
    }

    @Test
    @Tag("once")
    void putAndGet_manyAtOnce_allComplete() {
        List<CompletableFuture<?>> writes = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            int sk = i;
            writes.add(
                    client.putItem(request -> request.tableName(Tables.ORDERS).item(Tables.key("a", sk))));
        }
        CompletableFuture.allOf(writes.toArray(CompletableFuture[]::new)).join();

        List<Map<String, AttributeValue>> found = new ArrayList<>();
        client.queryPaginator(request -> request.tableName(Tables.ORDERS)
                        .keyConditionExpression("pk = :a")
                        .expressionAttributeValues(Map.of(":a", AttributeValue.fromS("a")))
                        .limit(100))
                .items()
                .subscribe(found::add)
                .join();

        assertThat(found).hasSize(500);
        assertThat(found.get(499)).isEqualTo(Tables.key("a", 499));
    }

    @Test
    void failure_ofAWrite_arrivesAsWithTheSdk() throws Exception {
        CompletableFuture<?> failing = client.putItem(request ->
                request.tableName(Tables.ORDERS).item(Tables.key("a", 1)).conditionExpression("attribute_exists(pk)"));

        Throwable handed =
                failing.<Throwable>handle((response, thrown) -> thrown).get(30, TimeUnit.SECONDS);

        assertThat(handed)
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(ConditionalCheckFailedException.class);
        assertThatThrownBy(failing::join)
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(ConditionalCheckFailedException.class);
        assertThatThrownBy(failing::get)
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(ConditionalCheckFailedException.class);
    }

    @Test
    void failure_ofARead_arrivesAsWithTheSdk() {
        assertThatThrownBy(() -> client.getItem(
                                request -> request.tableName("None").key(Tables.key("a", 1)))
                        .join())
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(ResourceNotFoundException.class);
    }

    @Test
    void callbacks_thatBlockOnFurtherCalls_doNotStopTheClient() {
        List<CompletableFuture<Integer>> chains = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            int sk = i;
            chains.add(client.putItem(
                            request -> request.tableName(Tables.ORDERS).item(Tables.key("a", sk)))
                    .thenApply(put -> client.getItem(
                                    request -> request.tableName(Tables.ORDERS).key(Tables.key("a", sk)))
                            .join()
                            .item()
                            .size()));
        }

        assertThat(chains).allSatisfy(chain -> assertThat(chain.join()).isEqualTo(2));
    }

    @Test
    void callbacks_runOnThreadsOfTheirOwn() {
        ConcurrentLinkedQueue<String> threads = new ConcurrentLinkedQueue<>();
        List<CompletableFuture<?>> calls = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            int sk = i;
            calls.add(client.putItem(request -> request.tableName(Tables.ORDERS).item(Tables.key("a", sk)))
                    .thenRun(() -> threads.add(Thread.currentThread().getName())));
        }
        CompletableFuture.allOf(calls.toArray(CompletableFuture[]::new)).join();

        String caller = Thread.currentThread().getName();
        assertThat(threads)
                .hasSize(50)
                .allMatch(name -> name.startsWith("trestle-async-callback-") || name.equals(caller));
    }

    @Test
    void submit_moreThanMayWait_isThrottled() {
        CompletableFuture<Void> release = new CompletableFuture<>();
        try (AsyncRunner runner = new AsyncRunner(() -> false)) {
            List<CompletableFuture<String>> waiting = new ArrayList<>();
            for (int i = 0; i < AsyncRunner.PENDING_MAX; i++) {
                waiting.add(runner.complete(() -> release, nothing -> "done"));
            }

            CompletableFuture<String> tooMany = runner.complete(() -> release, nothing -> "done");

            assertThatThrownBy(tooMany::join)
                    .hasCauseInstanceOf(DynamoDbException.class)
                    .satisfies(thrown -> assertThat(((DynamoDbException) thrown.getCause()).isThrottlingException())
                            .isTrue());
            release.complete(null);
            assertThat(waiting).allSatisfy(call -> assertThat(call.join()).isEqualTo("done"));
        }
    }

    @Test
    void waiters_onTables_seeThemComeAndGo() {
        var exists = client.waiter().waitUntilTableExists(request -> request.tableName("Later"));
        db.client()
                .createTable(request -> request.tableName("Later")
                        .billingMode("PAY_PER_REQUEST")
                        .attributeDefinitions(pk -> pk.attributeName("pk").attributeType("S"))
                        .keySchema(pk -> pk.attributeName("pk").keyType("HASH")));

        assertThat(exists.join().matched().response()).isPresent();
        client.deleteTable(request -> request.tableName("Later")).join();
        var gone = client.waiter()
                .waitUntilTableNotExists(request -> request.tableName("Later"))
                .join();
        assertThat(gone.matched().exception().orElseThrow()).isInstanceOf(ResourceNotFoundException.class);
    }
}
