package dev.trestle.conformance;

import static dev.trestle.conformance.Literals.item;
import static dev.trestle.conformance.Literals.s;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The limit of 400 KB for an item, to the byte, and what each kind of value counts for. */
@OverHttpAsyncToo
class ItemSizeTest extends ConformanceTest {
    private static final int ITEM_BYTES_MAX = 400 * 1024;
    /** The name and value of the key, and the name of the filling attribute. */
    private static final int KEY_AND_NAME_BYTES = "pk".length() + "k".length() + "f".length();

    private static final String TOO_LARGE = "Item size has exceeded the maximum allowed size";
    private static final String TOO_LARGE_TO_UPDATE = "Item size to update has exceeded the maximum allowed size";

    private String table = "";

    @BeforeEach
    void createTable() {
        table = create(TableShape.keys("pk S"));
    }

    @Test
    void putItem_itemAtTheLimit_isStored() {
        Map<String, AttributeValue> largest = filled(ITEM_BYTES_MAX - KEY_AND_NAME_BYTES);

        put(table, largest);

        assertThat(client.getItem(r -> r.tableName(table).key(item("{pk: 'k'}")))
                        .item())
                .isEqualTo(largest);
    }

    @Test
    void putItem_itemPastTheLimit_isRefused() {
        assertInvalid(() -> put(table, filled(ITEM_BYTES_MAX - KEY_AND_NAME_BYTES + 1)), TOO_LARGE);
        assertThat(contents(table)).isEmpty();
    }

    @Test
    void putItem_limit_countsBytesNotCharacters() {
        int characters = (ITEM_BYTES_MAX - KEY_AND_NAME_BYTES) / 2;

        put(table, Map.of("pk", s("k"), "f", s("\u00e9".repeat(characters))));

        assertInvalid(() -> put(table, Map.of("pk", s("k"), "f", s("\u00e9".repeat(characters + 1)))), TOO_LARGE);
    }

    @Test
    void updateItem_itemAtTheLimit_isStored() {
        put(table, "{pk: 'k', a: 'old'}");
        String filling = "x".repeat(ITEM_BYTES_MAX - KEY_AND_NAME_BYTES);

        update("REMOVE a SET f = :f", filling);

        assertThat(client.getItem(r -> r.tableName(table).key(item("{pk: 'k'}")))
                        .item())
                .isEqualTo(Map.of("pk", s("k"), "f", s(filling)));
    }

    @Test
    void updateItem_itemPastTheLimit_isRefused() {
        put(table, "{pk: 'k'}");

        assertInvalid(
                () -> update("SET f = :f", "x".repeat(ITEM_BYTES_MAX - KEY_AND_NAME_BYTES + 1)), TOO_LARGE_TO_UPDATE);
        assertThat(contents(table)).containsExactly("{pk: 'k'}");
    }

    @Test
    void updateItem_ofAFullItem_mayShrinkButNotGrow() {
        put(table, filled(ITEM_BYTES_MAX - KEY_AND_NAME_BYTES));

        assertInvalid(() -> update("SET g = :f", ""), TOO_LARGE_TO_UPDATE);

        update("SET f = :f", "small");
        assertThat(contents(table)).containsExactly("{f: 'small', pk: 'k'}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "'abc'               | 3",
                "''                  | 0",
                "x'000102'           | 3",
                "true                | 1",
                "false               | 1",
                "null                | 1",
                "[]                  | 3",
                "{}                  | 3",
                "['abc']             | 7",
                "['abc', true]       | 9",
                "{key: 'abc'}        | 10",
                "{k: {l: 'm'}}       | 11",
                "<'abc', 'de'>       | 5",
                "<x'00', x'0102'>    | 3",
            })
    void putItem_value_countsItsDocumentedSize(String literal, int size) {
        AttributeValue value = Literals.value(literal);
        int room = ITEM_BYTES_MAX - KEY_AND_NAME_BYTES - "v".length() - size;

        put(table, Literals.with(filled(room), "v", value));

        assertInvalid(() -> put(table, Literals.with(filled(room + 1), "v", value)), TOO_LARGE);
    }

    @Test
    void putItem_manyAttributes_countTheirNames() {
        String longName = "n".repeat(1000);
        int room = ITEM_BYTES_MAX - KEY_AND_NAME_BYTES - longName.length() - 1;

        put(table, Literals.with(filled(room), longName, AttributeValue.fromBool(true)));

        assertInvalid(
                () -> put(table, Literals.with(filled(room + 1), longName, AttributeValue.fromBool(true))), TOO_LARGE);
    }

    @Test
    void batchWriteItem_itemPastTheLimit_isRefused() {
        assertInvalid(
                () -> client.batchWriteItem(r -> r.requestItems(
                        Map.of(table, List.of(Requests.putRequest(filled(ITEM_BYTES_MAX - KEY_AND_NAME_BYTES + 1)))))),
                TOO_LARGE);
        assertThat(contents(table)).isEmpty();
    }

    /** The item under key "k" with so many bytes in its attribute "f". */
    private static Map<String, AttributeValue> filled(int bytes) {
        return Map.of("pk", s("k"), "f", AttributeValue.fromB(SdkBytes.fromByteArray(new byte[bytes])));
    }

    private void update(String expression, String filling) {
        client.updateItem(r -> r.tableName(table)
                .key(item("{pk: 'k'}"))
                .updateExpression(expression)
                .expressionAttributeValues(Map.of(":f", s(filling))));
    }
}
