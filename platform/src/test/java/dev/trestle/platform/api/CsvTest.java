package dev.trestle.platform.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Tables that no spreadsheet takes for formulas, and that come back as they went. */
class CsvTest {
    @Test
    void line_ofAnyCells_comesBackTheSame() {
        List<String> cells = List.of(
                "plain",
                "",
                "a,b",
                "say \"so\"",
                "two\nlines",
                "=1+1",
                "'=1",
                "'x",
                "@a",
                "+1",
                "-5",
                "-",
                "\ttab",
                "1e-3");

        assertThat(Csv.parse(Csv.line(cells), 1)).containsExactly(cells);
    }

    @Test
    void cell_thatWouldBeAFormula_isGuarded() {
        assertThat(Csv.cell("=cmd()")).isEqualTo("'=cmd()");
        assertThat(Csv.cell("-1+2")).isEqualTo("'-1+2");
        assertThat(Csv.cell("\n=cmd()")).isEqualTo("\"'\n=cmd()\"");
        assertThat(Csv.cell("-1.5")).as("a number").isEqualTo("-1.5");
    }

    @Test
    void parse_noSuchTable_isRefused() {
        assertThatThrownBy(() -> Csv.parse("a,\"b", 9)).isInstanceOf(Csv.MalformedException.class);
        assertThatThrownBy(() -> Csv.parse("a\nb\nc\n", 1)).hasMessageContaining("more than 1 rows");
        assertThat(Csv.parse("a\r\n\r\nb", 1)).as("empty rows").containsExactly(List.of("a"), List.of("b"));
    }
}
