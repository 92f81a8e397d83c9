package dev.trestle.model.operation;

import static dev.trestle.model.operation.TasksTable.TASK;
import static dev.trestle.model.operation.TasksTable.TASK_BY_ID;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.model.operation.TasksTable.Product;
import dev.trestle.model.operation.TasksTable.Task;
import dev.trestle.sdk.TrestleDb;
import dev.trestle.wire.WireOptions;
import dev.trestle.wire.WireServer;
import dev.trestle.wire.signature.AccessKeys;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Writes that are carried out and whose answers do not arrive, so that the SDK sends them again. */
class LostAnswerTest {
    private final TrestleDb db = TrestleDb.inMemory();
    private final WireServer server = WireServer.start(
            db.engine(), WireOptions.loopback(0).withAccessKeys(AccessKeys.of(Map.of("model", "none"))));
    private final Losing losing = new Losing(UrlConnectionHttpClient.create());
    private final DynamoDbClient client = DynamoDbClient.builder()
            .endpointOverride(URI.create(server.url()))
            .region(Region.US_EAST_1)
            .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("model", "none")))
            .httpClient(losing)
            .build();
    private final ItemStore store =
            ItemStore.builder(client, TasksTable.MODEL).build().consistent();

    /** Loses the answers to so many writes after they were carried out. */
    private static final class Losing implements SdkHttpClient {
        private static final Set<String> WRITES =
                Set.of("DynamoDB_20120810.UpdateItem", "DynamoDB_20120810.TransactWriteItems");

        private final SdkHttpClient below;
        final AtomicInteger toLose = new AtomicInteger();
        final AtomicInteger lost = new AtomicInteger();

        Losing(SdkHttpClient below) {
            this.below = below;
        }

        @Override
        public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
            ExecutableHttpRequest prepared = below.prepareRequest(request);
            boolean writes = request.httpRequest()
                    .firstMatchingHeader("X-Amz-Target")
                    .filter(WRITES::contains)
                    .isPresent();
            return new ExecutableHttpRequest() {
                @Override
                public HttpExecuteResponse call() throws IOException {
                    HttpExecuteResponse answer = prepared.call();
                    if (writes && toLose.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                        lost.incrementAndGet();
                        throw new IOException("the connection was reset");
                    }
                    return answer;
                }

                @Override
                public void abort() {
                    prepared.abort();
                }
            };
        }

        @Override
        public void close() {
            below.close();
        }
    }

    @BeforeEach
    void createTables() {
        store.createTables();
        store.create(TASK, Task.of("1").withPriority(5));
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
        db.close();
    }

    @Test
    void update_answerLost_isAppliedOnce() {
        losing.toLose.set(2);

        Task updated = store.update(TASK_BY_ID.of("p", "1"), task -> task.withPriority(task.priority() + 1));

        assertThat(losing.lost).hasValue(2);
        assertThat(updated.priority()).isEqualTo(6);
        assertThat(store.get(TASK_BY_ID.of("p", "1"))).contains(updated);
    }

    @Test
    void change_thatReadsFirst_answerLost_isAppliedOnce() {
        losing.toLose.set(1);

        Task changed = store.change(TASK_BY_ID.of("p", "1")).add("priority", 1).commit(); // it is part of an index key

        assertThat(losing.lost).hasValue(1);
        assertThat(changed.priority()).isEqualTo(6);
        assertThat(store.get(TASK_BY_ID.of("p", "1"))).contains(changed);
    }

    @Test
    void put_withFurtherItems_answerLost_isNotRefused() {
        losing.toLose.set(1);

        store.create(TasksTable.PRODUCT, new Product("s", "Lamp", List.of("joe"), 1));

        assertThat(losing.lost).hasValue(1);
        assertThat(store.all(TasksTable.LISTINGS.of("joe"), 5)).hasSize(1);
    }
}
