package dev.trestle.engine.partiql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.trestle.engine.Engine;
import dev.trestle.engine.EngineException;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.api.AttributeDefinition;
import dev.trestle.engine.api.BatchExecuteStatement;
import dev.trestle.engine.api.CreateTable;
import dev.trestle.engine.api.ExecuteStatement;
import dev.trestle.engine.api.ExecuteTransaction;
import dev.trestle.engine.api.IndexSpec;
import dev.trestle.engine.api.KeySchemaElement;
import dev.trestle.engine.api.ProjectionSpec;
import dev.trestle.engine.api.TableSettings;
import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.value.Value;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Random statements on a real engine. A failure names its seed and text; run with that seed to repeat it. */
class RandomStatementTest {
    private static final long SEED = Long.getLong("trestle.seed", 20_261_117L);
    private static final int ITEMS = 12;

    private static final List<String> STARTS = List.of(
            "SELECT * FROM abc WHERE pk = 'a' AND ",
            "SELECT n, m.x FROM abc WHERE ",
            "SELECT * FROM abc.gsi WHERE g = 'g1' ORDER BY sk DESC",
            "INSERT INTO abc VALUE {'pk': 'r', 'sk': ",
            "UPDATE abc SET n = ",
            "DELETE FROM abc WHERE pk = 'a' AND sk = 1 AND ",
            "EXISTS(SELECT * FROM abc WHERE pk = 'a' AND sk = 1 AND ",
            "");
    private static final List<String> PIECES = List.of(
            "SELECT ",
            " FROM abc",
            " WHERE ",
            "INSERT INTO abc VALUE ",
            "UPDATE abc ",
            " SET ",
            " REMOVE ",
            "DELETE FROM abc",
            " RETURNING ALL OLD *",
            " RETURNING MODIFIED NEW *",
            " ORDER BY sk",
            "pk",
            "sk",
            "n",
            "m.x",
            "li[0]",
            "\"n\"",
            "\"\"",
            "pk = 'a'",
            "sk = 1",
            " AND ",
            " or ",
            " NOT ",
            " IN ",
            " BETWEEN ",
            " IS MISSING",
            " IS NOT NULL",
            "MISSING",
            "=",
            "<>",
            "!=",
            "<",
            "<=",
            ">",
            ">=",
            "<<",
            ">>",
            "<<1,2>>",
            "<<'a'>>",
            "[1,2]",
            "{'a':1}",
            "(",
            ")",
            "[",
            "]",
            "{",
            "}",
            ",",
            ".",
            ":",
            "+",
            "-",
            "*",
            "?",
            "1",
            "-1.5e3",
            "1e999",
            "'a'",
            "''",
            "'",
            "\"",
            "true",
            "NULL",
            "begins_with(",
            "contains(ss, 'p')",
            "size(li)",
            "attribute_type(n, 'N')",
            "list_append(li, [1])",
            "set_add(ss, <<'z'>>)",
            "if_not_exists(n, 0)",
            "foo(",
            "EXISTS(",
            "--",
            "/*",
            "*/",
            "\n",
            ";",
            "`",
            "#",
            "\u00e9",
            "\uD83D",
            "\u0000");

    @SuppressWarnings("NullAway.Init")
    private Engine engine;

    @BeforeEach
    void open() {
        engine = Engine.open(EngineOptions.inMemory());
        engine.createTable(new CreateTable(
                "abc",
                List.of(
                        new AttributeDefinition("pk", "S"),
                        new AttributeDefinition("sk", "N"),
                        new AttributeDefinition("g", "S")),
                List.of(new KeySchemaElement("pk", "HASH"), new KeySchemaElement("sk", "RANGE")),
                null,
                List.of(new IndexSpec(
                        "gsi",
                        List.of(new KeySchemaElement("g", "HASH"), new KeySchemaElement("sk", "RANGE")),
                        new ProjectionSpec("ALL", null),
                        null,
                        null)),
                new TableSettings("PAY_PER_REQUEST", null, null, null, null),
                null));
        for (int i = 0; i < ITEMS; i++) {
            execute("INSERT INTO abc VALUE {'pk': '" + "ab".charAt(i % 2) + "', 'sk': " + i + ", 'g': 'g" + i % 3
                    + "', 'n': " + i * i + ", 'm': {'x': " + i + "}, 'li': [1, 's'], 'ss': <<'p', 'q'>>}");
        }
    }

    @AfterEach
    void close() {
        engine.close();
    }

    private List<StoredItem> execute(String statement) {
        return engine.executeStatement(new ExecuteStatement(statement, null, false, null, null, null))
                .join()
                .items();
    }

