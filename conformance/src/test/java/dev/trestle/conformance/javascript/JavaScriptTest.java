package dev.trestle.conformance.javascript;

import dev.trestle.conformance.clients.Tools;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs {@code javascript/run}, as {@code ./trestle format} does; each check prints what it found. */
class JavaScriptTest {
    private static final Path CHECKS =
            Path.of("..", "javascript", "run").toAbsolutePath().normalize();

    @TempDir
    Path directory;

    @BeforeAll
    static void tools() throws InterruptedException {
        Tools.require("node", "--version");
        Tools.require(CHECKS.toString(), "install");
    }

    @ParameterizedTest
    @ValueSource(strings = {"format", "lint", "types"})
    void sources_ofAllPages_pass(String check) throws Exception {
        run(check);
    }

    @Test
    void unitTests_ofPureModules_pass() throws Exception {
        run("unit");
    }

    private void run(String check) throws Exception {
        Tools.run(directory, Map.of(), List.of(CHECKS.toString(), check));
    }
}
