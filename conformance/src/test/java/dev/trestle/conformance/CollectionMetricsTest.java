package dev.trestle.conformance;

import static dev.trestle.conformance.Literals.item;
import static dev.trestle.conformance.Literals.show;
import static dev.trestle.conformance.Requests.checkIn;
import static dev.trestle.conformance.Requests.deleteIn;
import static dev.trestle.conformance.Requests.deleteRequest;
import static dev.trestle.conformance.Requests.putIn;
import static dev.trestle.conformance.Requests.putRequest;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.ItemCollectionMetrics;
import software.amazon.awssdk.services.dynamodb.model.ReturnItemCollectionMetrics;

/** ReturnItemCollectionMetrics: on tables with local indexes only. */
class CollectionMetricsTest extends ConformanceTest {
    private static final String LOCAL = "it never gives item collection metrics";

    private String table = "";
    private String without = "";

    @BeforeEach
    void createTables() {
        table = create(TableShape.keys("pk S", "sk N").lsi("local", TableShape.all(), "l S"));
        without = create(TableShape.keys("pk S").gsi("global", TableShape.all(), "g S"));
    }

    private static String shown(ItemCollectionMetrics metrics) {
        return show(metrics.itemCollectionKey()) + " " + metrics.sizeEstimateRangeGB();
    }

    private static Map<String, List<String>> shown(Map<String, List<ItemCollectionMetrics>> metrics) {
        Map<String, List<String>> shown = new LinkedHashMap<>();
        metrics.forEach((table, collections) -> shown.put(
                table, collections.stream().map(CollectionMetricsTest::shown).toList()));
        return shown;
    }

    @Test
    @DiffersFromDynamoDbLocal(LOCAL)
    void anyWrite_size_tellsOfTheCollection() {
        assertThat(shown(client.putItem(r -> r.tableName(table)
                                .item(item("{pk: 'a', sk: 1, l: 'L'}"))
                                .returnItemCollectionMetrics(ReturnItemCollectionMetrics.SIZE))
                        .itemCollectionMetrics()))
                .isEqualTo("{pk: 'a'} [0.0, 1.0]");
        assertThat(shown(client.updateItem(r -> r.tableName(table)
                                .key(item("{pk: 'a', sk: 1}"))
                                .updateExpression("REMOVE l")
                                .returnItemCollectionMetrics(ReturnItemCollectionMetrics.SIZE))
                        .itemCollectionMetrics()))
                .isEqualTo("{pk: 'a'} [0.0, 1.0]");
        assertThat(shown(client.deleteItem(r -> r.tableName(table)
                                .key(item("{pk: 'a', sk: 1}"))
                                .returnItemCollectionMetrics(ReturnItemCollectionMetrics.SIZE))
                        .itemCollectionMetrics()))
                .isEqualTo("{pk: 'a'} [0.0, 1.0]");
    }

    @Test
    void anyWrite_withoutLocalIndexOrNotAsked_tellsNothing() {
        assertThat(client.putItem(r -> r.tableName(without)
                                .item(item("{pk: 'a', g: 'G'}"))
                                .returnItemCollectionMetrics(ReturnItemCollectionMetrics.SIZE))
                        .itemCollectionMetrics())
                .isNull();
        assertThat(client.putItem(r -> r.tableName(table)
                                .item(item("{pk: 'a', sk: 1}"))
                                .returnItemCollectionMetrics(ReturnItemCollectionMetrics.NONE))
                        .itemCollectionMetrics())
                .isNull();
        assertThat(client.putItem(r -> r.tableName(table).item(item("{pk: 'a', sk: 1}")))
                        .itemCollectionMetrics())
                .isNull();
        assertThat(client.batchWriteItem(r -> r.requestItems(Map.of(without, List.of(putRequest("{pk: 'b'}"))))
                                .returnItemCollectionMetrics(ReturnItemCollectionMetrics.SIZE))
                        .itemCollectionMetrics())
                .isEmpty();
    }

    @Test
    @DiffersFromDynamoDbLocal(LOCAL)
    void batchWriteItem_severalTables_tellsOfEachCollectionOnce() {
        put(table, "{pk: 'b', sk: 1}");

        assertThat(shown(client.batchWriteItem(r -> r.requestItems(Map.of(
                                        table,
                                        List.of(
                                                putRequest("{pk: 'a', sk: 1}"),
                                                putRequest("{pk: 'a', sk: 2}"),
                                                deleteRequest("{pk: 'b', sk: 1}")),
                                        without,
                                        List.of(putRequest("{pk: 'a'}"))))
                                .returnItemCollectionMetrics(ReturnItemCollectionMetrics.SIZE))
                        .itemCollectionMetrics()))
                .isEqualTo(Map.of(table, List.of("{pk: 'a'} [0.0, 1.0]", "{pk: 'b'} [0.0, 1.0]")));
    }

    @Test
    @DiffersFromDynamoDbLocal(LOCAL)
    void transactWriteItems_checksAndWrites_tellsOfWhatIsWritten() {
        put(table, "{pk: 'b', sk: 1}");

        assertThat(shown(client.transactWriteItems(r -> r.transactItems(
                                        putIn(table, "{pk: 'a', sk: 1}"),
                                        deleteIn(table, "{pk: 'b', sk: 1}"),
                                        checkIn(table, "{pk: 'c', sk: 1}", "attribute_not_exists(pk)", null),
                                        putIn(without, "{pk: 'a'}"))
                                .returnItemCollectionMetrics(ReturnItemCollectionMetrics.SIZE))
                        .itemCollectionMetrics()))
                .isEqualTo(Map.of(table, List.of("{pk: 'a'} [0.0, 1.0]", "{pk: 'b'} [0.0, 1.0]")));
    }
}
