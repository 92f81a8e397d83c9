package dev.trestle.media;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkspaceTest {
    private static final int FILES = 500;
    private static final int CLOSERS = 4;

    @Test
    @Tag("once")
    void close_whileOthersRemoveItsFiles_leavesNothing(@TempDir Path parent) throws Exception {
        Workspace space = Workspace.in(parent);
        for (int i = 0; i < FILES; i++) {
            Path directory = Files.createDirectories(space.directory().resolve("d" + i % 10));
            Files.writeString(directory.resolve("f" + i), "x");
        }
        List<CompletableFuture<Void>> closers = new ArrayList<>();
        for (int i = 0; i < CLOSERS; i++) {
            closers.add(CompletableFuture.runAsync(space::close));
        }
        for (CompletableFuture<Void> closer : closers) {
            closer.get();
        }
        assertThat(parent).isEmptyDirectory();
    }
}
