package dev.trestle.conformance.concurrency;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.conformance.Alone;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Memory does not grow with the table: a process with a small heap fills and reads one that is many times larger. */
@Alone
class MemoryBoundsTest {
    private static final Pattern RESULT = Pattern.compile("items=(\\d+) scanned=(\\d+) queried=(\\d+) peakKb=(\\d+)");

    @TempDir
    Path directory;

    @Test
    void table_largerThanTheHeap_isFilledAndRead() throws Exception {
        long peakKb = fillAndRead(48, 32);
        assertThat(peakKb).as("peak of all memory, in kB").isLessThan(400_000);
    }

    @Tag("slow")
    @Test
    void table_fiveTimesTheHeap_isFilledAndRead() throws Exception {
        long peakKb = fillAndRead(320, 64);
        assertThat(peakKb).as("peak of all memory, in kB").isLessThan(400_000);
    }

    private long fillAndRead(int megabytes, int heapMegabytes) throws IOException, InterruptedException {
        Path output = directory.resolve("output");
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx" + heapMegabytes + "m",
                        "-XX:+UseSerialGC",
                        "-XX:+ExitOnOutOfMemoryError",
                        "-Djava.library.path=" + System.getProperty("java.library.path"),
                        "-cp",
                        classPath,
                        BigTable.class.getName(),
                        directory.resolve("data").toString(),
                        Integer.toString(megabytes)))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(process.waitFor(10, TimeUnit.MINUTES))
                    .as("ended in time")
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }
        String text = Files.readString(output, StandardCharsets.UTF_8);
        assertThat(process.exitValue()).as(text).isZero();
        Matcher result = RESULT.matcher(text);
        assertThat(result.find()).as(text).isTrue();
        assertThat(result.group(2)).as("scanned").isEqualTo(result.group(1));
        assertThat(result.group(3)).as("queried").isEqualTo(result.group(1));
        return Long.parseLong(result.group(4));
    }
}
