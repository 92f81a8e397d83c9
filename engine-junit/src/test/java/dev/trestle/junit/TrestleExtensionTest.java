package dev.trestle.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.sdk.TrestleDb;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Runs small test classes with JUnit itself and looks at what became of them. */
class TrestleExtensionTest {

    @Test
    void perTest_anyLifecycle_eachTestHasAFreshDatabaseThatIsClosedAfterIt() {
        EachAlone.SEEN.clear();

        assertThat(failuresOf(EachAlone.class)).isEmpty();

        assertThat(EachAlone.SEEN).hasSize(2).doesNotHaveDuplicates().allSatisfy(db -> assertThatThrownBy(
                        () -> db.client().listTables())
                .isInstanceOf(SdkClientException.class));
    }

    @Test
    void staticField_sharesOneDatabaseWithTheClass() {
        assertThat(failuresOf(Shared.class)).isEmpty();

        assertThat(Shared.seen).isNotNull();
        assertThat(Shared.db).isNull();
        assertThatThrownBy(() -> Shared.seen.client().listTables()).isInstanceOf(SdkClientException.class);
    }

    @Test
    void badKey_isExplained() {
        assertThat(failuresOf(BadKey.class))
                .singleElement()
                .satisfies(thrown -> assertThat(thrown).hasMessageContaining("\"pk:X\"").hasMessageContaining("\"pk:S\""));
    }

    @Test
    void parameterBeforeAll_withoutStaticField_isExplained() {
        assertThat(failuresOf(TooEarly.class))
                .singleElement()
                .satisfies(thrown -> assertThat(thrown).hasMessageContaining("declare a static field"));
    }

    private static List<Throwable> failuresOf(Class<?> testClass) {
        List<Throwable> failures = new ArrayList<>();
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(DiscoverySelectors.selectClass(testClass))
                .build();
        int[] finished = new int[1];
        LauncherFactory.create().execute(request, new TestExecutionListener() {
            @Override
            public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                finished[0]++;
                result.getThrowable().ifPresent(failures::add);
            }
        });
        assertThat(finished[0]).isGreaterThan(1);
        return failures;
    }

    @TrestleTable(name = "Things")
    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    static class EachAlone {
        static final List<TrestleDb> SEEN = new ArrayList<>();
        TrestleDb db;

        @Test
        void first() {
            putTheOnlyThing();
        }

        @Test
        void second() {
            putTheOnlyThing();
        }

        private void putTheOnlyThing() {
            SEEN.add(db);
            assertThat(db.client().scan(request -> request.tableName("Things")).count()).isZero();
            db.client().putItem(request -> request.tableName("Things").item(Map.of("pk", AttributeValue.fromS("a"))));
        }
    }

    @TrestleTable(name = "Things")
    @TestMethodOrder(MethodOrderer.OrderAnnotation.class)
    static class Shared {
        static TrestleDb db;
        static TrestleDb seen;

        @BeforeAll
        static void put(DynamoDbClient client) {
            seen = db;
            client.putItem(request -> request.tableName("Things").item(Map.of("pk", AttributeValue.fromS("a"))));
        }

        @Test
        @Order(1)
        @TrestleTable(name = "Own")
        void first(DynamoDbClient client) {
            assertThat(client.scan(request -> request.tableName("Things")).count()).isEqualTo(1);
            assertThat(client.listTables().tableNames()).contains("Own");
        }

        @Test
        @Order(2)
        void second(DynamoDbClient client) {
            assertThat(client.scan(request -> request.tableName("Things")).count()).isEqualTo(1);
            assertThat(client.listTables().tableNames()).containsExactly("Things");
        }
    }

    @TrestleTable(name = "Things", partitionKey = "pk:X")
    static class BadKey {
        @Test
        void never() {}
    }

    @TrestleTable(name = "Things")
    static class TooEarly {
        @BeforeAll
        static void put(DynamoDbClient client) {}

        @Test
        void never() {}
    }
}
