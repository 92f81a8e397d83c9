package dev.trestle.conformance;

import static dev.trestle.conformance.Literals.item;
import static dev.trestle.conformance.Literals.show;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;

/** Reading parts of an item by projection expressions. */
@EngineRules
class ProjectionExpressionsTest extends ConformanceTest {
    private static final String KEY = "{pk: 'a'}";

    private String table = "";

    @BeforeEach
    void createTable() {
        table = create(TableShape.keys("pk S"));
        put(
                table,
                "{pk: 'a', n: 1, m: {a: 1, b: {c: 2, d: 3}}, l: ['zero', ['x', 'y'], {k: 'v', w: 'u'}], ss: <'p',"
                        + " 'q'>}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "n                     | {n: 1}",
                "n, pk                 | {n: 1, pk: 'a'}",
                "ss                    | {ss: <'p', 'q'>}",
                "n, absent             | {n: 1}",
                "m.a                   | {m: {a: 1}}",
                "m.b.c                 | {m: {b: {c: 2}}}",
                "m.a, m.b.d            | {m: {a: 1, b: {d: 3}}}",
                "m.absent, n           | {n: 1}",
                "l[0]                  | {l: ['zero']}",
                "l[2], l[0]            | {l: ['zero', {k: 'v', w: 'u'}]}",
                "l[1][1]               | {l: [['y']]}",
                "l[1][1], l[1][0]      | {l: [['x', 'y']]}",
                "l[2].k                | {l: [{k: 'v'}]}",
                "l[0], l[2].w, n       | {l: ['zero', {w: 'u'}], n: 1}",
                "l[7], n               | {n: 1}",
                "n.x, pk               | {pk: 'a'}",
                "n[0], pk              | {pk: 'a'}",
                " n ,pk                | {n: 1, pk: 'a'}",
            })
    void getItem_projection_givesThePathsThatExist(String projection, String expected) {
        assertThat(show(project(projection).item())).isEqualTo(expected);
        assertThat(show(client.scan(r -> r.tableName(table).projectionExpression(projection))
                        .items()
                        .get(0)))
                .isEqualTo(expected);
    }

    @Test
    void getItem_projectionOfNothingThatExists_givesAnEmptyItem() {
        GetItemResponse response = project("absent, m.absent");

        assertThat(response.hasItem()).isTrue();
        assertThat(response.item()).isEmpty();
    }

    @Test
    void getItem_projectionOfAMissingItem_givesNoItem() {
        assertThat(client.getItem(r -> r.tableName(table).key(item("{pk: 'b'}")).projectionExpression("n"))
                        .hasItem())
                .isFalse();
    }

    @Test
    void getItem_projectionWithPlaceholders_givesThePaths() {
        put(table, Map.of("pk", Literals.s("p"), "a.b", Literals.n(1), "name", Literals.value("{size: [1, 2]}")));

        assertThat(show(client.getItem(r -> r.tableName(table)
                                .key(item("{pk: 'p'}"))
                                .projectionExpression("#dot, #n.#s[1]")
                                .expressionAttributeNames(Map.of("#dot", "a.b", "#n", "name", "#s", "size")))
                        .item()))
                .isEqualTo("{a.b: 1, name: {size: [2]}}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "n, n          | Two document paths overlap with each other; must remove or rewrite one of these"
                        + " paths; path one: [n], path two: [n]",
                "m, m.a        | Two document paths overlap with each other; must remove or rewrite one of these"
                        + " paths; path one: [m], path two: [m, a]",
                "m.b.c, m.b    | Two document paths overlap with each other; must remove or rewrite one of these"
                        + " paths; path one: [m, b, c], path two: [m, b]",
                "l[0], l       | Two document paths overlap with each other; must remove or rewrite one of these"
                        + " paths; path one: [l, [0]], path two: [l]",
                "m.a, m[0]     | Two document paths conflict with each other; must remove or rewrite one of these"
                        + " paths; path one: [m, a], path two: [m, [0]]",
                "n,            | Syntax error; token: \"<EOF>\", near: \",\"",
                "n pk          | Syntax error; token: \"pk\", near: \"n pk\"",
                ":n            | Syntax error; token: \":n\", near: \":n\"",
                "size(n)       | Syntax error; token: \"(\", near: \"size(n\"",
                "name          | Attribute name is a reserved keyword; reserved keyword: name",
                "#n            | An expression attribute name used in the document path is not defined; attribute"
                        + " name: #n",
            })
    void getItem_badProjection_isRefused(String projection, String complaint) {
        assertInvalid(() -> project(projection), "Invalid ProjectionExpression: " + complaint);
    }

    private GetItemResponse project(String projection) {
        return client.getItem(r -> r.tableName(table).key(item(KEY)).projectionExpression(projection));
    }
}
