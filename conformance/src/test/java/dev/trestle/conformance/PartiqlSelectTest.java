package dev.trestle.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** SELECT: which items, in which order, and what of them. */
class PartiqlSelectTest extends PartiqlTest {

    @BeforeEach
    void putItems() {
        for (int i = 0; i < 5; i++) {
            put(
                    table,
                    "{pk: 'a', sk: " + i + ", g: 'G', l: 'l" + (9 - i) + "', n: " + i * 10
                            + ", m: {x: [1, {y: 2}]}, ss: <'p', 'q'>, li: [1, 'two', null, true]}");
        }
        put(table, "{pk: 'b', sk: 1}");
        put(table, "{pk: 'c', sk: 1}");
    }

    /** Conditions beside {@code pk = 'a'}, and the sort keys of the items that meet them. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "sk = 2 | 2",
                "2 = sk | 2",
                "sk > 2 | 3 4",
                "sk >= 1 AND sk < 3 | 1 2",
                "sk BETWEEN 1 AND 2 | 1 2",
                "sk NOT BETWEEN 1 AND 2 | 0 3 4",
                "sk IN [1, 3] | 1 3",
                "sk <> 1 | 0 2 3 4",
                "NOT (sk = 1 OR sk = 2) | 0 3 4",
                "n = 10 | 1",
                "n != 10 | 0 2 3 4",
                "n BETWEEN 10 AND 30 | 1 2 3",
                "n IN (10, 30) | 1 3",
                "n NOT IN [10, 30] | 0 2 4",
                "NOT n IN [10] | 0 2 3 4",
                "(n = 10 OR n = 20) AND NOT (sk = 1) | 2",
                "((n = 10)) | 1",
                "none IS MISSING AND sk = 1 | 1",
                "m.x IS NOT MISSING AND sk = 1 | 1",
                "m IS MISSING | ",
                "li[2] IS NULL AND sk = 1 | 1",
                "none IS NULL | ",
                "n IS NOT NULL AND none IS NOT NULL AND sk = 1 | 1",
                "none = NULL | ",
                "none <> 1 AND sk = 1 | 1",
                "n = '10' | ",
                "begins_with(l, 'l9') | 0",
                "BEGINS_WITH(\"l\", 'l9') | 0",
                "NOT begins_with(l, 'l9') AND sk < 2 | 1",
                "contains(ss, 'p') AND contains(li, 'two') AND sk = 1 | 1",
                "contains(ss, 'z') | ",
                "size(li) = 4 AND size(li) > size(ss) AND sk = 1 | 1",
                "attribute_type(n, 'N') AND sk = 1 | 1",
                "attribute_type(n, 'S') | ",
                "m.x[1].y = 2 AND sk = 1 | 1",
                "\"m\".\"x\"[0] = 1 AND m['x'][0] = 1 AND sk = 1 | 1",
                "li = [1, 'two', NULL, true] AND sk = 1 | 1",
                "ss = <<'q', 'p'>> AND sk = 1 | 1",
                "m = {'x': [1, {'y': 2}]} AND sk = 1 | 1",
                "pk = 'b' | ",
                "sk = 1 -- and so on | 1",
                "/* first */ sk = 1; | 1",
                "name IS MISSING AND sk = 1 | 1",
            })
    void select_condition_givesTheItemsThatMeetIt(String condition, String expected) {
        List<String> sortKeys = run("SELECT sk FROM $T WHERE pk = 'a' AND " + condition);

        assertThat(String.join(" ", sortKeys)
                        .replaceAll("[^0-9 ]", "")
                        .replaceAll(" +", " ")
                        .strip())
                .isEqualTo(expected == null ? "" : expected);
    }

    @Test
    @DiffersFromDynamoDbLocal("it forgets to turn the operator around")
    void select_valueBeforeSortKey_givesTheItemsThatMeetIt() {
        assertThat(run("SELECT sk FROM $T WHERE pk = 'a' AND 2 < sk")).containsExactly("{sk: 3}", "{sk: 4}");
        assertThat(run("SELECT sk FROM $T WHERE pk = 'a' AND 1 >= sk")).containsExactly("{sk: 0}", "{sk: 1}");
    }

    @Test
    @DiffersFromDynamoDbLocal("it fails with an internal error when two attributes are compared")
    void select_twoAttributesCompared_givesTheItemsThatMeetIt() {
        assertThat(run("SELECT sk FROM $T WHERE pk = 'a' AND n = sk")).containsExactly("{sk: 0}");
    }

    @Test
    void select_parameters_takeTheirPlaceInOrder() {
        assertThat(run(
                        "SELECT sk FROM $T WHERE pk = ? AND n IN [?, ?] AND begins_with(l, ?)",
                        "'a'",
                        "10",
                        "20",
                        "'l8'"))
                .containsExactly("{sk: 1}");
        assertThat(run("select sk from $T where m = ? and sk = ?", "{x: [1, {y: 2}]}", "3"))
                .containsExactly("{sk: 3}");
    }

    @Test
    void select_quoteInsideAString_isWrittenTwice() {
        client.putItem(r -> r.tableName(table).item(Map.of("pk", Literals.s("it's"), "sk", Literals.n(1))));
        assertThat(run("SELECT sk FROM $T WHERE pk = 'it''s'")).containsExactly("{sk: 1}");
    }

    @Test
    void select_noWhere_scansTheTable() {
        assertThat(run("SELECT * FROM $T")).hasSize(7).contains("{pk: 'c', sk: 1}");
        assertThat(run("SELECT pk FROM $T WHERE sk = 1"))
                .containsExactlyInAnyOrder("{pk: 'a'}", "{pk: 'b'}", "{pk: 'c'}");
        assertThat(run("SELECT pk FROM $T WHERE pk = 'c' OR n = 10"))
                .containsExactlyInAnyOrder("{pk: 'a'}", "{pk: 'c'}");
        assertThat(run("SELECT pk FROM $T WHERE pk > 'a'")).containsExactlyInAnyOrder("{pk: 'b'}", "{pk: 'c'}");
    }

    @Test
    void select_severalPartitions_givesEachOnce() {
        List<String> both = List.of("{pk: 'b', sk: 1}", "{pk: 'c', sk: 1}");
        assertThat(run("SELECT pk, sk FROM $T WHERE pk IN ['c', 'b', 'c', 'none']"))
                .containsExactlyInAnyOrderElementsOf(both);
        assertThat(run("SELECT pk, sk FROM $T WHERE pk = 'b' OR pk = 'c'")).containsExactlyInAnyOrderElementsOf(both);
        assertThat(run("SELECT pk, sk FROM $T WHERE pk IN ['b', 'a'] AND sk IN [1, 2]"))
                .containsExactlyInAnyOrder("{pk: 'b', sk: 1}", "{pk: 'a', sk: 1}", "{pk: 'a', sk: 2}");
    }

    @Test
    void select_orderOfSeveralPartitions_isByPartitionKey() {
        assertThat(run("SELECT pk FROM $T WHERE pk IN ['b', 'a', 'c'] AND sk = 1 ORDER BY pk"))
                .containsExactly("{pk: 'a'}", "{pk: 'b'}", "{pk: 'c'}");
        assertThat(run("SELECT pk FROM $T WHERE pk IN ['b', 'a', 'c'] AND sk = 1 ORDER BY pk DESC"))
                .containsExactly("{pk: 'c'}", "{pk: 'b'}", "{pk: 'a'}");
    }

    @Test
    @DiffersFromDynamoDbLocal("it fails with an internal error on a descending order of one partition")
    void select_orderOfOnePartition_isBySortKey() {
        assertThat(run("SELECT sk FROM $T WHERE pk = 'a' AND sk > 2 ORDER BY sk DESC"))
                .containsExactly("{sk: 4}", "{sk: 3}");
        assertThat(run("SELECT sk FROM $T WHERE pk = 'a' AND sk > 2 ORDER BY sk ASC"))
                .containsExactly("{sk: 3}", "{sk: 4}");
        assertThat(run("SELECT sk FROM $T WHERE pk = 'a' AND sk > 2 ORDER BY pk DESC, sk"))
                .containsExactly("{sk: 3}", "{sk: 4}");
        assertThat(run("SELECT sk FROM $T.byGroup WHERE g = 'G' AND sk > 2 ORDER BY sk DESC"))
                .containsExactly("{sk: 4}", "{sk: 3}");
    }

    @Test
    void select_globalIndex_readsWhatItProjects() {
        assertThat(run("SELECT sk, n FROM $T.\"byGroup\" WHERE g = 'G' AND sk >= 3"))
                .containsExactly("{n: 30, sk: 3}", "{n: 40, sk: 4}");
        assertThat(run("SELECT * FROM $T.groupKeys WHERE g = 'G' AND sk = 3"))
                .containsExactly("{g: 'G', pk: 'a', sk: 3}");
        assertThat(run("SELECT pk FROM $T.byGroup")).hasSize(5);
    }

    @Test
    @DiffersFromDynamoDbLocal("it has no index keys of several attributes in PartiQL")
    void select_indexKeyOfSeveralAttributes_isAQueryIfAllPartitionAttributesAreFixed() {
        table = create(
                TableShape.keys("id S").gsi("wide", TableShape.all(), List.of("a S", "b N"), List.of("c S", "d N")));
        for (int i = 0; i < 6; i++) {
            put(table, "{id: 'i" + i + "', a: 'x', b: " + i % 2 + ", c: 'c', d: " + i + "}");
        }
        assertThat(run("SELECT id FROM $T.wide WHERE b = 1 AND a = 'x' ORDER BY d DESC"))
                .containsExactly("{id: 'i5'}", "{id: 'i3'}", "{id: 'i1'}");
        assertThat(run("SELECT id FROM $T.wide WHERE a = 'x' AND b = 1 AND d > 1 AND c = 'c'"))
                .containsExactly("{id: 'i3'}", "{id: 'i5'}");
        assertThat(run("SELECT id FROM $T.wide WHERE a = 'x' AND b = 1 AND d > 1"))
                .containsExactly("{id: 'i3'}", "{id: 'i5'}");
        assertThat(run("SELECT id FROM $T.wide WHERE a = 'x' AND d IN [1, 2]"))
                .containsExactlyInAnyOrder("{id: 'i1'}", "{id: 'i2'}");
        assertInvalid(
                () -> run("SELECT id FROM $T.wide WHERE a = 'x' ORDER BY d"),
                "Must have at least one non-optional hash key condition in WHERE clause when using ORDER BY clause.");
    }

    @Test
    void select_localIndex_isInItsOrderAndFetchesWhatItDoesNotProject() {
        assertThat(run("SELECT sk FROM $T.byLabel WHERE pk = 'a' ORDER BY l"))
                .containsExactly("{sk: 4}", "{sk: 3}", "{sk: 2}", "{sk: 1}", "{sk: 0}");
        assertThat(run("SELECT n FROM $T.byLabel WHERE pk = 'a' AND begins_with(l, 'l8')"))
                .containsExactly("{n: 10}");
        assertThat(run("SELECT * FROM $T.byLabel WHERE pk = 'a' AND l = 'l8'"))
                .containsExactly("{l: 'l8', pk: 'a', sk: 1}");
        assertThat(shown(page("SELECT sk FROM $T.byLabel WHERE pk = 'a' AND l = 'l8'", r -> r.consistentRead(true))))
                .containsExactly("{sk: 1}");
    }

    @Test
    void select_paths_areNamedByTheirLastField() {
        assertThat(run("SELECT m.x, li[1] FROM $T WHERE pk = 'a' AND sk = 1"))
                .containsExactly("{li[1]: 'two', x: [1, {y: 2}]}");
        assertThat(run("SELECT m.x[1], sk FROM $T WHERE pk = 'a' AND sk = 1")).containsExactly("{sk: 1, x[1]: {y: 2}}");
        assertThat(run("SELECT none, m.nil, li[9] FROM $T WHERE pk = 'a' AND sk = 1"))
                .containsExactly("{}");
    }

    @Test
    @DiffersFromDynamoDbLocal("it names such a path by the list's element and gives that")
    void select_fieldBehindIndex_isNamedByTheField() {
        assertThat(run("SELECT m.x[1].y FROM $T WHERE pk = 'a' AND sk = 1")).containsExactly("{y: 2}");
    }

    @Test
    void select_names_areCaseSensitiveAndKeywordsAreNot() {
        assertThat(run("sElEcT SK fRoM $T wHeRe pk = 'b'")).containsExactly("{}");
        assertThat(run("SELECT sk FROM $T WHERE PK = 'b'")).isEmpty();
        put(table, "{pk: 'd', sk: 1, order: 'x', date: 'y'}");
        assertThat(run("SELECT \"order\", \"date\" FROM $T WHERE pk = 'd' AND \"order\" = 'x'"))
                .containsExactly("{date: 'y', order: 'x'}");
    }
}
