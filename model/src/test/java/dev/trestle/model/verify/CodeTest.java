package dev.trestle.model.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CodeTest {
    private static final Path GUIDE = Path.of("..", "docs", "model.md");

    @ParameterizedTest
    @EnumSource
    void code_any_isInTheGuideWithItsMeaning(Code code) throws Exception {
        assertThat(Files.readString(GUIDE)).contains("| `" + code + "` | " + code.meaning() + " |");
    }
}
