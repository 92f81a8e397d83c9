package dev.trestle.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.model.operation.NamingClient;
import dev.trestle.sdk.TrestleDb;
import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

class MeteredClientTest {
    private static final Series TABLE = Series.table("things");
    private static final Series INDEX = Series.index("things", "by-colour");

    private final TrestleDb db = TrestleDb.inMemory();
    private final Usage usage = new Usage(Clock.systemUTC());
    private final DynamoDbClient client = MeteredClient.of(db.client(), usage);

    @BeforeEach
    void create() {
        client.createTable(table -> table.tableName("things")
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(
                        a -> a.attributeName("id").attributeType(ScalarAttributeType.S),
                        a -> a.attributeName("colour").attributeType(ScalarAttributeType.S))
                .keySchema(k -> k.attributeName("id").keyType(KeyType.HASH))
                .globalSecondaryIndexes(index -> index.indexName("by-colour")
                        .keySchema(k -> k.attributeName("colour").keyType(KeyType.HASH))
                        .projection(p -> p.projectionType(ProjectionType.ALL))));
        put("a", "red", 100);
        put("b", "red", 5000);
    }

    @AfterEach
    void close() {
        usage.close();
        db.close();
    }

    private static AttributeValue text(String text) {
        return AttributeValue.fromS(text);
    }

    private void put(String id, String colour, int length) {
        client.putItem(put -> put.tableName("things")
                .item(Map.of("id", text(id), "colour", text(colour), "text", text("x".repeat(length)))));
    }

    private Amounts of(Series series) {
        return usage.totals().getOrDefault(series, Amounts.NONE);
    }

    @Test
    void writes_ofItems_areCountedByTableAndIndex() {
        assertThat(of(TABLE)).isEqualTo(new Amounts(0, 2, 0, 6, 0, 5132));
        assertThat(of(INDEX)).isEqualTo(new Amounts(0, 2, 0, 6, 0, 0));

        client.transactWriteItems(t ->
                t.transactItems(w -> w.delete(d -> d.tableName("things").key(Map.of("id", text("a"))))));

        assertThat(of(TABLE).writeUnits()).isEqualTo(8);
        assertThat(of(TABLE).writtenBytes()).isEqualTo(5135);
    }

    @Test
    void reads_inEveryForm_areCounted() {
        client.getItem(
                get -> get.tableName("things").key(Map.of("id", text("b"))).consistentRead(true));
        assertThat(of(TABLE).reads()).isEqualTo(1);
        assertThat(of(TABLE).readUnits()).isEqualTo(2);
        assertThat(of(TABLE).readBytes()).isEqualTo(5016);
        client.query(query -> query.tableName("things")
                .indexName("by-colour")
                .keyConditionExpression("colour = :c")
                .expressionAttributeValues(Map.of(":c", text("red"))));
        assertThat(of(INDEX).readUnits()).isEqualTo(1);
        assertThat(of(INDEX).readBytes()).isEqualTo(5132);
        assertThat(of(TABLE).reads()).isEqualTo(1);
        assertThat(client.scanPaginator(scan -> scan.tableName("things")).items())
                .hasSize(2);
        client.executeStatement(s -> s.statement("SELECT * FROM things WHERE id = 'a'"));
        client.batchGetItem(b -> b.requestItems(Map.of(
                "things",
                KeysAndAttributes.builder()
                        .keys(List.of(Map.of("id", text("a"))))
                        .build())));
        assertThat(of(TABLE).reads()).isEqualTo(4);
    }

    @Test
    void purposes_thatAreNamed_areCountedByThem() {
        DynamoDbClient named = ((NamingClient) client).named("shop", "A thing");
        named.getItem(get -> get.tableName("things").key(Map.of("id", text("a"))));
        assertThat(of(Series.pattern("shop", "A thing"))).isEqualTo(new Amounts(1, 0, 0.5, 0, 116, 0));
        assertThat(((NamingClient) client).named("shop", "A thing")).isSameAs(named);
        assertThat(new Prices(new BigDecimal("0.125"), new BigDecimal("0.625"), "here")
                        .of(new Amounts(0, 0, 8e6, 2e6, 0, 0)))
                .isEqualTo(2.25);
    }

    @Test
    void failure_ofARequest_isTheTargets() {
        assertThatThrownBy(() -> client.getItem(get -> get.tableName("none").key(Map.of("id", text("a")))))
                .isInstanceOf(ResourceNotFoundException.class);
        assertThat(usage.totals()).doesNotContainKey(Series.table("none"));
        assertThat(client.listTables().tableNames()).containsExactly("things");
    }

    @Test
    void steps_afterSomeTime_holdWhatHappenedInEach() {
        usage.step();
        usage.step();
        put("c", "blue", 10);
        usage.step();
        List<Usage.Step> steps = usage.steps(10);
        assertThat(steps).hasSize(3);
        assertThat(steps.get(0).amounts().get(TABLE)).isEqualTo(of(TABLE).minus(new Amounts(0, 1, 0, 1, 0, 27)));
        assertThat(steps.get(1).amounts()).isEmpty();
        assertThat(steps.get(2).amounts().get(TABLE)).isEqualTo(new Amounts(0, 1, 0, 1, 0, 27));
        for (int i = 0; i < Usage.STEPS_MAX; i++) {
            usage.step();
        }
        assertThat(usage.steps(1000))
                .hasSize(Usage.STEPS_MAX)
                .allMatch(step -> step.amounts().isEmpty());
    }

    @Test
    void operations_allThatTheSdkHas_areHandedOn() throws Exception {
        List<String> forgotten = new ArrayList<>();
        for (Method method : DynamoDbClient.class.getMethods()) {
            if (method.getParameterCount() == 1
                    && DynamoDbRequest.class.isAssignableFrom(method.getParameterTypes()[0])
                    && !method.getName().endsWith("Paginator")
                    && MeteredClient.class
                                    .getMethod(method.getName(), method.getParameterTypes())
                                    .getDeclaringClass()
                            != ForwardingClient.class) {
                forgotten.add(method.getName());
            }
        }
        assertThat(forgotten).isEmpty();
    }
}
