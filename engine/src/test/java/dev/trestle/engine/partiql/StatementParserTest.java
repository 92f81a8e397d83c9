package dev.trestle.engine.partiql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.value.Value;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StatementParserTest {
    private static final String MALFORMED = "Statement wasn't well formed, can't be processed: ";

    private static Statement parse(String text, Value... parameters) {
        return StatementParser.parse(text, List.of(parameters));
    }

    private static Expr where(String condition) {
        return ((Statement.Select) parse("SELECT * FROM t WHERE " + condition)).where();
    }

    private static Expr.Path path(String... names) {
        return new Expr.Path(List.of(names).stream()
                .map(name -> (Expr.Step) new Expr.Field(name))
                .toList());
    }

    private static Expr.Constant number(String text) {
        return new Expr.Constant(new Value.N(text));
    }

    private static Expr equal(String name, String number) {
        return new Expr.Comparison("=", path(name), number(number));
    }

    @Test
    void parse_select_hasAllItsParts() {
        assertThat(parse(
                        "select a, b.\"c d\"[7]['e'] from \"T\".\"I\" where a = ? order by a desc, b",
                        new Value.N("1.0")))
                .isEqualTo(new Statement.Select(
                        List.of(
                                path("a"),
                                new Expr.Path(List.of(
                                        new Expr.Field("b"),
                                        new Expr.Field("c d"),
                                        new Expr.Element(7),
                                        new Expr.Field("e")))),
                        "T",
                        "I",
                        equal("a", "1"),
                        List.of(new Statement.Order("a", false), new Statement.Order("b", true))));
    }

    @Test
    void parse_insert_hasItsItem() {
        assertThat(parse("INSERT INTO t VALUE {'a': [1, {'b': ?}], 'c': <<2, 10>>}", new Value.S("x")))
                .isEqualTo(new Statement.Insert(
                        "t",
                        Map.of(
                                "a",
                                new Value.L(List.of(new Value.N("1"), new Value.M(Map.of("b", new Value.S("x"))))),
                                "c",
                                new Value.NS(List.of("2", "10")))));
    }

    @Test
    void parse_update_hasAllItsParts() {
        assertThat(parse("UPDATE t SET a = b + 1, c = 2 REMOVE d SET e = f(g) WHERE a = 1 RETURNING MODIFIED OLD *"))
                .isEqualTo(new Statement.Update(
                        "t",
                        List.of(
                                new Statement.Assignment(path("a"), new Expr.Arithmetic("+", path("b"), number("1"))),
                                new Statement.Assignment(path("c"), number("2")),
                                new Statement.Assignment(path("e"), new Expr.Call("f", List.of(path("g"))))),
                        List.of(path("d")),
                        equal("a", "1"),
                        "UPDATED_OLD"));
    }

    @Test
    void parse_delete_hasAllItsParts() {
        assertThat(parse("DELETE FROM t WHERE a = 1 RETURNING ALL OLD *;"))
                .isEqualTo(new Statement.Delete("t", equal("a", "1"), "ALL_OLD"));
    }

    @Test
    void parse_operators_bindInTheirOrder() {
        assertThat(where("a = 1 OR NOT b = 2 AND c = 3"))
                .isEqualTo(new Expr.Junction(
                        false,
                        List.of(
                                equal("a", "1"),
                                new Expr.Junction(true, List.of(new Expr.Not(equal("b", "2")), equal("c", "3"))))));
        assertThat(where("NOT NOT a = 1")).isEqualTo(equal("a", "1"));
        assertThat(where("a NOT BETWEEN 1 AND 2 AND b = 3"))
                .isEqualTo(new Expr.Junction(
                        true,
                        List.of(new Expr.Not(new Expr.Between(path("a"), number("1"), number("2"))), equal("b", "3"))));
        assertThat(where("a = 1 - -2"))
                .isEqualTo(new Expr.Comparison("=", path("a"), new Expr.Arithmetic("-", number("1"), number("-2"))));
    }

    @Test
    void parse_mistake_tellsLineAndColumn() {
        assertThatThrownBy(() -> parse("SELECT *\n  FROM t\n  WHERE a == 1"))
                .isInstanceOf(EngineException.class)
                .hasMessage(MALFORMED + "Unexpected token at 3:12:1");
        assertThatThrownBy(() -> parse("SELECT * FROM t WHERE a = 'x\ny' AND b = `1`"))
                .hasMessage(MALFORMED + "Invalid character at 2:12:1");
    }

    @Test
    void parse_deepNesting_isLimited() {
        assertThat(where("(".repeat(100) + "a = 1" + ")".repeat(100))).isEqualTo(equal("a", "1"));
        for (String open : List.of("(", "size(", "NOT (", "a = [", "a = {'a': ")) {
            assertThatThrownBy(() -> where(open.repeat(8000 / open.length())))
                    .as(open)
                    .isInstanceOf(EngineException.class);
        }
        assertThatThrownBy(() -> where("(".repeat(129) + "a = 1" + ")".repeat(129)))
                .hasMessageStartingWith(MALFORMED + "Nesting is deeper than 128 levels at 1:");
        assertThat(where("NOT ".repeat(2000) + "a = 1")).isEqualTo(equal("a", "1"));
    }

    @Test
    void parse_longSum_isLimited() {
        assertThatThrownBy(() -> where("a = 1" + " + 1".repeat(301)))
                .isInstanceOf(EngineException.class)
                .hasMessage("The expression contains too many operators; operator count: 301");
    }

    @Test
    void parse_valuesBeyondTheirLimits_areRefused() {
        assertThatThrownBy(() -> where("a = 1e200")).isInstanceOf(EngineException.class);
        assertThatThrownBy(() -> where("a = " + "1".repeat(39))).isInstanceOf(EngineException.class);
        assertThatThrownBy(() -> where("a = " + "[".repeat(33) + "]".repeat(33)))
                .hasMessageStartingWith("Nesting Levels have exceeded supported limits");
        assertThatThrownBy(() -> where("a[2147483648] = 1"))
                .hasMessage("List index is not within the allowable range; index: [2147483648]");
    }
}
