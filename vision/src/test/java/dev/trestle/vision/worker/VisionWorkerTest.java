package dev.trestle.vision.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a worker does with what it is told. */
class VisionWorkerTest {
    private record End(int code, byte[] output) {}

    private static End run(byte[] input) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Xmx256m",
                        VisionWorker.class.getName())
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        // As it is started in earnest: ONNX Runtime breaks down in a process whose command line has more than 4 KB.
        builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
        Process process = builder.start();
        try (OutputStream out = process.getOutputStream()) {
            out.write(input);
        }
        byte[] output = process.getInputStream().readAllBytes();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return new End(process.exitValue(), output);
    }

    private static byte[] message(int length, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(4 + bytes.length).putInt(length).put(bytes).array();
    }

    @Test
    void main_noMoreWork_endsWell() throws Exception {
        End end = run(new byte[0]);

        assertThat(end.code()).isZero();
        assertThat(end.output()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-1|",
                "2147483647|{}",
                "100|{\"video\":",
                "12|no json here",
                "7|{\"x\":1}",
            })
    void main_hostileMessage_endsItWithoutAnAnswer(String message) throws Exception {
        String[] parts = message.split("\\|", -1);

        End end = run(message(Integer.parseInt(parts[0]), parts[1]));

        assertThat(end.code()).as("an exception, no breakdown").isEqualTo(1);
        assertThat(end.output()).isEmpty();
    }

    @Test
    void main_segmentThatIsNone_isRefused() throws Exception {
        ByteArrayOutputStream told = new ByteArrayOutputStream();
        new Messages(new ByteArrayInputStream(new byte[0]), told)
                .write(new Request("/nowhere", "/usr/bin/ffmpeg", 100_000, 100_000, 0, 1000, 0, new byte[0]));

        End end = run(told.toByteArray());

        Reply reply = new Messages(new ByteArrayInputStream(end.output()), told).read(Reply.class);
        assertThat(reply).isNotNull();
        assertThat(reply.failure()).contains("The segment is none");
        assertThat(end.code()).isZero();
    }

    @Test
    void read_whatWasWritten_isTheSame() throws IOException {
        ByteArrayOutputStream told = new ByteArrayOutputStream();
        Reply reply = new Reply(5, null, "no", true);
        new Messages(new ByteArrayInputStream(new byte[0]), told).write(reply);

        Messages back = new Messages(new ByteArrayInputStream(told.toByteArray()), told);

        assertThat(back.read(Reply.class)).isEqualTo(reply);
        assertThat(back.read(Reply.class)).isNull();
    }
}
