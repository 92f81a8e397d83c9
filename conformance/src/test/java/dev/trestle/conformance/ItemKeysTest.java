package dev.trestle.conformance;

import static dev.trestle.conformance.Literals.item;
import static dev.trestle.conformance.Literals.s;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Keys of items: their types, their limits, and what is said of a key that does not fit the table. */
@EngineRules
class ItemKeysTest extends ConformanceTest {
    private static final int PARTITION_KEY_BYTES_MAX = 2048;
    private static final int SORT_KEY_BYTES_MAX = 1024;
    private static final String NO_MATCH = "The provided key element does not match the schema";
    private static final String EMPTY_STRING =
            "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an"
                    + " empty string value. Key: ";
    private static final String EMPTY_BINARY =
            "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an"
                    + " empty binary value. Key: ";
    private static final String PARTITION_KEY_TOO_LONG =
            "One or more parameter values were invalid: Size of hashkey has exceeded the maximum size limit of2048"
                    + " bytes";
    private static final String SORT_KEY_TOO_LONG =
            "One or more parameter values were invalid: Aggregated size of all range keys has exceeded the size limit"
                    + " of 1024 bytes";

    private String table = "";

    @BeforeEach
    void createTable() {
        table = create(TableShape.keys("pk S", "sk N"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{pk: 'a'}               | Missing the key sk in the item",
                "{sk: 1}                 | Missing the key pk in the item",
                "{other: 1}              | Missing the key pk in the item",
                "{pk: 1, sk: 1}          | Type mismatch for key pk expected: S actual: N",
                "{pk: 'a', sk: '1'}      | Type mismatch for key sk expected: N actual: S",
                "{pk: ['a'], sk: 1}      | Type mismatch for key pk expected: S actual: L",
                "{pk: {a: 'a'}, sk: 1}   | Type mismatch for key pk expected: S actual: M",
                "{pk: <'a'>, sk: 1}      | Type mismatch for key pk expected: S actual: SS",
                "{pk: null, sk: 1}       | Type mismatch for key pk expected: S actual: NULL",
                "{pk: true, sk: 1}       | Type mismatch for key pk expected: S actual: BOOL",
                "{pk: x'00', sk: 1}      | Type mismatch for key pk expected: S actual: B",
            })
    @WordedOtherwiseByDynamoDbLocal
    void putItem_keyThatDoesNotFit_isRefused(String item, String complaint) {
        assertInvalid(() -> put(table, item), "One or more parameter values were invalid: " + complaint);
        assertThat(contents(table)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{pk: 'a'}",
                "{sk: 1}",
                "{pk: 'a', other: 1}",
                "{pk: 'a', sk: 1, extra: 2}",
                "{pk: 1, sk: 1}",
                "{pk: 'a', sk: '1'}",
                "{pk: ['a'], sk: 1}",
                "{pk: <'a'>, sk: 1}",
                "{pk: 'a', sk: null}",
            })
    @WordedOtherwiseByDynamoDbLocal
    void anyOperation_keyThatDoesNotFit_isRefused(String key) {
        assertInvalid(() -> client.getItem(r -> r.tableName(table).key(item(key))), NO_MATCH);
        assertInvalid(() -> client.deleteItem(r -> r.tableName(table).key(item(key))), NO_MATCH);
        assertInvalid(() -> client.updateItem(r -> r.tableName(table).key(item(key))), NO_MATCH);
        assertThat(contents(table)).isEmpty();
    }

    @Test
    void anyOperation_emptyStringKey_isRefused() {
        assertInvalid(() -> put(table, "{pk: '', sk: 1}"), EMPTY_STRING + "pk");
        assertInvalid(() -> client.getItem(r -> r.tableName(table).key(item("{pk: '', sk: 1}"))), EMPTY_STRING + "pk");
        assertInvalid(
                () -> client.deleteItem(r -> r.tableName(table).key(item("{pk: '', sk: 1}"))), EMPTY_STRING + "pk");
        assertInvalid(
                () -> client.updateItem(r -> r.tableName(table).key(item("{pk: '', sk: 1}"))), EMPTY_STRING + "pk");
        assertThat(contents(table)).isEmpty();
    }

    @Test
    void anyOperation_emptyBinaryKey_isRefused() {
        String binary = create(TableShape.keys("pk S", "sk B"));

        assertInvalid(() -> put(binary, "{pk: 'a', sk: x''}"), EMPTY_BINARY + "sk");
        assertInvalid(
                () -> client.getItem(r -> r.tableName(binary).key(item("{pk: 'a', sk: x''}"))), EMPTY_BINARY + "sk");
        assertInvalid(
                () -> client.deleteItem(r -> r.tableName(binary).key(item("{pk: 'a', sk: x''}"))), EMPTY_BINARY + "sk");
        assertInvalid(
                () -> client.updateItem(r -> r.tableName(binary).key(item("{pk: 'a', sk: x''}"))), EMPTY_BINARY + "sk");
    }

    @ParameterizedTest
    @CsvSource({"S", "B"})
    void putItem_keysAtTheLimit_areStored(String type) {
        String sized = create(TableShape.keys("pk " + type, "sk " + type));
        Map<String, AttributeValue> key =
                Map.of("pk", bytes(type, PARTITION_KEY_BYTES_MAX), "sk", bytes(type, SORT_KEY_BYTES_MAX));

        put(sized, key);

        assertThat(client.getItem(r -> r.tableName(sized).key(key)).item()).isEqualTo(key);
    }

    @ParameterizedTest
    @CsvSource({"S", "B"})
    @WordedOtherwiseByDynamoDbLocal
    void anyOperation_partitionKeyPastTheLimit_isRefused(String type) {
        String sized = create(TableShape.keys("pk " + type));
        Map<String, AttributeValue> key = Map.of("pk", bytes(type, PARTITION_KEY_BYTES_MAX + 1));

        assertInvalid(() -> put(sized, key), PARTITION_KEY_TOO_LONG);
        assertInvalid(() -> client.getItem(r -> r.tableName(sized).key(key)), PARTITION_KEY_TOO_LONG);
        assertInvalid(() -> client.deleteItem(r -> r.tableName(sized).key(key)), PARTITION_KEY_TOO_LONG);
        assertInvalid(() -> client.updateItem(r -> r.tableName(sized).key(key)), PARTITION_KEY_TOO_LONG);
        assertThat(contents(sized)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"S", "B"})
    @WordedOtherwiseByDynamoDbLocal
    void anyOperation_sortKeyPastTheLimit_isRefused(String type) {
        String sized = create(TableShape.keys("pk S", "sk " + type));
        Map<String, AttributeValue> key = Map.of("pk", s("a"), "sk", bytes(type, SORT_KEY_BYTES_MAX + 1));

        assertInvalid(() -> put(sized, key), SORT_KEY_TOO_LONG);
        assertInvalid(() -> client.getItem(r -> r.tableName(sized).key(key)), SORT_KEY_TOO_LONG);
        assertInvalid(() -> client.deleteItem(r -> r.tableName(sized).key(key)), SORT_KEY_TOO_LONG);
        assertInvalid(() -> client.updateItem(r -> r.tableName(sized).key(key)), SORT_KEY_TOO_LONG);
        assertThat(contents(sized)).isEmpty();
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void putItem_keyLimit_countsBytesNotCharacters() {
        String wide = create(TableShape.keys("pk S"));

        put(wide, Map.of("pk", s("\u00e9".repeat(PARTITION_KEY_BYTES_MAX / 2))));

        assertInvalid(
                () -> put(wide, Map.of("pk", s("\u00e9".repeat(PARTITION_KEY_BYTES_MAX / 2) + "x"))),
                PARTITION_KEY_TOO_LONG);
    }

    @Test
    void putItem_keysOfEveryType_areDistinct() {
        for (String type : new String[] {"S", "N", "B"}) {
            String typed = create(TableShape.keys("pk " + type, "sk " + type));
            String[] values = type.equals("S")
                    ? new String[] {"'a'", "'b'", "'ab'"}
                    : type.equals("N") ? new String[] {"1", "2", "12"} : new String[] {"x'00'", "x'0000'", "x'00ff'"};
            for (String pk : values) {
                for (String sk : values) {
                    put(
                            typed,
                            "{pk: " + pk + ", sk: " + sk + ", v: '" + pk.replace("'", "") + "/" + sk.replace("'", "")
                                    + "'}");
                }
            }

            for (String pk : values) {
                for (String sk : values) {
                    assertThat(get(typed, "{pk: " + pk + ", sk: " + sk + "}"))
                            .isEqualTo("{pk: " + pk + ", sk: " + sk + ", v: '" + pk.replace("'", "") + "/"
                                    + sk.replace("'", "") + "'}");
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SET pk = :v | pk",
                "SET sk = :v | sk",
                "REMOVE pk | pk",
                "ADD sk :v | sk",
                "SET a = :v REMOVE sk | sk"
            })
    void updateItem_ofAKeyAttribute_isRefused(String expression, String attribute) {
        put(table, "{pk: 'a', sk: 1, a: 1}");

        assertInvalid(
                () -> client.updateItem(r -> {
                    r.tableName(table).key(item("{pk: 'a', sk: 1}")).updateExpression(expression);
                    if (expression.contains(":v")) {
                        r.expressionAttributeValues(item("{:v: 1}"));
                    }
                }),
                "One or more parameter values were invalid: Cannot update attribute " + attribute
                        + ". This attribute is part of the key");
        assertThat(contents(table)).containsExactly("{a: 1, pk: 'a', sk: 1}");
    }

    private static AttributeValue bytes(String type, int length) {
        return type.equals("S")
                ? s("k".repeat(length))
                : AttributeValue.fromB(SdkBytes.fromByteArray(new byte[length]));
    }
}
