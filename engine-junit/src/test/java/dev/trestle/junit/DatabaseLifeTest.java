package dev.trestle.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.sdk.TrestleDb;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The nested classes collect the databases they were given; when they are through, all of these must be closed. */
class DatabaseLifeTest {
    private static final List<TrestleDb> OF_EACH_TEST = new ArrayList<>();
    private static final List<TrestleDb> OF_THE_CLASS = new ArrayList<>();

    @AfterAll
    static void databases_afterTheirTests_areClosed() {
        assertThat(OF_EACH_TEST).hasSize(3).doesNotHaveDuplicates().allSatisfy(DatabaseLifeTest::assertClosed);
        assertThat(OF_THE_CLASS).hasSize(3).allSatisfy(DatabaseLifeTest::assertClosed);
        assertThat(OF_THE_CLASS.stream().distinct()).hasSize(1);
        assertThat(OneForAll.shared).isNull();
    }

    private static void assertClosed(TrestleDb db) {
        assertThatThrownBy(() -> db.client().listTables()).isInstanceOf(SdkClientException.class);
    }

    private static void put(DynamoDbClient client, String pk) {
        client.putItem(request -> request.tableName("Things").item(Map.of("pk", AttributeValue.fromS(pk))));
    }

    private static int count(DynamoDbClient client) {
        return client.scan(request -> request.tableName("Things")).count();
    }

    /** One instance for all tests, whose field must nevertheless hold a new database each time. */
    @Nested
    @TrestleTable(name = "Things")
    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    class OneForEach {
        private TrestleDb db;

        @RepeatedTest(3)
        void database_ofATest_isNewAndEmpty() {
            OF_EACH_TEST.add(db);
            assertThat(count(db.client())).isZero();
            put(db.client(), "a");
        }
    }

    @Nested
    @TrestleTable(name = "Things")
    @TestMethodOrder(MethodOrderer.OrderAnnotation.class)
    class OneForAll {
        static TrestleDb shared;

        @BeforeAll
        static void put_beforeAll(DynamoDbClient client) {
            OF_THE_CLASS.add(shared);
            put(client, "before");
        }

        @Test
        @Order(1)
        @TrestleTable(name = "Own")
        void database_ofTheClass_hasTheMethodsTableDuringTheMethod(TrestleDb db) {
            OF_THE_CLASS.add(db);
            assertThat(count(db.client())).isEqualTo(1);
            assertThat(db.client().listTables().tableNames()).containsExactly("Own", "Things");
            put(db.client(), "first");
        }

        @Test
        @Order(2)
        void database_ofTheClass_keepsWhatEarlierTestsWrote(TrestleDb db) {
            OF_THE_CLASS.add(db);
            assertThat(count(db.client())).isEqualTo(2);
            assertThat(db.client().listTables().tableNames()).containsExactly("Things");
        }
    }
}
