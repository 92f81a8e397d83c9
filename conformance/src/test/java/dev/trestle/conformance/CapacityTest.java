package dev.trestle.conformance;

import static dev.trestle.conformance.Literals.item;
import static dev.trestle.conformance.Literals.s;
import static dev.trestle.conformance.Requests.checkIn;
import static dev.trestle.conformance.Requests.deleteIn;
import static dev.trestle.conformance.Requests.deleteRequest;
import static dev.trestle.conformance.Requests.getFrom;
import static dev.trestle.conformance.Requests.putIn;
import static dev.trestle.conformance.Requests.putRequest;
import static dev.trestle.conformance.Requests.updateIn;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.Select;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** ReturnConsumedCapacity, with the very numbers; see {@link Consumed} for how they are written. */
class CapacityTest extends ConformanceTest {
    private String table = "";

    @BeforeEach
    void createTable() {
        table = create(TableShape.keys("pk S", "sk S")
                .lsi("local", TableShape.keysOnly(), "l S")
                .gsi("global", TableShape.include("p"), "g S"));
    }

    /** An item of exactly so many bytes. */
    private static Map<String, AttributeValue> sized(String pk, String sk, int bytes) {
        Map<String, AttributeValue> item = new LinkedHashMap<>();
        item.put("pk", s(pk));
        item.put("sk", s(sk));
        item.put("d", s("x".repeat(bytes - "pkskd".length() - pk.length() - sk.length())));
        return item;
    }

    private String putting(String item) {
        return putting(item(item));
    }

    private String putting(Map<String, AttributeValue> item) {
        return Consumed.show(client.putItem(
                        r -> r.tableName(table).item(item).returnConsumedCapacity(ReturnConsumedCapacity.INDEXES))
                .consumedCapacity());
    }

    private String updating(String key, String expression, String values) {
        return Consumed.show(client.updateItem(r -> r.tableName(table)
                        .key(item(key))
                        .updateExpression(expression)
                        .expressionAttributeValues(item(values))
                        .returnConsumedCapacity(ReturnConsumedCapacity.INDEXES))
                .consumedCapacity());
    }

    private String deleting(String key) {
        return Consumed.show(client.deleteItem(
                        r -> r.tableName(table).key(item(key)).returnConsumedCapacity(ReturnConsumedCapacity.INDEXES))
                .consumedCapacity());
    }

    private String getting(String key, boolean consistent) {
        return Consumed.show(client.getItem(r -> r.tableName(table)
                        .key(item(key))
                        .consistentRead(consistent)
                        .returnConsumedCapacity(ReturnConsumedCapacity.INDEXES))
                .consumedCapacity());
    }

    private String querying(String pk, Consumer<QueryRequest.Builder> more) {
        return Consumed.show(client.query(r -> {
                    r.tableName(table)
                            .keyConditionExpression("pk = :p")
                            .expressionAttributeValues(Map.of(":p", s(pk)))
                            .returnConsumedCapacity(ReturnConsumedCapacity.INDEXES);
                    more.accept(r);
                })
                .consumedCapacity());
    }

    @ParameterizedTest
    @CsvSource({"100,1", "1024,1", "1025,2", "2048,2", "2049,3", "10000,10"})
    void putItem_ofSize_costsByTheKilobyte(int bytes, int units) {
        assertThat(putting(sized("a", "1", bytes))).isEqualTo(units + " = table " + units);
    }

    @Test
    void putItem_overALargerItem_costsTheLarger() {
        put(table, sized("a", "1", 3000));

        assertThat(putting("{pk: 'a', sk: '1'}")).isEqualTo("3 = table 3");
        assertThat(putting(sized("a", "1", 2000))).isEqualTo("2 = table 2");
    }

    @Test
    void deleteItem_presentAndMissing_costsTheItemOrOne() {
        put(table, sized("a", "1", 2500));

        assertThat(deleting("{pk: 'a', sk: '1'}")).isEqualTo("3 = table 3");
        assertThat(deleting("{pk: 'a', sk: '1'}")).isEqualTo("1 = table 1");
    }

    @Test
    void updateItem_largeItem_costsAllOfIt() {
        put(table, sized("a", "1", 1500));

        assertThat(updating("{pk: 'a', sk: '1'}", "SET n = :one", "{:one: 1}")).isEqualTo("2 = table 2");
        assertThat(updating("{pk: 'new', sk: '1'}", "SET n = :one", "{:one: 1}"))
                .isEqualTo("1 = table 1");
    }

