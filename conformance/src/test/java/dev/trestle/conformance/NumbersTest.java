package dev.trestle.conformance;

import static dev.trestle.conformance.Literals.n;
import static dev.trestle.conformance.Literals.s;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Numbers: 38 significant digits, a magnitude from 1E-130 to 9.9E+125, one canonical form, decimal arithmetic. */
@EngineRules
class NumbersTest extends ConformanceTest {
    private static final String NINES_38 = "9".repeat(38);
    private static final String TOO_PRECISE = "Attempting to store more than 38 significant digits in a Number";
    private static final String OVERFLOW =
            "Number overflow. Attempting to store a number with magnitude larger than supported range";
    private static final String UNDERFLOW =
            "Number underflow. Attempting to store a number with magnitude smaller than supported range";

    private String table = "";

    @BeforeEach
    void createTable() {
        table = create(TableShape.keys("pk S"));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "-0, 0",
        "0.0, 0",
        "-0.000, 0",
        "0e10, 0",
        "0E-200, 0",
        "1, 1",
        "+1, 1",
        "-1, -1",
        "007, 7",
        "-007.50, -7.5",
        "1.0, 1",
        "1.10, 1.1",
        ".5, 0.5",
        "5., 5",
        "1e0, 1",
        "1E2, 100",
        "1e+2, 100",
        "1e-2, 0.01",
        "12300, 12300",
        "12.5e1, 125",
        "0.00012, 0.00012",
        "1e20, 100000000000000000000",
        "1.5e-10, 0.00000000015",
        "99999999999999999999999999999999999999, 99999999999999999999999999999999999999",
        "-99999999999999999999999999999999999999, -99999999999999999999999999999999999999",
        "0.12345678901234567890123456789012345678, 0.12345678901234567890123456789012345678",
        "1234567890123456789012345678901234567800000, 1234567890123456789012345678901234567800000",
        "000000000000000000000000000000000000000000001, 1",
        "1.00000000000000000000000000000000000000000000, 1",
    })
    void putItem_number_readsBackInCanonicalForm(String written, String read) {
        assertThat(roundTrip(written)).isEqualTo(read);
    }

    @Test
    void putItem_numbersAtTheEdgesOfTheRange_areStored() {
        String largest = NINES_38 + "0".repeat(88);
        String smallest = "0." + "0".repeat(129) + "1";

        assertThat(roundTrip("9." + "9".repeat(37) + "E+125")).isEqualTo(largest);
        assertThat(roundTrip("-9." + "9".repeat(37) + "E+125")).isEqualTo("-" + largest);
        assertThat(roundTrip("1E-130")).isEqualTo(smallest);
        assertThat(roundTrip("-1E-130")).isEqualTo("-" + smallest);
        assertThat(roundTrip("1" + "0".repeat(125))).isEqualTo("1" + "0".repeat(125));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1E126", "-1E126", "10E125", "1E1000", "-9.9E99999"})
    void putItem_numberTooLarge_isRefused(String number) {
        assertInvalid(() -> roundTrip(number), OVERFLOW);
        assertThat(contents(table)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1E-131", "-1E-131", "0.1E-130", "1E-1000"})
    void putItem_numberTooSmall_isRefused(String number) {
        assertInvalid(() -> roundTrip(number), UNDERFLOW);
        assertThat(contents(table)).isEmpty();
    }

    @ParameterizedTest
    @WordedOtherwiseByDynamoDbLocal
    @ValueSource(
            strings = {
                "123456789012345678901234567890123456789",
                "-1.23456789012345678901234567890123456789",
                "100000000000000000000000000000000000000000001",
            })
    void putItem_numberTooPrecise_isRefused(String number) {
        assertInvalid(() -> roundTrip(number), TOO_PRECISE);
        assertThat(contents(table)).isEmpty();
    }

    @ParameterizedTest
    @WordedOtherwiseByDynamoDbLocal
    @ValueSource(strings = {"abc", "1a", "--1", "1e", "e5", ".", "-", "0x10", "1,5", "NaN", "Infinity", "1 2", "1_000"})
    void putItem_notANumber_isRefused(String number) {
        assertInvalid(() -> roundTrip(number), "The parameter cannot be converted to a numeric value: " + number);
        assertThat(contents(table)).isEmpty();
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void putItem_emptyNumber_isRefused() {
        assertInvalid(() -> roundTrip(""), "The parameter cannot be converted to a numeric value");
    }

    @ParameterizedTest
    @CsvSource({
        "0.1, 0.2, 0.3",
        "1, -1, 0",
        "99999999999999999999999999999999999999, 1, 100000000000000000000000000000000000000",
        "1E37, 1, 10000000000000000000000000000000000001",
        "-5, 2.25, -2.75",
    })
    void updateItem_sum_isDecimal(String left, String right, String sum) {
        put(table, Map.of("pk", s("k"), "v", n(left)));

        update("SET v = v + :d", right);

        assertThat(stored()).isEqualTo(sum);

        update("SET v = v - :d", right);
        update("ADD v :d", right);

        assertThat(stored()).isEqualTo(sum);
    }

    @ParameterizedTest
    @DiffersFromDynamoDbLocal("it keeps trailing zeros of a sum")
    @CsvSource({
        "-5, 2.50, -2.5",
        "1.9, 0.10, 2",
        "12345678901234567890.123456789, 0.000000001, 12345678901234567890.12345679"
    })
    void updateItem_sumWithTrailingZeros_isCanonical(String left, String right, String sum) {
        put(table, Map.of("pk", s("k"), "v", n(left)));

        update("SET v = v + :d", right);

        assertThat(stored()).isEqualTo(sum);
    }

    @ParameterizedTest
    @WordedOtherwiseByDynamoDbLocal
    @CsvSource({"1E38, 1", "1E50, -1", "1E100, 1E-100", "0.00000000000000000000000000000000000001, 10"})
    void updateItem_sumOfMoreThan38Digits_isRefused(String left, String right) {
        put(table, Map.of("pk", s("k"), "v", n(left)));
        List<String> before = contents(table);

        assertInvalid(() -> update("SET v = v + :d", right), OVERFLOW);
        assertInvalid(() -> update("ADD v :d", right), OVERFLOW);

        assertThat(contents(table)).isEqualTo(before);
    }

    @Test
    void updateItem_sumPastTheRange_isRefused() {
        put(table, Map.of("pk", s("k"), "v", n("9E125")));

        assertInvalid(() -> update("SET v = v + :d", "1E125"), OVERFLOW);
        assertInvalid(() -> update("ADD v :d", "1E125"), OVERFLOW);
    }

    @Test
    void query_numericSortKey_ordersByValue() {
        String sorted = create(TableShape.keys("pk S", "sk N"));
        List<String> ascending = List.of(
                "-" + NINES_38 + "0".repeat(88),
                "-1" + "0".repeat(60),
                "-100",
                "-99.5",
                "-10",
                "-9",
                "-1.01",
                "-1",
                "-0.5",
                "-0.05",
                "-0." + "0".repeat(129) + "1",
                "0",
                "0." + "0".repeat(129) + "1",
                "0.05",
                "0.5",
                "1",
                "1.01",
                "2",
                "9",
                "10",
                "11",
                "99.5",
                "100",
                "1" + "0".repeat(60),
                NINES_38 + "0".repeat(88));
        List<String> shuffled = new ArrayList<>(ascending);
        Collections.shuffle(shuffled, new Random(7));
        shuffled.forEach(number -> put(sorted, Map.of("pk", s("k"), "sk", n(number))));

        List<String> read = client
                .query(r -> r.tableName(sorted)
                        .keyConditionExpression("pk = :k")
                        .expressionAttributeValues(Map.of(":k", s("k"))))
                .items()
                .stream()
                .map(item -> item.get("sk").n())
                .toList();

        assertThat(read).isEqualTo(ascending);
    }

    @Test
    void getItem_keyInAnotherForm_findsTheItem() {
        String numbers = create(TableShape.keys("pk N"));
        put(numbers, "{pk: 100, v: 'x'}");

        for (String form : List.of("100", "1E2", "100.00", "0100", "+100")) {
            assertThat(get(numbers, "{pk: " + form + "}")).isEqualTo("{pk: 100, v: 'x'}");
        }
    }

    private String roundTrip(String number) {
        put(table, Map.of("pk", s("k"), "v", n(number)));
        return stored();
    }

    private void update(String expression, String operand) {
        client.updateItem(r -> r.tableName(table)
                .key(Map.of("pk", s("k")))
                .updateExpression(expression)
                .expressionAttributeValues(Map.of(":d", n(operand))));
    }

    private String stored() {
        AttributeValue value = client.getItem(
                        r -> r.tableName(table).key(Map.of("pk", s("k"))).consistentRead(true))
                .item()
                .get("v");
        return value.n();
    }
}
