package dev.trestle.engine.expression;

import static dev.trestle.engine.expression.KeyCondition.Operator.BEGINS_WITH;
import static dev.trestle.engine.expression.KeyCondition.Operator.BETWEEN;
import static dev.trestle.engine.expression.KeyCondition.Operator.EQUAL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.engine.value.Value;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyConditionTest {
    private static final Value A = new Value.S("a");
    private static final Value B = new Value.S("b");

    @ParameterizedTest
    @CsvSource({
        "=,  EQUAL,            EQUAL",
        "<,  LESS,             GREATER",
        "<=, LESS_OR_EQUAL,    GREATER_OR_EQUAL",
        ">,  GREATER,          LESS",
        ">=, GREATER_OR_EQUAL, LESS_OR_EQUAL"
    })
    void keyCondition_comparison_isTurnedSoThatTheAttributeIsFirst(
            String symbol, KeyCondition.Operator direct, KeyCondition.Operator turned) {
        assertThat(parse("k " + symbol + " :a").terms())
                .containsExactly(new KeyCondition.Term("k", direct, List.of(A)));
        assertThat(parse(":a " + symbol + " k").terms())
                .containsExactly(new KeyCondition.Term("k", turned, List.of(A)));
    }

    @Test
    void keyCondition_severalTerms_keepTheirOrder() {
        assertThat(parse("(s between :a and :b AND (#p = :a)) and begins_with(t, :b)")
                        .terms())
                .containsExactly(
                        new KeyCondition.Term("s", BETWEEN, List.of(A, B)),
                        new KeyCondition.Term("part.key", EQUAL, List.of(A)),
                        new KeyCondition.Term("t", BEGINS_WITH, List.of(B)));
    }

    private static KeyCondition parse(String text) {
        return new ExpressionScope(Map.of("#p", "part.key"), Map.of(":a", A, ":b", B)).keyCondition(text);
    }
}