    @Test
    void putItem_withIndexes_costsWhatItChangesInThem() {
        assertThat(putting("{pk: 'a', sk: '1', l: 'L', g: 'G', p: 'P', d: 'D'}"))
                .isEqualTo("3 = table 1, local 1, global 1");
        assertThat(putting("{pk: 'a', sk: '1', l: 'L', g: 'G', p: 'P', d: 'D'}"))
                .as("the same again")
                .isEqualTo("1 = table 1");
        assertThat(putting("{pk: 'a', sk: '1', l: 'L', g: 'G', p: 'P', d: 'other'}"))
                .as("what no index carries")
                .isEqualTo("1 = table 1");
        assertThat(putting("{pk: 'a', sk: '1', l: 'L', g: 'G', p: 'other'}"))
                .as("what one index carries")
                .isEqualTo("2 = table 1, global 1");
        assertThat(putting("{pk: 'a', sk: '1', l: 'L2', g: 'G2'}"))
                .as("other keys")
                .isEqualTo("5 = table 1, local 2, global 2");
        assertThat(putting("{pk: 'a', sk: '1', l: 'L2'}"))
                .as("out of one index")
                .isEqualTo("2 = table 1, global 1");
        assertThat(deleting("{pk: 'a', sk: '1'}")).isEqualTo("2 = table 1, local 1");
    }

    @Test
    void putItem_largeIndexEntries_costByTheirOwnSize() {
        String large = "x".repeat(2000);

        assertThat(putting("{pk: 'a', sk: '1', l: 'L', g: 'G', p: '" + large + "'}"))
                .isEqualTo("5 = table 2, local 1, global 2");
        assertThat(putting("{pk: 'a', sk: '1', l: 'L', g: 'G', p: 'small'}")).isEqualTo("4 = table 2, global 2");
        assertThat(putting("{pk: 'a', sk: '1', l: 'L', g: 'G2', p: '" + large + "'}"))
                .as("a small entry goes, a large one comes")
                .isEqualTo("5 = table 2, global 3");
    }

