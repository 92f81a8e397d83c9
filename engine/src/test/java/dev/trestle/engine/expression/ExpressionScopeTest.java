package dev.trestle.engine.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.value.Value;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExpressionScopeTest {
    private static final Map<String, Value> ONE = Map.of(":v", new Value.N("1"));

    @Test
    void checkAllUsed_placeholdersOfSeveralExpressions_countTogether() {
        ExpressionScope scope = new ExpressionScope(
                Map.of("#a", "a", "#b", "b"), Map.of(":v", new Value.N("1"), ":w", new Value.N("2")));
        scope.update("SET #a = :v");
        assertThatThrownBy(scope::checkAllUsed)
                .hasMessage("Value provided in ExpressionAttributeNames unused in expressions: keys: {#b}");

        scope.condition("#b = :v");
        assertThatThrownBy(scope::checkAllUsed)
                .hasMessage("Value provided in ExpressionAttributeValues unused in expressions: keys: {:w}");

        scope.condition("#b = :w");
        assertThatCode(scope::checkAllUsed).doesNotThrowAnyException();
    }

    @Test
    void checkAllUsed_severalUnused_namesThemInTheOrderGiven() {
        Map<String, String> names = new LinkedHashMap<>();
        names.put("#z", "z");
        names.put("#a", "a");
        ExpressionScope scope = new ExpressionScope(names, null);
        scope.projection("b");

        assertThatThrownBy(scope::checkAllUsed)
                .hasMessage("Value provided in ExpressionAttributeNames unused in expressions: keys: {#z, #a}");
    }

    @Test
    void checkNoneGiven_namesOrValues_areRefused() {
        assertThatThrownBy(() -> new ExpressionScope(Map.of("#a", "b"), ONE).checkNoneGiven("ConditionExpression"))
                .hasMessage("ExpressionAttributeNames can only be specified when using expressions");
        assertThatThrownBy(() -> new ExpressionScope(null, ONE).checkNoneGiven("ConditionExpression"))
                .hasMessage("ExpressionAttributeValues can only be specified when using expressions:"
                        + " ConditionExpression is null");
        assertThatThrownBy(() -> new ExpressionScope(null, ONE)
                        .checkNoneGiven("FilterExpression", "KeyConditionExpression", "ProjectionExpression"))
                .hasMessage("ExpressionAttributeValues can only be specified when using expressions:"
                        + " FilterExpression and KeyConditionExpression are null");
        assertThatThrownBy(() -> new ExpressionScope(Map.of("#a", "b"), ONE).checkNoValuesGiven("FilterExpression"))
                .hasMessage("ExpressionAttributeValues can only be specified when using expressions:"
                        + " FilterExpression is null");
    }

    @Test
    void checkNoneGiven_nothingOrEmptyMaps_areAccepted() {
        assertThatCode(() -> new ExpressionScope(null, null).checkNoneGiven("ConditionExpression"))
                .doesNotThrowAnyException();
        assertThatCode(() -> new ExpressionScope(Map.of(), Map.of()).checkNoneGiven("ConditionExpression"))
                .doesNotThrowAnyException();
    }

    @Test
    void condition_placeholderKeysAndNames_haveLimits() {
        String longest = "#" + "k".repeat(254);
        assertThat(new ExpressionScope(Map.of(longest, "n".repeat(65_535)), null)
                        .condition("attribute_not_exists(" + longest + ")")
                        .test(name -> null))
                .isTrue();
        assertThatThrownBy(() -> new ExpressionScope(Map.of(longest + "k", "n"), null).condition("a = b"))
                .hasMessage("ExpressionAttributeNames contains invalid key: The expression attribute map contains a key"
                        + " that is too long; size of key: 256");
        assertThatThrownBy(() -> new ExpressionScope(Map.of("#a", "n".repeat(65_536)), null).condition("a = b"))
                .hasMessage("ExpressionAttributeNames contains invalid value: Attribute name is too large, must be less"
                        + " than 65536 bytes for key #a");
        assertThatThrownBy(() ->
                        new ExpressionScope(null, Map.of(":v", new Value.S("x".repeat(2_097_152)))).condition("a = :v"))
                .hasMessage("ExpressionAttributeValues exceeds max size");
    }

    @Test
    void filter_keyAttributeBehindAPlaceholder_isRefused() {
        ExpressionScope scope = new ExpressionScope(Map.of("#p", "pk"), ONE);

        assertThatThrownBy(() -> scope.filter("a = :v OR size(#p) > :v", java.util.Set.of("pk")))
                .isInstanceOf(EngineException.class)
                .hasMessage("Filter Expression can only contain non-primary key attributes: Primary key attribute: pk");
    }

    @Test
    void projection_paths_tellTheirTopLevelNames() {
        Projection nested = new ExpressionScope(null, null).projection("b.c, a, b.d[0]");
        assertThat(nested.attributes()).containsExactly("b", "a");
        assertThat(nested.topLevelOnly()).isFalse();

        Projection flat = new ExpressionScope(null, null).projection("b, a");
        assertThat(flat.attributes()).containsExactly("b", "a");
        assertThat(flat.topLevelOnly()).isTrue();
    }

    @Test
    void reservedWords_inAnyCase_needAPlaceholder() {
        assertThat(ReservedWords.all()).hasSize(573);
        for (String word : ReservedWords.all()) {
            for (String text : new String[] {word, word.toLowerCase(java.util.Locale.ROOT)}) {
                assertThatThrownBy(() -> new ExpressionScope(null, null).projection(text))
                        .as(text)
                        .isInstanceOf(EngineException.class);
            }
            assertThat(new ExpressionScope(Map.of("#n", word), null)
                            .projection("#n")
                            .attributes())
                    .containsExactly(word);
        }
    }
}
