package dev.trestle.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.reactivestreams.Publisher;
import software.amazon.awssdk.awscore.AwsResponse;
import software.amazon.awssdk.awscore.AwsServiceClientConfiguration;
import software.amazon.awssdk.core.SdkResponse;
import software.amazon.awssdk.core.async.SdkPublisher;
import software.amazon.awssdk.core.pagination.sync.SdkIterable;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsAsyncClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;
import software.amazon.awssdk.services.dynamodb.waiters.DynamoDbAsyncWaiter;
import software.amazon.awssdk.services.dynamodb.waiters.DynamoDbWaiter;

/** Calls every method of the four interfaces, with an empty request, and looks at what comes back. */
class EveryOperationTest {
    /** The operations that the engine has; all others must say that they are unknown, and these must not. */
    private static final Set<String> KNOWN = Set.of(
            "batchExecuteStatement",
            "batchGetItem",
            "batchWriteItem",
            "createBackup",
            "createTable",
            "deleteBackup",
            "deleteItem",
            "deleteTable",
            "describeStream",
            "describeBackup",
            "describeContinuousBackups",
            "describeContributorInsights",
            "describeEndpoints",
            "describeKinesisStreamingDestination",
            "describeLimits",
            "describeTable",
            "describeTimeToLive",
            "executeStatement",
            "executeTransaction",
            "getItem",
            "getRecords",
            "getResourcePolicy",
            "getShardIterator",
            "listStreams",
            "listBackups",
            "listTables",
            "listTagsOfResource",
            "putItem",
            "query",
            "restoreTableFromBackup",
            "scan",
            "tagResource",
            "transactGetItems",
            "transactWriteItems",
            "untagResource",
            "updateContinuousBackups",
            "updateItem",
            "updateTable",
            "updateTimeToLive");

    private static TrestleDb db;

    @BeforeAll
    static void open() {
        db = TrestleDb.inMemory();
    }

    @AfterAll
    static void close() {
        db.close();
    }

    @TestFactory
    Stream<DynamicTest> client_everyMethod_answersAsTheServiceDoes() {
        return everyMethod(DynamoDbClient.class, db.client());
    }

    @TestFactory
    Stream<DynamicTest> asyncClient_everyMethod_answersAsTheServiceDoes() {
        return everyMethod(DynamoDbAsyncClient.class, db.asyncClient());
    }

    @TestFactory
    Stream<DynamicTest> streamsClient_everyMethod_answersAsTheServiceDoes() {
        return everyMethod(DynamoDbStreamsClient.class, db.streamsClient());
    }

    @TestFactory
    Stream<DynamicTest> streamsAsyncClient_everyMethod_answersAsTheServiceDoes() {
        return everyMethod(DynamoDbStreamsAsyncClient.class, db.streamsAsyncClient());
    }

    private static Stream<DynamicTest> everyMethod(Class<?> type, Object client) {
        return Arrays.stream(type.getMethods())
                .filter(method -> !Modifier.isStatic(method.getModifiers()))
                .map(method -> dynamicTest(
                        method.getName() + Arrays.toString(method.getParameterTypes()), () -> check(method, client)));
    }

    private static void check(Method method, Object client) throws Exception {
        Object[] arguments = Arrays.stream(method.getGenericParameterTypes())
                .map(EveryOperationTest::argument)
                .toArray();
        boolean known = KNOWN.contains(method.getName().replace("Paginator", ""));
        try {
            Object answer = drain(method.invoke(client, arguments));
            checkAnswer(method, answer, known);
        } catch (InvocationTargetException thrown) {
            checkFailure(thrown.getCause(), known);
        } catch (CompletionException thrown) {
            checkFailure(thrown.getCause(), known);
        } catch (DynamoDbException thrown) {
            checkFailure(thrown, known);
        }
    }

    /** An empty request, or a consumer that leaves its builder as it is. */
    private static Object argument(java.lang.reflect.Type type) {
        if (type instanceof Class<?> request) {
            try {
                Object builder = request.getMethod("builder").invoke(null);
                Method build = software.amazon.awssdk.utils.builder.Buildable.class.getMethod("build");
                return build.invoke(builder);
            } catch (ReflectiveOperationException failed) {
                throw new AssertionError("no empty request can be made for " + type, failed);
            }
        }
        return (Consumer<Object>) builder -> {};
    }

    private static Object drain(Object answer) {
        if (answer instanceof CompletableFuture<?> future) {
            return future.join();
        }
        if (answer instanceof SdkIterable<?> pages) {
            return pages.stream().reduce((first, last) -> last).orElseThrow();
        }
        if (answer instanceof Publisher<?> pages) {
            Object[] last = new Object[1];
            SdkPublisher.adapt(pages).subscribe(page -> last[0] = page).join();
            return last[0];
        }
        return answer;
    }

    private static void checkAnswer(Method method, Object answer, boolean known) {
        if (answer instanceof AwsResponse response) {
            assertThat(known).isTrue();
            assertThat(response.responseMetadata().requestId()).matches("[A-Z0-9]{52}");
            assertThat(((SdkResponse) response).sdkHttpResponse().isSuccessful())
                    .isTrue();
            assertThat(response.sdkHttpResponse().firstMatchingHeader("x-amzn-RequestId"))
                    .contains(response.responseMetadata().requestId());
            return;
        }
        switch (method.getName()) {
            case "waiter" -> assertThat(answer).isInstanceOfAny(DynamoDbWaiter.class, DynamoDbAsyncWaiter.class);
            case "serviceClientConfiguration" ->
                assertThat(((AwsServiceClientConfiguration) answer).region().id())
                        .isEqualTo("local");
            case "serviceName" -> assertThat(answer).isEqualTo("dynamodb");
            case "close" -> assertThat(db.client().listTables().tableNames()).isEmpty();
            default -> throw new AssertionError(method + " answered " + answer);
        }
    }

    private static void checkFailure(Throwable thrown, boolean known) {
        assertThat(thrown).isInstanceOf(DynamoDbException.class);
        DynamoDbException failure = (DynamoDbException) thrown;
        assertThat(failure.awsErrorDetails().errorCode())
                .isEqualTo(known ? "ValidationException" : "UnknownOperationException");
        assertThat(failure.statusCode()).isEqualTo(400);
    }
}
