package dev.trestle.engine.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.engine.EngineException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExpressionLimitsTest {
    private static final String TOO_MANY_OPERATORS = "The expression contains too many operators; operator count: 301";

    @Test
    void condition_size_isLimitedInBytes() {
        assertThat(test("a".repeat(4092) + " = b")).isFalse();
        assertRefused(
                "a".repeat(4093) + " = b",
                "Expression size has exceeded the maximum allowed size; expression size: 4097");
        assertRefused(
                "\u00e9".repeat(2049), "Expression size has exceeded the maximum allowed size; expression size: 4098");
    }

    @Test
    void condition_operators_areLimited() {
        assertThat(test("a=b" + " or a=b".repeat(149))).isFalse();
        assertRefused("a=b" + " or a=b".repeat(150), TOO_MANY_OPERATORS);
        assertThat(test("not ".repeat(299) + "a=b")).isTrue();
        assertRefused("not ".repeat(300) + "a=b", TOO_MANY_OPERATORS);
        assertThat(test("size(a)=b" + " or size(a)=b".repeat(99))).isFalse();
        assertRefused("size(a)=b" + " or size(a)=b".repeat(100), TOO_MANY_OPERATORS);
        assertThat(test("a between b and c" + " or a between b and c".repeat(149)))
                .isFalse();
        assertRefused("a between b and c" + " or a between b and c".repeat(150), TOO_MANY_OPERATORS);
    }

    @Test
    void update_operators_areLimited() {
        StringBuilder text = new StringBuilder("SET a=b+b");
        for (int i = 1; i < 300; i++) {
            text.append(",a").append(i).append("=b+b");
        }
        assertThat(new ExpressionScope(null, null).update(text.toString()).attributes())
                .hasSize(300);
        assertThatThrownBy(() -> new ExpressionScope(null, null).update(text + ",z=b+b"))
                .hasMessage("Invalid UpdateExpression: " + TOO_MANY_OPERATORS);
    }

    @Test
    void condition_candidatesOfIn_areLimited() {
        assertThat(test("a in (b" + ",b".repeat(99) + ")")).isFalse();
        assertRefused(
                "a in (b" + ",b".repeat(100) + ")",
                "The IN operator is provided with too many operands; number of operands: 101");
    }

    @Test
    void condition_pathLevels_areLimited() {
        assertThat(test("a" + ".b".repeat(31) + " = b")).isFalse();
        assertRefused(
                "a" + "[1]".repeat(32) + " = b", "The document path has too many nesting levels; nesting levels: 33");
    }

    @Test
    void anything_nestedAsDeepAsAllowed_isAcceptedOnASmallStack() throws InterruptedException {
        String nested = "if_not_exists(b,(".repeat(214) + "b.c" + "))".repeat(214);
        List<Throwable> thrown = onSmallStack(List.of(
                () -> assertThat(test("(a=b or ".repeat(149) + "a=b" + ")".repeat(149)))
                        .isFalse(),
                () -> assertThat(test("not (".repeat(299) + "a=b" + ")".repeat(299)))
                        .isTrue(),
                () -> assertThat(test("not (a=b and ".repeat(99) + "(a)=b" + ")".repeat(99)))
                        .isTrue(),
                () -> assertThatThrownBy(() -> new ExpressionScope(null, null)
                                .update("SET a = " + nested)
                                .apply(Map.of()))
                        .hasMessage("The provided expression refers to an attribute that does not exist in the item")));

        assertThat(thrown).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(",
                "not (",
                "size(",
                "a = (",
                "a=b or (",
                "foo(",
                "SET a = (",
                "SET a = if_not_exists(b,",
                "a in (",
                "not ",
                "a.",
                "a[",
                "a[0]",
                "a,",
                "((a)=b or "
            })
    void anything_nestedWithoutEnd_isRefusedAndDoesNotOverflowASmallStack(String repeated) throws InterruptedException {
        String prefix = repeated.startsWith("SET a = ") ? "SET a = " : "";
        String unit = repeated.substring(prefix.length());
        String text = prefix + unit.repeat((4096 - prefix.length()) / unit.length());
        ExpressionScope scope = new ExpressionScope(null, null);
        List<Throwable> thrown = onSmallStack(List.of(
                () -> scope.condition(text),
                () -> scope.keyCondition(text),
                () -> scope.projection(text),
                () -> scope.update(text)));

        assertThat(thrown).hasSize(4).allSatisfy(e -> assertThat(e).isInstanceOf(EngineException.class));
    }

    private static List<Throwable> onSmallStack(List<Runnable> attempts) throws InterruptedException {
        List<Throwable> thrown = new ArrayList<>();
        Runnable all = () -> {
            for (Runnable attempt : attempts) {
                try {
                    attempt.run();
                } catch (Throwable e) {
                    thrown.add(e);
                }
            }
        };
        Thread small = new Thread(null, all, "small-stack", 512 * 1024);
        small.start();
        small.join();
        return thrown;
    }

    @Test
    void parseCache_manyTexts_staysBounded() {
        ParseCache cache = new ParseCache();
        ParsedExpression parsed = ParsedExpression.parse(ExpressionKind.CONDITION, "a = b");
        for (int i = 0; i < 10_000; i++) {
            cache.put(ExpressionKind.Grammar.CONDITION, "a = b" + i, parsed);
            assertThat(cache.get(ExpressionKind.Grammar.CONDITION, "a = b0"))
                    .as("an entry in use stays")
                    .isNotNull();
            assertThat(cache.size()).isLessThanOrEqualTo(2048);
        }
        String large = "x".repeat(4000);
        for (int i = 0; i < 1_000; i++) {
            cache.put(ExpressionKind.Grammar.UPDATE, large + i, parsed);
        }
        assertThat(cache.size()).isLessThan(2 * 256 * 1024 / 4000 + 4);
    }

    private static boolean test(String text) {
        return new ExpressionScope(null, null).condition(text).test(name -> null);
    }

    private static void assertRefused(String text, String message) {
        assertThatThrownBy(() -> new ExpressionScope(null, null).condition(text))
                .isInstanceOf(EngineException.class)
                .hasMessage("Invalid ConditionExpression: " + message);
    }
}
