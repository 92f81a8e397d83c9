package dev.trestle.platform.zip;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.platform.zip.ZipOutput.Packing;
import dev.trestle.platform.zip.ZipRefusedException.Problem;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ZipTest {
    private static final Instant NOW = Instant.parse("2024-01-15T10:00:00Z");
    private static final ZipLimits SMALL = new ZipLimits(5, 3 << 20, 5 << 20, 100);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    @Test
    void output_readAgain_isTheSame() throws IOException {
        Path file = directory.resolve("a.zip");
        byte[] picture = new byte[100_000];
        Arrays.fill(picture, (byte) 7);
        try (OutputStream target = Files.newOutputStream(file);
                ZipOutput zip = new ZipOutput(target)) {
            zip.add("letters/1943-05-02.md", NOW, "Dear all".getBytes(StandardCharsets.UTF_8));
            zip.add("media/bild.jpg", NOW, Packing.AS_IT_IS, new ByteArrayInputStream(picture));
            assertThat(zip.free("media/bild.jpg")).isEqualTo("media/bild-2.jpg");
            assertThat(zip.free("other")).isEqualTo("other");
        }

        try (ZipInput zip = ZipInput.open(file, SMALL)) {
            assertThat(zip.entries())
                    .extracting(ZipInput.Entry::name)
                    .containsExactly("letters/1943-05-02.md", "media/bild.jpg");
            assertThat(bytes(zip, 0)).isEqualTo("Dear all".getBytes(StandardCharsets.UTF_8));
            assertThat(bytes(zip, 1)).isEqualTo(picture);
        }
    }

    @Test
    void output_nameTwiceOrUnsafe_isRefused() throws IOException {
        try (ZipOutput zip = new ZipOutput(OutputStream.nullOutputStream())) {
            zip.add("a", NOW, new byte[0]);
            assertThatThrownBy(() -> zip.add("A", NOW, new byte[0])).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> zip.add("../a", NOW, new byte[0])).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../evil",
                "a/../../evil",
                "/etc/passwd",
                "C:evil",
                "a\\b",
                "a//b",
                "./a",
                "nul",
                "a\u0000b",
                "tail.",
                "a/ /b"
            })
    void input_nameThatLeadsOut_isRefused(String name) throws IOException {
        Path file = zip(name, new byte[1]);

        assertRefused(file, Problem.UNSAFE_NAME);
    }

    @Test
    void input_namesThatDifferInCaseOnly_areRefused() throws IOException {
        assertRefused(zip("Letter.md", new byte[1], "letter.md", new byte[1]), Problem.DUPLICATE_NAME);
    }

    @Test
    void input_tooManyEntries_isRefused() throws IOException {
        Object[] parts = new Object[12];
        for (int i = 0; i < 6; i++) {
            parts[2 * i] = "f" + i;
            parts[2 * i + 1] = new byte[1];
        }

        assertRefused(zip(parts), Problem.TOO_MANY_ENTRIES);
    }

    @Test
    void input_bomb_endsAtTheRatio() throws IOException {
        assertThatReading(zip("bomb", new byte[2_500_000])).isEqualTo(Problem.TOO_LARGE);
    }

    @Test
    void input_moreThanItsTotal_endsThere() throws IOException {
        byte[] noise = noise(2_900_000);

        assertThatReading(zip("a", noise, "b", noise)).isEqualTo(Problem.TOO_LARGE);
    }

    @Test
    void input_truncated_isRefused() throws IOException {
        Path file = zip("a", noise(100_000));
        byte[] whole = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(whole, whole.length / 2));

        assertRefused(file, Problem.DAMAGED);
    }

    @Test
    void input_changedBytes_areNoticed() throws IOException {
        Path file = zip("a", noise(100_000));
        byte[] whole = Files.readAllBytes(file);
        whole[5_000] ^= 1;
        Files.write(file, whole);

        assertThatReading(file).isEqualTo(Problem.DAMAGED);
    }

    @Test
    void input_text_isNoArchive() throws IOException {
        Path file = directory.resolve("text.zip");
        Files.writeString(file, "PK is not enough");

        assertRefused(file, Problem.DAMAGED);
    }

    private static org.assertj.core.api.AbstractComparableAssert<?, Problem> assertThatReading(Path file) {
        Problem found = null;
        try (ZipInput zip = ZipInput.open(file, SMALL)) {
            for (int i = 0; i < zip.entries().size(); i++) {
                bytes(zip, i);
            }
        } catch (ZipRefusedException e) {
            found = e.problem();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        return assertThat(found);
    }

    private static void assertRefused(Path file, Problem problem) {
        assertThatThrownBy(() -> ZipInput.open(file, SMALL).close())
                .isInstanceOfSatisfying(
                        ZipRefusedException.class, e -> assertThat(e.problem()).isEqualTo(problem));
    }

    private static byte[] bytes(ZipInput zip, int index) throws IOException {
        try (InputStream in = zip.open(zip.entries().get(index))) {
            return in.readAllBytes();
        }
    }

    private static byte[] noise(int length) {
        byte[] bytes = new byte[length];
        new java.util.Random(4711).nextBytes(bytes);
        return bytes;
    }

    /** Names and contents in turn, written without any check. */
    private Path zip(Object... parts) throws IOException {
        Path file = Files.createTempFile(directory, "test", ".zip");
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(file))) {
            for (int i = 0; i < parts.length; i += 2) {
                out.putNextEntry(new ZipEntry((String) parts[i]));
                out.write((byte[]) parts[i + 1]);
                out.closeEntry();
            }
        }
        return file;
    }
}
