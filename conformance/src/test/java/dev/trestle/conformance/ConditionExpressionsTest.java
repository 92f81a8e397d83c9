package dev.trestle.conformance;

import static dev.trestle.conformance.Literals.item;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/**
 * What a condition holds for: every operator and function, on attributes and nested paths, as a condition and as a
 * filter.
 */
@EngineRules
class ConditionExpressionsTest extends ConformanceTest {
    private static final String ITEM =
            "{pk: 'a', s: 'hello', blank: '', n: 5, neg: -1.5, b: x'010203', t: true, f: false, nul: null, l: [1,"
                    + " 'two', [3, {deep: 'x'}]], m: {k: 'v', i: {j: 7}}, ss: <'x', 'y'>, ns: <1, 2>, bs: <x'01', x'02'>}";

    private String table = "";

    @BeforeEach
    void createTable() {
        table = create(TableShape.keys("pk S"));
        put(table, ITEM);
    }

    @ParameterizedTest(name = "{0} with {1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "s = :v              | {:v: 'hello'}            | true",
                "s = :v              | {:v: 'Hello'}            | false",
                "s = :v              | {:v: 5}                  | false",
                "absent = :v        | {:v: 5}                  | false",
                "n = :v              | {:v: 5.0}                | true",
                ":v = n              | {:v: 5}                  | true",
                "n = :v              | {:v: '5'}                | false",
                "b = :v              | {:v: x'010203'}          | true",
                "t = :v              | {:v: true}               | true",
                "t = f               | {}                       | false",
                "nul = :v            | {:v: null}               | true",
                "l = :v              | {:v: [1, 'two', [3, {deep: 'x'}]]} | true",
                "l = :v              | {:v: ['two', 1, [3, {deep: 'x'}]]} | false",
                "m = :v              | {:v: {i: {j: 7}, k: 'v'}} | true",
                "m = :v              | {:v: {k: 'v'}}           | false",
                "ss = :v             | {:v: <'y', 'x'>}         | true",
                "ss = :v             | {:v: <'y'>}              | false",
                "ns = :v             | {:v: <2, 1.0>}           | true",
                "bs = :v             | {:v: <x'02', x'01'>}     | true",
                "s <> :v             | {:v: 'hello'}            | false",
                "s <> :v             | {:v: 'x'}                | true",
                "s <> :v             | {:v: 5}                  | true",
                "absent <> :v       | {:v: 5}                  | true",
                "n < :v              | {:v: 6}                  | true",
                "n < :v              | {:v: 5}                  | false",
                "n <= :v             | {:v: 5}                  | true",
                "n > :v              | {:v: 4}                  | true",
                "n > :v              | {:v: 5}                  | false",
                "n >= :v             | {:v: 5}                  | true",
                "n > :v              | {:v: 10}                 | false",
                "neg < :v            | {:v: 0}                  | true",
                "n < :v              | {:v: '6'}                | false",
                "n >= :v             | {:v: '4'}                | false",
                "absent < :v        | {:v: 6}                  | false",
                "absent >= :v       | {:v: 6}                  | false",
                "s < :v              | {:v: 'i'}                | true",
                "s > :v              | {:v: 'Z'}                | true",
                "s > :v              | {:v: 'hell'}             | true",
                "blank < :v          | {:v: 'a'}                | true",
                "blank = :v          | {:v: ''}                 | true",
                "b < :v              | {:v: x'0103'}            | true",
                "b < :v              | {:v: x'ff'}              | true",
                "n > neg             | {}                       | true",
                "n BETWEEN :v AND :w | {:v: 5, :w: 6}           | true",
                "n BETWEEN :v AND :w | {:v: 4, :w: 5}           | true",
                "n BETWEEN :v AND :w | {:v: 6, :w: 7}           | false",
                "s BETWEEN :v AND :w | {:v: 'a', :w: 'z'}       | true",
                "s BETWEEN :v AND :w | {:v: 1, :w: 9}           | false",
                ":v BETWEEN neg AND n | {:v: 0}                 | true",
                "absent BETWEEN :v AND :w | {:v: 1, :w: 2}     | false",
                "n IN (:v)           | {:v: 5}                  | true",
                "n IN (:v, :w)       | {:v: 4, :w: 5}           | true",
                "n IN (:v, :w)       | {:v: 4, :w: '5'}         | false",
                "s IN (:v, absent)  | {:v: 'x'}                | false",
                "absent IN (:v)     | {:v: 1}                  | false",
                "ss IN (:v)          | {:v: <'y', 'x'>}         | true",
                "m.k = :v            | {:v: 'v'}                | true",
                "m.i.j = :v          | {:v: 7}                  | true",
                "m.i.absent = :v    | {:v: 7}                  | false",
                "l[0] = :v           | {:v: 1}                  | true",
                "l[1] = :v           | {:v: 'two'}              | true",
                "l[2][1].deep = :v   | {:v: 'x'}                | true",
                "l[9] = :v           | {:v: 1}                  | false",
                "s[0] = :v           | {:v: 'h'}                | false",
                "s.k = :v            | {:v: 'h'}                | false",
                "m[0] = :v           | {:v: 'v'}                | false",
            })
    void comparison_ofThisItem_holdsOrNot(String condition, String values, boolean holds) {
        assertHolds(condition, values, holds);
    }

    @ParameterizedTest(name = "{0} with {1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "attribute_exists(s)            | {}               | true",
                "attribute_exists(nul)          | {}               | true",
                "attribute_exists(absent)      | {}               | false",
                "attribute_exists(m.i.j)        | {}               | true",
                "attribute_exists(m.i.x)        | {}               | false",
                "attribute_exists(l[2])         | {}               | true",
                "attribute_exists(l[3])         | {}               | false",
                "attribute_exists(s.x)          | {}               | false",
                "attribute_not_exists(absent)  | {}               | true",
                "attribute_not_exists(s)        | {}               | false",
                "attribute_not_exists(m.x.y)    | {}               | true",
                "attribute_type(s, :v)          | {:v: 'S'}        | true",
                "attribute_type(n, :v)          | {:v: 'N'}        | true",
                "attribute_type(b, :v)          | {:v: 'B'}        | true",
                "attribute_type(t, :v)          | {:v: 'BOOL'}     | true",
                "attribute_type(nul, :v)        | {:v: 'NULL'}     | true",
                "attribute_type(l, :v)          | {:v: 'L'}        | true",
                "attribute_type(m, :v)          | {:v: 'M'}        | true",
                "attribute_type(ss, :v)         | {:v: 'SS'}       | true",
                "attribute_type(ns, :v)         | {:v: 'NS'}       | true",
                "attribute_type(bs, :v)         | {:v: 'BS'}       | true",
                "attribute_type(s, :v)          | {:v: 'N'}        | false",
                "attribute_type(absent, :v)    | {:v: 'S'}        | false",
                "attribute_type(m.k, :v)        | {:v: 'S'}        | true",
                "begins_with(s, :v)             | {:v: 'hel'}      | true",
                "begins_with(s, :v)             | {:v: ''}         | true",
                "begins_with(s, :v)             | {:v: 'hello!'}   | false",
                "begins_with(b, :v)             | {:v: x'0102'}    | true",
                "begins_with(b, :v)             | {:v: x'02'}      | false",
                "begins_with(b, :v)             | {:v: 'h'}        | false",
                "begins_with(n, :v)             | {:v: '5'}        | false",
                "begins_with(absent, :v)       | {:v: 'h'}        | false",
                "begins_with(:v, s)             | {:v: 'hello you'} | true",
                "contains(s, :v)                | {:v: 'ell'}      | true",
                "contains(s, :v)                | {:v: 'x'}        | false",
                "contains(s, :v)                | {:v: 5}          | false",
                "contains(b, :v)                | {:v: x'0203'}    | true",
                "contains(b, :v)                | {:v: x'0103'}    | false",
                "contains(ss, :v)               | {:v: 'x'}        | true",
                "contains(ss, :v)               | {:v: 'xy'}       | false",
                "contains(ss, :v)               | {:v: 1}          | false",
                "contains(ns, :v)               | {:v: 1.0}        | true",
                "contains(bs, :v)               | {:v: x'02'}      | true",
                "contains(l, :v)                | {:v: 'two'}      | true",
                "contains(l, :v)                | {:v: 1}          | true",
                "contains(l, :v)                | {:v: [3, {deep: 'x'}]} | true",
                "contains(l, :v)                | {:v: 3}          | false",
                "contains(m, :v)                | {:v: 'k'}        | false",
                "contains(n, :v)                | {:v: 5}          | false",
                "contains(absent, :v)          | {:v: 'x'}        | false",
                "contains(:v, s)                | {:v: 'say hello'} | true",
                "contains(:v, s)                | {:v: ['hello']}  | true",
                "size(s) = :v                   | {:v: 5}          | true",
                "size(blank) = :v               | {:v: 0}          | true",
                "size(b) = :v                   | {:v: 3}          | true",
                "size(l) = :v                   | {:v: 3}          | true",
                "size(m) = :v                   | {:v: 2}          | true",
                "size(ss) = :v                  | {:v: 2}          | true",
                "size(ns) = :v                  | {:v: 2}          | true",
                "size(bs) = :v                  | {:v: 2}          | true",
                "size(m.k) = :v                 | {:v: 1}          | true",
                "size(n) = :v                   | {:v: 1}          | false",
                "size(n) <> :v                  | {:v: 1}          | true",
                "size(absent) > :v             | {:v: 0}          | false",
                "size(s) > size(b)              | {}               | true",
                "size(s) BETWEEN :v AND n       | {:v: 1}          | true",
                "size(s) IN (:v, n)             | {:v: 1}          | true",
                "n = size(s)                    | {}               | true",
            })
    void function_onThisItem_holdsOrNot(String condition, String values, boolean holds) {
        assertHolds(condition, values, holds);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "n = :five AND s = :hello                          | true",
                "n = :five AND s = :five                           | false",
                "n = :hello OR s = :hello                          | true",
                "n = :hello OR s = :five                           | false",
                "NOT n = :five AND s = :hello                      | false",
                "NOT n = :hello AND s = :hello                     | true",
                "NOT (n = :five AND s = :five) AND s = :hello      | true",
                "n = :hello AND s = :hello OR n = :five            | true",
                "n = :five OR n = :hello AND s = :five             | true",
                "(n = :five OR n = :hello) AND s = :five           | false",
                "NOT NOT n = :five AND s = :hello                  | true",
                "not n = :five or s = :hello                       | true",
                "n between :five and :five and s in (:hello)       | true",
                "(n = :five) AND (s = :hello)                      | true",
                "NOT (NOT (n = :five AND s = :hello))              | true",
                "s=:hello AND n=:five                              | true",
                "s=:hello AND(n=:five)                             | true",
                "attribute_exists ( s ) AND n = :five AND s=:hello | true",
            })
    void logic_onThisItem_holdsOrNot(String condition, boolean holds) {
        Map<String, AttributeValue> values = item("{:five: 5, :hello: 'hello'}");
        values = values.entrySet().stream()
                .filter(value -> condition.contains(value.getKey()))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
        assertHolds(condition, Literals.show(values), holds);
    }

    @Test
    void placeholders_ofEveryForm_nameAttributes() {
        put(table, Map.of("pk", Literals.s("dots"), "a.b", Literals.n(1), "size", Literals.value("{x: [7]}")));

        client.deleteItem(r -> r.tableName(table)
                .key(item("{pk: 'dots'}"))
                .conditionExpression("#dot = :one AND #0s.#x[0] = :7 AND attribute_exists(#_)")
                .expressionAttributeNames(Map.of("#dot", "a.b", "#0s", "size", "#x", "x", "#_", "pk"))
                .expressionAttributeValues(item("{:one: 1, :7: 7}")));

        assertThat(get(table, "{pk: 'dots'}")).isEqualTo("{}");
    }

    @Test
    void in_withAHundredOperands_isEvaluated() {
        Map<String, AttributeValue> values = new LinkedHashMap<>();
        for (int i = 0; i < 100; i++) {
            values.put(":v" + i, Literals.n(i - 94));
        }
        String operands = IntStream.range(0, 100).mapToObj(i -> ":v" + i).collect(Collectors.joining(", "));

        client.updateItem(r -> r.tableName(table)
                .key(item("{pk: 'a'}"))
                .conditionExpression("n IN (" + operands + ")")
                .expressionAttributeValues(values));
    }

    /** Asks the same question as the condition of a write and as the filter of a scan. */
    private void assertHolds(String condition, String values, boolean holds) {
        Map<String, AttributeValue> given = item(values);
        boolean written;
        try {
            client.updateItem(r -> {
                r.tableName(table).key(item("{pk: 'a'}")).conditionExpression(condition);
                if (!given.isEmpty()) {
                    r.expressionAttributeValues(given);
                }
            });
            written = true;
        } catch (ConditionalCheckFailedException e) {
            written = false;
        }
        ScanResponse scanned = client.scan(r -> {
            r.tableName(table).filterExpression(condition);
            if (!given.isEmpty()) {
                r.expressionAttributeValues(given);
            }
        });

        assertThat(written).as("as a condition").isEqualTo(holds);
        assertThat(scanned.count()).as("as a filter").isEqualTo(holds ? 1 : 0);
        assertThat(scanned.scannedCount()).isEqualTo(1);
    }
}
