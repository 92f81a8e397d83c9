package dev.trestle.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DuplicateItemException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/** INSERT, UPDATE and DELETE of one item. */
class PartiqlWriteTest extends PartiqlTest {
    private static final String ITEM =
            "{li: [1, 'two'], m: {x: [1, 2]}, n: 10, ns: <1, 2>, pk: 'a', sk: 1, ss: <'p', 'q'>}";

    @BeforeEach
    void putItem() {
        put(table, ITEM);
    }

    @Test
    void insert_everyType_isStored() {
        assertThat(
                        run(
                                "INSERT INTO $T VALUE {'pk': 'new', 'sk': -1.50e1, 's': 'it''s', 't': true, 'f': FALSE, 'z': NULL,"
                                        + " 'li': [1, 'b', [], {}], 'm': {'k': {'d': .5}}, 'ss': <<'b', 'a'>>, 'ns': <<1, -2>>}"))
                .isEmpty();
        assertThat(get(table, "{pk: 'new', sk: -15}"))
                .isEqualTo("{f: false, li: [1, 'b', [], {}], m: {k: {d: 0.5}}, ns: <-2, 1>, pk: 'new',"
                        + " s: 'it's', sk: -15, ss: <'a', 'b'>, t: true, z: null}");
    }

    @Test
    void insert_parameters_mayBeOfAnyType() {
        run("INSERT INTO $T VALUE {'pk': ?, 'sk': ?, 'b': ?, 'bs': ?}", "'new'", "1", "x'00ff'", "<x'01'>");
        assertThat(get(table, "{pk: 'new', sk: 1}")).isEqualTo("{b: x'00ff', bs: <x'01'>, pk: 'new', sk: 1}");
    }

    @Test
    @DiffersFromDynamoDbLocal("it takes no parameters inside of maps and lists")
    void insert_parameters_mayBeInsideOfDocuments() {
        run("INSERT INTO $T VALUE {'pk': 'new', 'sk': 1, 'm': {'k': [?, {'l': ?}]}}", "1", "x'01'");
        assertThat(get(table, "{pk: 'new', sk: 1}")).isEqualTo("{m: {k: [1, {l: x'01'}]}, pk: 'new', sk: 1}");
    }

    @Test
    @DiffersFromDynamoDbLocal("its error code is DuplicateItem, for which the SDK has no exception")
    void insert_itemExists_isRefusedAndChangesNothing() {
        DynamoDbException e = assertRefused(
                () -> run("INSERT INTO $T VALUE {'pk': 'a', 'sk': 1}"),
                "DuplicateItemException",
                "Duplicate primary key exists in table");
        assertThat(e).isInstanceOf(DuplicateItemException.class);
        assertThat(get(table, "{pk: 'a', sk: 1}")).isEqualTo(ITEM);
    }

