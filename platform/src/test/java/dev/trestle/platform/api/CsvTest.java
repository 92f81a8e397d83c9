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

    @Test
    void text_thatASpreadsheetWouldConvert_isGuardedAndComesBackTheSame() {
        List<String> cells = List.of(
                "007",
                "1e5",
                "3-4",
                "1/2",
                "12:30",
                "5 pm",
                "Jan 5",
                "12 Mar",
                "5 May 2031",
                "TRUE",
                "50%",
                "-5",
                "1,5",
                "'007");
        String line = Csv.joined(cells.stream().map(Csv::text).toList());

        assertThat(line).startsWith("'007,'1e5,'3-4,'1/2,'12:30,");
        assertThat(Csv.parse(line, 1)).containsExactly(cells);
        for (String word : List.of("SS-311-001", "Main Entrance", "Marble hall", "3D model", "11:00 opening", "May")) {
            assertThat(Csv.text(word)).isEqualTo(word);
        }
    }

    @Test
    void parse_asOtherProgramsWriteIt_isTheSameTable() {
        List<List<String>> table = List.of(List.of("a", "b"), List.of("x;y", "two\nlines"));

        for (String written : List.of(
                "a,b\r\nx;y,\"two\nlines\"\r\n",
                "a;b\n\"x;y\";\"two\nlines\"",
                "a,b\rx;y,\"two\nlines\"\r",
                "\"a\",\"b\"\n\n\"x;y\",\"two\nlines\"\n\n")) {
            assertThat(Csv.parse(written, 1)).as(written).isEqualTo(table);
        }
        assertThat(Csv.decode(new byte[] {(byte) 0xef, (byte) 0xbb, (byte) 0xbf, 'a'}))
                .isEqualTo("a");
        assertThatThrownBy(() -> Csv.decode(new byte[] {(byte) 0xff})).hasMessage("is not UTF-8");
    }

    @Test
    void parse_largerThanTheLimits_isRefusedWhereItIs() {
        Csv.Limits limits = new Csv.Limits(2, 2, 3);

        assertThatThrownBy(() -> Csv.parse("a,b\n1,2,3\n", limits))
                .hasMessageContaining("line 2 has more than 2 cells");
        assertThatThrownBy(() -> Csv.parse("a,b\n\n1,\"2345\"\n", limits)).hasMessageContaining("line 3");
        assertThatThrownBy(() -> Csv.parse("a\n1\n2\n3\n", limits)).hasMessageContaining("more than 2 rows");
        assertThat(Csv.parse("a\n\"1\n2\"\n3\n", limits))
                .extracting(Csv.Row::line)
                .containsExactly(1, 2, 4);
    }
}