    @Test
    void anything_garbage_failsOnlyWithTheServicesErrors() {
        Random random = new Random(SEED);
        int accepted = 0;
        for (int round = 0; round < 6_000; round++) {
            String text = garbage(random);
            List<Value> parameters = random.nextInt(4) == 0 ? List.of(new Value.N("1")) : null;
            for (int kind = 0; kind < 3; kind++) {
                try {
                    use(kind, text, parameters);
                    accepted++;
                } catch (EngineException e) {
                    assertThat(e.getMessage()).isNotBlank();
                } catch (CompletionException e) {
                    assertThat(e.getCause())
                            .as("seed %d round %d kind %d: %s", SEED, round, kind, text)
                            .isInstanceOf(EngineException.class);
                } catch (RuntimeException | StackOverflowError e) {
                    fail("seed " + SEED + " round " + round + " kind " + kind + ": " + text, e);
                }
            }
        }
        assertThat(accepted)
                .as("some of the garbage must be valid, or it tests the lexer only")
                .isGreaterThan(100);
        assertThat(engine.verify().problems()).isEmpty();
    }

    private static String garbage(Random random) {
        StringBuilder text = new StringBuilder(STARTS.get(random.nextInt(STARTS.size())));
        int pieces = random.nextInt(random.nextInt(10) == 0 ? 60 : 7);
        for (int i = 0; i < pieces; i++) {
            text.append(PIECES.get(random.nextInt(PIECES.size())));
        }
        if (text.indexOf("UPDATE") == 0 && random.nextBoolean()) {
            text.append(" WHERE pk = 'a' AND sk = 2");
        }
        return text.length() == 0 ? " " : text.toString();
    }

    private void use(int kind, String text, List<Value> parameters) {
        switch (kind) {
            case 0 ->
                engine.executeStatement(new ExecuteStatement(text, parameters, false, null, 3, "ALL_OLD"))
                        .join();
            case 1 -> {
                BatchExecuteStatement.Response response = engine.batchExecuteStatement(new BatchExecuteStatement(
                                List.of(new BatchExecuteStatement.Entry(text, parameters, true, null))))
                        .join()
                        .responses()
                        .get(0);
                if (response.error() != null) {
                    assertThat(response.error().code()).as(text).isNotEqualTo("InternalServerError");
                    throw EngineException.validation(
                            String.valueOf(response.error().message()));
                }
            }
            default ->
                engine.executeTransaction(new ExecuteTransaction(
                                List.of(new ExecuteTransaction.Entry(text, parameters, null)), null))
                        .join();
        }
    }

    /** A condition as text, and for the numbers of which items it must hold. */
    private record Printed(String text, IntPredicate meaning) {}

    @Test
    void select_randomConditions_giveTheItemsThatMeetThem() {
        Random random = new Random(SEED);
        int found = 0;
        for (int round = 0; round < 1_500; round++) {
            Printed printed = condition(random, 4);
            Set<String> expected = IntStream.range(0, ITEMS)
                    .filter(printed.meaning)
                    .mapToObj(Integer::toString)
                    .collect(Collectors.toSet());
            List<StoredItem> items = execute("SELECT sk FROM abc WHERE " + printed.text);
            assertThat(items.stream().map(item -> ((Value.N) item.attribute("sk")).text()))
                    .as("seed %d round %d: %s", SEED, round, printed.text)
                    .containsExactlyInAnyOrderElementsOf(expected);
            found += items.size();
        }
        assertThat(found).isGreaterThan(500);
    }

    private static Printed condition(Random random, int depth) {
        if (depth == 0 || random.nextInt(3) == 0) {
            return leaf(random);
        }
        Printed left = condition(random, depth - 1);
        Printed right = condition(random, depth - 1);
        return switch (random.nextInt(4)) {
            case 0 -> new Printed("(" + left.text + ") OR (" + right.text + ")", left.meaning.or(right.meaning));
            case 1 -> new Printed("NOT (" + left.text + ")", left.meaning.negate());
            default -> new Printed("(" + left.text + ") AND (" + right.text + ")", left.meaning.and(right.meaning));
        };
    }

    private static Printed leaf(Random random) {
        int a = random.nextInt(ITEMS);
        int b = a + random.nextInt(ITEMS);
        return switch (random.nextInt(13)) {
            case 0 -> new Printed("pk = 'a'", i -> i % 2 == 0);
            case 1 -> new Printed("'b' = pk", i -> i % 2 == 1);
            case 2 -> new Printed("pk IN ['b', 'c', 'b', 'a']", i -> true);
            case 3 -> new Printed("pk > 'a'", i -> i % 2 == 1);
            case 4 -> new Printed("sk = " + a, i -> i == a);
            case 5 -> new Printed("sk > " + a, i -> i > a);
            case 6 -> new Printed(a + " >= sk", i -> i <= a);
            case 7 -> new Printed("sk BETWEEN " + a + " AND " + b, i -> i >= a && i <= b);
            case 8 -> new Printed("sk NOT IN (" + a + ", " + b + ")", i -> i != a && i != b);
            case 9 -> new Printed("n <= " + a * a, i -> i <= a);
            case 10 -> new Printed("m.x <> " + a + " AND m.y IS MISSING", i -> i != a);
            case 11 -> new Printed("begins_with(g, 'g1')", i -> i % 3 == 1);
            default -> new Printed("n = sk", i -> i < 2);
        };
    }
}
