package dev.trestle.conformance;

import static dev.trestle.conformance.Literals.b;
import static dev.trestle.conformance.Literals.n;
import static dev.trestle.conformance.Literals.s;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What an attribute may hold: each type comes back as it went in, and what is not a value is refused. */
@OverHttpAsyncToo
class ValuesTest extends ConformanceTest {
    private static final int LEVELS_MAX = 32;
    private static final String TOO_DEEP =
            "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond supported"
                    + " limit";

    private static final String TOO_DEEP_BY_UPDATE = "Nesting Levels have exceeded supported limits";

    private String table = "";

    @BeforeEach
    void createTable() {
        table = create(TableShape.keys("pk S"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'text'",
                "''",
                "'\u00e9\u4e2d\ud83d\ude00 \u0000\n\"'",
                "0",
                "-12.5",
                "x'00ff10'",
                "x''",
                "true",
                "false",
                "null",
                "[]",
                "{}",
                "[1, 'a', x'01', true, null, [], {}, [[2]]]",
                "{a: {b: {c: [1, {d: 'e'}]}}}",
                "<'b', 'a'>",
                "<'one'>",
                "<3, -1, 2.5>",
                "<x'02', x'01'>",
                "<'', 'a'>",
                "<x'', x'01'>",
                "['', x'', {e: ''}]",
            })
    void putItem_anyValue_readsBackTheSame(String literal) {
        AttributeValue value = Literals.value(literal);

        put(table, Map.of("pk", s("k"), "v", value));

        Map<String, AttributeValue> read = client.getItem(
                        r -> r.tableName(table).key(Map.of("pk", s("k"))).consistentRead(true))
                .item();
        assertThat(read).containsOnlyKeys("pk", "v");
        assertThat(Literals.show(read.get("v"))).isEqualTo(Literals.show(value));
    }

    @Test
    void putItem_namesOfAnyKind_readBackTheSame() {
        Map<String, AttributeValue> item = Map.of(
                "pk",
                s("k"),
                "a.b",
                n(1),
                "a[0]",
                n(2),
                "#x",
                n(3),
                ":y",
                n(4),
                " ",
                n(5),
                "\u00e9",
                n(6),
                "x".repeat(65535),
                n(7));

        put(table, item);

        assertThat(client.getItem(r -> r.tableName(table).key(Map.of("pk", s("k"))))
                        .item())
                .isEqualTo(item);
    }

    static Stream<Arguments> badValues() {
        return Stream.of(
                Arguments.of(
                        "nothing set",
                        AttributeValue.builder().build(),
                        "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes"),
                Arguments.of(
                        "two types",
                        AttributeValue.builder().s("a").n("1").build(),
                        "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the"
                                + " supported datatypes"),
                Arguments.of(
                        "null that is false",
                        AttributeValue.builder().nul(false).build(),
                        "One or more parameter values were invalid: Null attribute value types must have the value of"
                                + " true"),
                Arguments.of(
                        "empty string set",
                        AttributeValue.fromSs(List.of()),
                        "One or more parameter values were invalid: An string set  may not be empty"),
                Arguments.of(
                        "empty number set",
                        AttributeValue.fromNs(List.of()),
                        "One or more parameter values were invalid: An number set  may not be empty"),
                Arguments.of(
                        "empty binary set",
                        AttributeValue.fromBs(List.of()),
                        "One or more parameter values were invalid: Binary sets should not be empty"),
                Arguments.of(
                        "duplicate numbers",
                        AttributeValue.fromNs(List.of("1", "2", "1")),
                        "Input collection contains duplicates"),
                Arguments.of(
                        "numbers equal by value",
                        AttributeValue.fromNs(List.of("1", "1.0")),
                        "Input collection contains duplicates"));
    }

    static Stream<Arguments> duplicates() {
        return Stream.of(
                Arguments.of(
                        "strings",
                        AttributeValue.fromSs(List.of("b", "a", "b")),
                        "One or more parameter values were invalid: Input collection [b, a, b] contains duplicates."),
                Arguments.of(
                        "empty strings",
                        AttributeValue.fromSs(List.of("", "")),
                        "One or more parameter values were invalid: Input collection [, ] contains duplicates."),
                Arguments.of(
                        "binaries",
                        AttributeValue.fromBs(List.of(bytes(98), bytes(98))),
                        "One or more parameter values were invalid: Input collection [Yg==, Yg==]of type BS contains"
                                + " duplicates."));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("duplicates")
    @WordedOtherwiseByDynamoDbLocal
    void putItem_duplicateMembers_areRefusedByName(String what, AttributeValue bad, String message) {
        assertInvalid(() -> put(table, Map.of("pk", s("k"), "v", bad)), message);
        assertThat(contents(table)).isEmpty();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("badValues")
    void putItem_badValue_isRefused(String what, AttributeValue bad, String message) {
        assertInvalid(() -> put(table, Map.of("pk", s("k"), "v", bad)), message);
        assertThat(contents(table)).isEmpty();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("badValues")
    void putItem_badValueDeepInside_isRefused(String what, AttributeValue bad, String message) {
        AttributeValue nested = AttributeValue.fromM(Map.of("l", AttributeValue.fromL(List.of(n(1), bad))));

        assertInvalid(() -> put(table, Map.of("pk", s("k"), "v", nested)), message);
        assertThat(contents(table)).isEmpty();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("badValues")
    void updateItem_badExpressionValue_isRefused(String what, AttributeValue bad, String message) {
        assertInvalid(
                () -> update("SET v = :v", bad),
                "ExpressionAttributeValues contains invalid value: " + message + " for key :v");
        assertThat(contents(table)).isEmpty();
    }

    @Test
    void putItem_emptyAttributeName_isRefused() {
        assertInvalid(() -> put(table, Map.of("pk", s("k"), "", n(1))), "Empty attribute name");
    }

    @Test
    void putItem_nameLongerThanLimit_isRefused() {
        assertInvalid(
                () -> put(table, Map.of("pk", s("k"), "x".repeat(65536), n(1))),
                "Attribute name is too large, must be less than 65536 bytes");
    }

    @Test
    void putItem_nestingAtLimit_isStored() {
        AttributeValue deep = nested(LEVELS_MAX);

        put(table, Map.of("pk", s("k"), "v", deep));

        assertThat(client.getItem(r -> r.tableName(table).key(Map.of("pk", s("k"))))
                        .item()
                        .get("v"))
                .isEqualTo(deep);
    }

    @Test
    void putItem_nestingPastLimit_isRefused() {
        assertInvalid(() -> put(table, Map.of("pk", s("k"), "v", nested(LEVELS_MAX + 1))), TOO_DEEP);
        assertThat(contents(table)).isEmpty();
    }

    @Test
    void updateItem_expressionValueNestedPastLimit_isRefused() {
        assertInvalidStartingWith(() -> update("SET v = :v", nested(LEVELS_MAX + 1)), TOO_DEEP_BY_UPDATE);
        assertThat(contents(table)).isEmpty();
    }

    @Test
    void updateItem_nestingPastLimitByPath_isRefused() {
        put(table, Map.of("pk", s("k"), "v", AttributeValue.fromM(Map.of("m", nested(LEVELS_MAX - 1)))));
        List<String> before = contents(table);

        assertInvalidStartingWith(() -> update("SET v.m = :v", nested(LEVELS_MAX)), TOO_DEEP_BY_UPDATE);
        assertThat(contents(table)).isEqualTo(before);
    }

    private void update(String expression, AttributeValue value) {
        client.updateItem(r -> r.tableName(table)
                .key(Map.of("pk", s("k")))
                .updateExpression(expression)
                .expressionAttributeValues(Map.of(":v", value)));
    }

    /** A value of so many levels, the innermost being a string: the attribute's own value is the first level. */
    private static AttributeValue nested(int levels) {
        AttributeValue value = s("leaf");
        for (int i = 1; i < levels; i++) {
            value = i % 2 == 0
                    ? AttributeValue.fromL(List.of(n(i), value))
                    : AttributeValue.fromM(Map.of("n", n(i), "v", value));
        }
        return value;
    }

    private static SdkBytes bytes(int... values) {
        return b(values).b();
    }
}
