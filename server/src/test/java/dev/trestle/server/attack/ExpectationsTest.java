package dev.trestle.server.attack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.server.attack.Expectations.Row;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A table of expectations has to be whole. */
class ExpectationsTest {
    private static final Set<String> OPERATIONS = Set.of("get", "put");
    private static final Set<String> CALLERS = Set.of("nobody", "owner", "viewer");

    private static Expectations table(String... rows) {
        return Expectations.of("# Rights\n| get | x |\n\n## Callers\nText.\n\n" + String.join("\n", rows) + "\n");
    }

    @Test
    void problems_ofAWholeTable_areNone() {
        Expectations table = table(
                "| operation | nobody | owner, viewer |", "| --- | --- | --- |", "| `get`, `put?a=b` | 401 | yes |");
        assertThat(table.problems(OPERATIONS, CALLERS)).isEmpty();
        assertThat(table.expected(new Row("put", Map.of("a", "b")), "viewer")).isEqualTo("yes");
        assertThat(table.expected(new Row("get", Map.of()), "nobody")).isEqualTo("401");
    }

    @Test
    void problems_cellWithoutExpectation_namesOperationAndCaller() {
        assertThat(table(
                                "| operation | nobody | owner | viewer |",
                                "| --- | --- | --- | --- |",
                                "| get | 401 | yes | 403 |",
                                "| put | 401 | | maybe |")
                        .problems(OPERATIONS, CALLERS))
                .containsExactly(
                        "put by \"owner\" has no expectation: \"\" is neither yes, own nor a status",
                        "put by \"viewer\" has no expectation: \"maybe\" is neither yes, own nor a status");
    }

    @Test
    void problems_rowOrColumnTooFewOrTooMany_areNamed() {
        assertThat(table(
                                "| operation | nobody, nobody | owner | guest |",
                                "| --- | --- | --- | --- |",
                                "| get, get | 401 | yes | 403 |",
                                "| old | 401 | yes | 403 |")
                        .problems(OPERATIONS, CALLERS))
                .containsExactlyInAnyOrder(
                        "get is in two rows",
                        "the operation put is in no row",
                        "the row of old is of no operation",
                        "the caller \"viewer\" is in no column",
                        "the column of \"guest\" is of no caller",
                        "the caller \"nobody\" is in two columns");
    }

    @Test
    void problems_noTable_areOfEveryOperationAndCaller() {
        assertThat(Expectations.of("# Rights\n").problems(OPERATIONS, CALLERS))
                .contains("there is no table of callers", "the operation get is in no row");
    }
}
