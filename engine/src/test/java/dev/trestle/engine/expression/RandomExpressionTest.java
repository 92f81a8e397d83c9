package dev.trestle.engine.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.value.Value;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Random expressions. A failure names its seed and text; run with that seed to repeat it. */
class RandomExpressionTest {
    private static final long SEED = Long.getLong("trestle.seed", 20_261_116L);
    private static final Map<String, Value> ITEM = Notation.map(
            "{\"a\":1,\"b\":\"x\",\"c\":SS[\"x\",\"y\"],\"d\":{\"e\":[1,\"x\",{\"f\":2}]},\"g\":null,\"h\":10}");
    private static final Map<String, Value> VALUES =
            Notation.map("{\":n\":1,\":s\":\"x\",\":t\":\"S\",\":l\":[1],\":o\":SS[\"x\"],\":b\":b\"YQ==\"}");
    private static final Map<String, String> NAMES = Map.of("#a", "a", "#d", "d", "#none", "no such name");
    private static final List<String> PIECES = List.of(
            "a",
            "b",
            "c",
            "d.e[1]",
            "#a",
            "#d",
            "#none",
            ":n",
            ":s",
            ":t",
            ":l",
            ":o",
            ":x",
            "(",
            ")",
            "((",
            "))",
            "[",
            "]",
            "[0]",
            ".",
            ",",
            "=",
            "<>",
            "<",
            "<=",
            ">",
            ">=",
            "+",
            "-",
            " AND ",
            " or ",
            "NOT ",
            " in ",
            " BETWEEN ",
            "SET ",
            "REMOVE ",
            "ADD ",
            " DELETE ",
            "size(",
            "contains(",
            "begins_with(",
            "attribute_exists(",
            "attribute_type(",
            "if_not_exists(",
            "list_append(",
            "foo(",
            "name",
            "0",
            "12",
            "99999999999",
            "#",
            ":",
            "\"",
            "\\",
            "\u00e9",
            "\uD83D\uDE00",
            "\uD83D",
            "\u0000",
            "\n",
            "\t",
            " ");

    /** A condition as text, and what it must be. */
    private record Printed(String text, Predicate<Map<String, Value>> meaning) {}

    @Test
    void condition_printedAndParsed_meansTheSame() {
        Random random = new Random(SEED);
        for (int round = 0; round < 5_000; round++) {
            Printed printed = disjunction(random, 4);
            boolean expected = printed.meaning.test(ITEM);
            Condition parsed = new ExpressionScope(NAMES, VALUES).condition(printed.text);
            assertThat(parsed.test(ITEM::get))
                    .as("seed %d round %d: %s", SEED, round, printed.text)
                    .isEqualTo(expected);
        }
    }

    private static Printed disjunction(Random random, int depth) {
        Printed left = conjunction(random, depth);
        if (depth == 0 || random.nextInt(3) > 0) {
            return left;
        }
        Printed right = disjunction(random, depth - 1);
        return new Printed(left.text + keyword(random, "OR") + right.text, left.meaning.or(right.meaning));
    }

    private static Printed conjunction(Random random, int depth) {
        Printed left = negation(random, depth);
        if (depth == 0 || random.nextInt(3) > 0) {
            return left;
        }
        Printed right = conjunction(random, depth - 1);
        return new Printed(left.text + keyword(random, "AND") + right.text, left.meaning.and(right.meaning));
    }

    private static Printed negation(Random random, int depth) {
        if (depth == 0 || random.nextInt(4) > 0) {
            return leaf(random, depth);
        }
        Printed inner = negation(random, depth - 1);
        return new Printed(keyword(random, "NOT") + inner.text, inner.meaning.negate());
    }

    private static Printed leaf(Random random, int depth) {
        if (depth > 0 && random.nextInt(3) == 0) {
            // In parentheses only what is not so already: doubled ones are an error.
            Printed left = leaf(random, 0);
            Printed right = disjunction(random, depth - 1);
            return new Printed("(" + left.text + " OR " + right.text + ")", left.meaning.or(right.meaning));
        }
        List<Printed> leaves = List.of(
                new Printed("a = :n", item -> true),
                new Printed("#a <> :n", item -> false),
                new Printed("zz <> :n", item -> true),
                new Printed("zz = yy", item -> false),
                new Printed("h > a", item -> true),
                new Printed("(b) < :n", item -> false),
                new Printed("h BETWEEN :n AND h2", item -> false),
                new Printed("a between :n and h", item -> true),
                new Printed("b in (:n, (:s))", item -> true),
                new Printed("b IN(:n)", item -> false),
                new Printed("attribute_exists(#d.e[2].f)", item -> true),
                new Printed("attribute_not_exists(d.e[3])", item -> true),
                new Printed("attribute_type(b,:t)", item -> true),
                new Printed("contains(c, :s)", item -> true),
                new Printed("contains(d.e, :o)", item -> false),
                new Printed("begins_with(b , :s)", item -> true),
                new Printed("size(d.e) >= h", item -> false),
                new Printed("(size((c))) > a", item -> true));
        return leaves.get(random.nextInt(leaves.size()));
    }

    private static String keyword(Random random, String word) {
        String space = random.nextBoolean() ? " " : "\n\t ";
        return space + (random.nextBoolean() ? word : word.toLowerCase(java.util.Locale.ROOT)) + space;
    }

    @Test
    void anything_garbage_failsOnlyWithTheServicesErrors() {
        Random random = new Random(SEED);
        int accepted = 0;
        for (int round = 0; round < 40_000; round++) {
            String text = garbage(random);
            for (int kind = 0; kind < 5; kind++) {
                try {
                    use(new ExpressionScope(NAMES, VALUES), kind, text);
                    accepted++;
                } catch (EngineException e) {
                    assertThat(e.getMessage()).isNotBlank();
                } catch (RuntimeException | StackOverflowError e) {
                    fail("seed " + SEED + " round " + round + " kind " + kind + ": " + text, e);
                }
            }
        }
        assertThat(accepted)
                .as("some of the garbage must be valid, or it tests the lexer only")
                .isGreaterThan(500);
    }

    private static String garbage(Random random) {
        StringBuilder text = new StringBuilder(random.nextInt(8) == 0 ? "SET a = " : "");
        int pieces = random.nextInt(random.nextInt(10) == 0 ? 60 : 9);
        for (int i = 0; i < pieces; i++) {
            text.append(PIECES.get(random.nextInt(PIECES.size())));
        }
        if (random.nextInt(20) == 0) {
            text.append((char) random.nextInt(Character.MAX_VALUE));
        }
        return text.toString();
    }

    private static void use(ExpressionScope scope, int kind, String text) {
        switch (kind) {
            case 0 -> scope.condition(text).test(ITEM::get);
            case 1 -> scope.filter(text, Set.of("pk")).test(ITEM::get);
            case 2 -> scope.keyCondition(text);
            case 3 -> scope.projection(text).apply(ITEM::get);
            default -> scope.update(text).apply(ITEM);
        }
    }
}