    /** Clauses of an UPDATE and what MODIFIED NEW gives for them. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "SET z = 1 | {z: 1}",
                "SET z = 1, y = 'q' | {y: 'q', z: 1}",
                "SET z = 1 SET y = 'q' | {y: 'q', z: 1}",
                "SET z = 1 REMOVE n | {z: 1}",
                "REMOVE n SET z = NULL | {z: null}",
                "SET n = n + 1 | {n: 11}",
                "SET n = n - 3 | {n: 7}",
                "SET n = 1 + n - 2 | {n: 9}",
                "SET n = 5 - n | {n: -5}",
                "SET n = n + sk | {n: 11}",
                "SET n = (n - sk) | {n: 9}",
                "SET n = 1 + 1 | {n: 2}",
                "SET n = -5 | {n: -5}",
                "SET n = sk | {n: 1}",
                "SET c = if_not_exists(c, 0) + 1 | {c: 1}",
                "SET c = if_not_exists(n, 0) | {c: 10}",
                "SET li = list_append(li, [3]) | {li: [1, 'two', 3]}",
                "SET li = LIST_APPEND([0], li) | {li: [0, 1, 'two']}",
                "SET q = list_append(if_not_exists(q, []), ['x']) | {q: ['x']}",
                "SET ss = set_add(ss, <<'r'>>) | {ss: <'p', 'q', 'r'>}",
                "SET ss = set_delete(ss, <<'p', 'z'>>) | {ss: <'q'>}",
                "SET ns = set_add(ns, <<3>>) SET n = 0 | {n: 0, ns: <1, 2, 3>}",
                "SET fresh = set_add(fresh, <<3>>) | {fresh: <3>}",
                "SET \"new\" = {'a': []} | {new: {a: []}}",
            })
    void update_clause_changesTheItem(String clause, String modified) {
        assertThat(run("UPDATE $T " + clause + " WHERE pk = 'a' AND sk = 1 RETURNING MODIFIED NEW *"))
                .containsExactly(modified);
    }

    @Test
    void update_partsOfDocuments_areChangedInPlace() {
        assertThat(run("UPDATE $T SET m.x[0] = 99 SET m.y = ? REMOVE li[0] WHERE pk = 'a' AND sk = 1", "'why'"))
                .isEmpty();
        assertThat(get(table, "{pk: 'a', sk: 1}")).contains("li: ['two']").contains("m: {x: [99, 2], y: 'why'}");
    }

    @Test
    void update_returning_givesWhatWasAskedFor() {
        String where = " WHERE pk = 'a' AND sk = 1";
        assertThat(run("UPDATE $T SET n = 11" + where + " RETURNING ALL OLD *")).containsExactly(ITEM);
        assertThat(run("UPDATE $T SET n = 12" + where + " RETURNING MODIFIED OLD *"))
                .containsExactly("{n: 11}");
        assertThat(run("UPDATE $T SET n = 13" + where + " RETURNING ALL NEW *"))
                .containsExactly(ITEM.replace("n: 10", "n: 13"));
        assertThat(run("UPDATE $T REMOVE none" + where + " RETURNING MODIFIED NEW *"))
                .isEmpty();
    }

    @Test
    void update_keyInAnyForm_isFound() {
        run("UPDATE $T SET n = 1 WHERE 1 = sk AND ('a' = pk AND n = 10)");
        run("UPDATE $T SET n = 2 WHERE pk = 'a' AND sk = 1 AND sk = 1 AND sk > 0");
        assertThat(get(table, "{pk: 'a', sk: 1}")).isEqualTo(ITEM.replace("n: 10", "n: 2"));
    }

    @Test
    void update_conditionFails_changesNothing() {
        assertRefused(
                () -> run("UPDATE $T SET n = 1 WHERE pk = 'a' AND sk = 1 AND n = 77"),
                CONDITION_FAILED,
                "The conditional request failed");
        assertThat(get(table, "{pk: 'a', sk: 1}")).isEqualTo(ITEM);
    }

    @Test
    void update_conditionFails_givesTheItemIfAsked() {
        assertThatThrownBy(() -> page(
                        "UPDATE $T SET n = 1 WHERE pk = 'a' AND sk = 1 AND n = 77",
                        r -> r.returnValuesOnConditionCheckFailure("ALL_OLD")))
                .isInstanceOfSatisfying(
                        ConditionalCheckFailedException.class,
                        e -> assertThat(Literals.show(e.item())).isEqualTo(ITEM));
    }

    @Test
    void update_noSuchItem_failsItsCondition() {
        for (String more : new String[] {"", " AND n IS MISSING", " AND (n = 1 OR n IS MISSING)"}) {
            assertRefused(
                    () -> run("UPDATE $T SET n = 1 WHERE pk = 'none' AND sk = 1" + more),
                    CONDITION_FAILED,
                    "The conditional request failed");
        }
        assertThat(contents(table)).containsExactly(ITEM);
    }

    @Test
    void delete_item_isGone() {
        assertThat(run("DELETE FROM $T WHERE pk = 'a' AND sk = 1 AND n = 10 RETURNING ALL OLD *"))
                .containsExactly(ITEM);
        assertThat(contents(table)).isEmpty();
    }

    @Test
    void delete_conditionFails_changesNothing() {
        assertRefused(
                () -> run("DELETE FROM $T WHERE pk = 'a' AND sk = 1 AND n = 77"),
                CONDITION_FAILED,
                "The conditional request failed");
        assertThat(contents(table)).containsExactly(ITEM);
    }

    @Test
    void delete_noSuchItem_succeedsWhateverTheCondition() {
        assertThat(run("DELETE FROM $T WHERE pk = 'none' AND sk = 1")).isEmpty();
        assertThat(run("DELETE FROM $T WHERE pk = 'none' AND sk = 1 AND n = 77 RETURNING ALL OLD *"))
                .isEmpty();
    }
}
