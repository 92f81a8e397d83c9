package dev.trestle.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FileNamesTest {
    @ParameterizedTest
    @CsvSource({
        "notes.md, notes.md",
        "../../etc/passwd, passwd",
        "C:\\temp\\a b.md, a_b.md",
        "..hidden, hidden",
        "<b>.md, _b_.md",
        "日記, otherwise",
        "'', otherwise"
    })
    void reduced_name_isOneEverywhere(String name, String expected) {
        assertThat(FileNames.reduced(name, "otherwise")).isEqualTo(expected);
    }

    @Test
    void reduced_longName_keepsItsEnding() {
        assertThat(FileNames.reduced("a".repeat(500) + ".md", "otherwise"))
                .hasSize(200)
                .endsWith("a.md");
    }
}
