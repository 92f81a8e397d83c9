package dev.trestle.text.diff;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class WordDiffTest {
    private static SideBySideDiff compared(String left, String right) {
        return TextDiff.of(left.getBytes(StandardCharsets.UTF_8), right.getBytes(StandardCharsets.UTF_8))
                .sideBySide();
    }

    private static List<String> changed(SideBySideDiff.Cell cell) {
        return Objects.requireNonNull(cell.changed()).stream()
                .map(span -> cell.text().substring(span.from(), span.to()))
                .toList();
    }

    private static SideBySideDiff.Row row(SideBySideDiff diff) {
        return diff.rows().stream()
                .filter(row -> row.kind() == SideBySideDiff.Kind.CHANGED)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void sideBySide_changedLine_saysWhichWordsDiffer() {
        SideBySideDiff.Row row = row(compared(
                "same\nThe slates are sound, some forty are loose.\n",
                "same\nThe slates are mostly sound, some forty one are gone.\n"));

        assertThat(row.left().changed()).isNotNull();
        assertThat(changed(row.left())).containsExactly("loose");
        assertThat(changed(row.right())).containsExactly("mostly ", "one ", "gone");
    }

    @Test
    void sideBySide_lastLineThatGotALineBreak_isTheSameLine() {
        assertThat(compared("one\ntwo", "one\ntwo\nthree").rows())
                .extracting(SideBySideDiff.Row::kind)
                .containsExactly(SideBySideDiff.Kind.SAME, SideBySideDiff.Kind.SAME, SideBySideDiff.Kind.ADDED);
    }

    @Test
    void sideBySide_charactersOfSeveralBytes_areCountedAsAStringCountsThem() {
        SideBySideDiff.Row row = row(compared("a 😀 é 屋顶的石板 x", "a 😀 é 屋顶的瓦片 y"));

        assertThat(changed(row.left())).containsExactly("石板 x");
        assertThat(changed(row.right())).containsExactly("瓦片 y");
    }

    @Test
    void sideBySide_linesWithLittleInCommon_areChangedAsAWhole() {
        SideBySideDiff.Row row = row(compared("completely different words here", "nothing of it is left"));

        assertThat(row.left().changed()).isNull();
        assertThat(row.right().changed()).isNull();
    }

    @Test
    void sideBySide_manyLongChangedLines_stopsComparingWordsWhenItsWorkIsSpent() {
        StringBuilder left = new StringBuilder();
        StringBuilder right = new StringBuilder();
        for (int i = 0; i < 1000; i++) {
            left.append("a b c d ".repeat(60)).append(i).append('\n');
            right.append("a d c b ".repeat(60)).append(-i).append('\n');
        }
        List<SideBySideDiff.Row> rows =
                compared(left.toString(), right.toString()).rows();

        assertThat(rows.get(0).left().changed()).isNotNull();
        assertThat(rows.get(rows.size() - 1).left().changed()).isNull();
    }
}