    @Test
    void anyWrite_total_isWithoutDetails() {
        assertThat(Consumed.show(client.putItem(r -> r.tableName(table)
                                .item(item("{pk: 'a', sk: '1', l: 'L', g: 'G'}"))
                                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL))
                        .consumedCapacity()))
                .isEqualTo("3");
    }

    @Test
    void anyOperation_noneOrNotAsked_tellsNothing() {
        assertThat(client.putItem(r -> r.tableName(table).item(item("{pk: 'a', sk: '1'}")))
                        .consumedCapacity())
                .isNull();
        assertThat(client.putItem(r -> r.tableName(table)
                                .item(item("{pk: 'a', sk: '1'}"))
                                .returnConsumedCapacity(ReturnConsumedCapacity.NONE))
                        .consumedCapacity())
                .isNull();
        assertThat(client.getItem(r -> r.tableName(table)
                                .key(item("{pk: 'a', sk: '1'}"))
                                .returnConsumedCapacity(ReturnConsumedCapacity.NONE))
                        .consumedCapacity())
                .isNull();
        assertThat(client.scan(r -> r.tableName(table)).consumedCapacity()).isNull();
        assertThat(client.transactGetItems(r -> r.transactItems(getFrom(table, "{pk: 'a', sk: '1'}")))
                        .hasConsumedCapacity())
                .isFalse();
        assertThat(client.transactWriteItems(r -> r.transactItems(putIn(table, "{pk: 'b', sk: '1'}"))
                                .returnConsumedCapacity(ReturnConsumedCapacity.NONE))
                        .hasConsumedCapacity())
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource({"100,0.5,1", "4096,0.5,1", "4097,1,2", "8192,1,2", "8193,1.5,3"})
    void getItem_ofSize_costsByFourKilobytes(int bytes, String eventual, String strong) {
        put(table, sized("a", "1", bytes));

        assertThat(getting("{pk: 'a', sk: '1'}", false)).isEqualTo(eventual + " = table " + eventual);
        assertThat(getting("{pk: 'a', sk: '1'}", true)).isEqualTo(strong + " = table " + strong);
    }

    @Test
    void getItem_missing_costsAsASmallOne() {
        assertThat(getting("{pk: 'a', sk: '1'}", false)).isEqualTo("0.5 = table 0.5");
        assertThat(getting("{pk: 'a', sk: '1'}", true)).isEqualTo("1 = table 1");
    }

    @Test
    void query_severalItems_areRoundedUpTogether() {
        put(table, sized("a", "1", 2000));
        put(table, sized("a", "2", 2096));
        assertThat(querying("a", r -> {})).isEqualTo("0.5 = table 0.5");

        put(table, sized("a", "3", 100));
        assertThat(querying("a", r -> {})).isEqualTo("1 = table 1");
        assertThat(querying("a", r -> r.consistentRead(true))).isEqualTo("2 = table 2");
        assertThat(querying("a", r -> r.limit(1))).isEqualTo("0.5 = table 0.5");
        assertThat(querying("a", r -> r.select(Select.COUNT))).isEqualTo("1 = table 1");
        assertThat(querying("a", r -> r.projectionExpression("sk"))).isEqualTo("1 = table 1");
        assertThat(querying("a", r -> r.filterExpression("attribute_exists(never)")))
                .as("before the filter")
                .isEqualTo("1 = table 1");
    }

    @Test
    @DiffersFromDynamoDbLocal("it charges nothing for a page without items")
    void queryAndScan_nothingThere_costTheLeast() {
        assertThat(querying("nobody", r -> {})).isEqualTo("0.5 = table 0.5");
        assertThat(querying("nobody", r -> r.consistentRead(true))).isEqualTo("1 = table 1");
        assertThat(querying("nobody", r -> r.indexName("local"))).isEqualTo("0.5 = table 0, local 0.5");
        assertThat(Consumed.show(
                        client.scan(r -> r.tableName(table).returnConsumedCapacity(ReturnConsumedCapacity.INDEXES))
                                .consumedCapacity()))
                .isEqualTo("0.5 = table 0.5");
    }

    @Test
    @DiffersFromDynamoDbLocal("it charges a global index for attributes that are not projected")
    void queryAndScan_ofIndexes_areChargedToThem() {
        Map<String, AttributeValue> item = sized("a", "1", 5000);
        item.put("l", s("L"));
        item.put("g", s("G"));
        put(table, item);

        assertThat(querying("a", r -> r.indexName("local"))).isEqualTo("0.5 = table 0, local 0.5");
        assertThat(querying("a", r -> r.indexName("local").select(Select.ALL_ATTRIBUTES)))
                .as("fetched from the table")
                .isEqualTo("1.5 = table 1, local 0.5");
        assertThat(querying(
                        "a", r -> r.indexName("local").projectionExpression("d").consistentRead(true)))
                .isEqualTo("3 = table 2, local 1");
        assertThat(Consumed.show(client.query(r -> r.tableName(table)
                                .indexName("global")
                                .keyConditionExpression("g = :g")
                                .expressionAttributeValues(item("{:g: 'G'}"))
                                .returnConsumedCapacity(ReturnConsumedCapacity.INDEXES))
                        .consumedCapacity()))
                .isEqualTo("0.5 = table 0, global 0.5");
        assertThat(Consumed.show(client.scan(r -> r.tableName(table)
                                .indexName("global")
                                .returnConsumedCapacity(ReturnConsumedCapacity.INDEXES))
                        .consumedCapacity()))
                .isEqualTo("0.5 = table 0, global 0.5");
        assertThat(Consumed.show(
                        client.scan(r -> r.tableName(table).returnConsumedCapacity(ReturnConsumedCapacity.TOTAL))
                                .consumedCapacity()))
                .isEqualTo("1");
    }

    @Test
    @DiffersFromDynamoDbLocal("it charges nothing for a missing item of a batch")
    void batchGetItem_severalTables_areToldApart() {
        String other = create(TableShape.keys("pk S"));
        put(table, sized("a", "1", 4097));
        put(other, "{pk: 'a'}");

        List<ConsumedCapacity> consumed = client.batchGetItem(r -> r.requestItems(Map.of(
                                table, keys("{pk: 'a', sk: '1'}", "{pk: 'a', sk: 'missing'}"),
                                other,
                                        keys("{pk: 'a'}").toBuilder()
                                                .consistentRead(true)
                                                .build()))
                        .returnConsumedCapacity(ReturnConsumedCapacity.INDEXES))
                .consumedCapacity();

        assertThat(byTable(consumed)).isEqualTo(Map.of(table, "1.5 = table 1.5", other, "1 = table 1"));
    }

    private static KeysAndAttributes keys(String... keys) {
        return KeysAndAttributes.builder()
                .keys(List.of(keys).stream().map(Literals::item).toList())
                .build();
    }

    private static Map<String, String> byTable(List<ConsumedCapacity> consumed) {
        Map<String, String> shown = new LinkedHashMap<>();
        consumed.forEach(one -> shown.put(one.tableName(), Consumed.show(one)));
        return shown;
    }

    @Test
    @DiffersFromDynamoDbLocal("it charges two units for the deletion of a missing item of a batch")
    void batchWriteItem_putsAndDeletes_areAddedUp() {
        put(table, "{pk: 'a', sk: '1', g: 'G'}");

        assertThat(Consumed.show(client.batchWriteItem(r -> r.requestItems(Map.of(
                                        table,
                                        List.of(
                                                deleteRequest("{pk: 'a', sk: '1'}"),
                                                deleteRequest("{pk: 'a', sk: 'missing'}"),
                                                putRequest("{pk: 'b', sk: '1', l: 'L', g: 'G'}"),
                                                putRequest(sized("b", "2", 1025)))))
                                .returnConsumedCapacity(ReturnConsumedCapacity.INDEXES))
                        .consumedCapacity()))
                .isEqualTo("8 = table 5, local 1, global 2");
    }

    @Test
    @DiffersFromDynamoDbLocal("it does not tell read and write units of transactions")
    void transactGetItems_anySize_costsDouble() {
        put(table, sized("a", "1", 4097));

        assertThat(Consumed.show(client.transactGetItems(r -> r.transactItems(
                                        getFrom(table, "{pk: 'a', sk: '1'}"),
                                        getFrom(table, "{pk: 'a', sk: 'missing'}"))
                                .returnConsumedCapacity(ReturnConsumedCapacity.INDEXES))
                        .consumedCapacity()))
                .isEqualTo("6r = table 6r");
        assertThat(Consumed.show(client.transactGetItems(r -> r.transactItems(getFrom(table, "{pk: 'a', sk: '1'}"))
                                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL))
                        .consumedCapacity()))
                .isEqualTo("4r");
    }

    @Test
    @DiffersFromDynamoDbLocal("it does not tell read and write units of transactions")
    void transactWriteItems_everyKindOfAction_costsDouble() {
        put(table, sized("a", "1", 1500));
        put(table, "{pk: 'a', sk: '2'}");

        assertThat(Consumed.show(client.transactWriteItems(r -> r.transactItems(
                                        putIn(table, "{pk: 'b', sk: '1', l: 'L', g: 'G'}"),
                                        updateIn(table, "{pk: 'a', sk: '2'}", "SET n = :one", "{:one: 1}"),
                                        deleteIn(table, "{pk: 'a', sk: 'missing'}"),
                                        checkIn(table, "{pk: 'a', sk: '1'}", "attribute_exists(pk)", null))
                                .returnConsumedCapacity(ReturnConsumedCapacity.INDEXES))
                        .consumedCapacity()))
                .isEqualTo("14w = table 10w, local 2w, global 2w");
    }

    @Test
    @DiffersFromDynamoDbLocal("it does not tell read and write units of transactions")
    void transactWriteItems_replayed_costsTheReadsOfItsItems() {
        String token = UUID.randomUUID().toString();
        TransactWriteItem write = TransactWriteItem.builder()
                .put(Put.builder().tableName(table).item(sized("a", "1", 1500)).build())
                .build();

        assertThat(writing(token, write, ReturnConsumedCapacity.INDEXES)).isEqualTo("4w = table 4w");
        assertThat(writing(token, write, ReturnConsumedCapacity.INDEXES)).isEqualTo("2r = table 2r");
        assertThat(writing(token, write, ReturnConsumedCapacity.TOTAL)).isEqualTo("2r");
    }

    private String writing(String token, TransactWriteItem write, ReturnConsumedCapacity wanted) {
        return Consumed.show(client.transactWriteItems(
                        r -> r.clientRequestToken(token).transactItems(write).returnConsumedCapacity(wanted))
                .consumedCapacity());
    }

    @Test
    @DiffersFromDynamoDbLocal("it gives the name of the table")
    void anyOperation_byArn_namesTheArn() {
        String arn = describe(table).tableArn();

        assertThat(client.getItem(r -> r.tableName(arn)
                                .key(item("{pk: 'a', sk: '1'}"))
                                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL))
                        .consumedCapacity()
                        .tableName())
                .isEqualTo(arn);
    }
}
