package dev.trestle.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.trestle.platform.settings.Key;
import dev.trestle.server.config.Keys;
import dev.trestle.server.systems.Systems;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The unit for systemd and the image's recipe: what they name is there. */
class PackagingTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern VARIABLE = Pattern.compile("(TRESTLE_[A-Z_]+)=");
    private static final Set<String> LAUNCHERS = Set.of("TRESTLE_CONF", "TRESTLE_PRINT_JAVA");
    private static final long SECONDS_MAX = 60;

    private static String unit() throws IOException {
        return Files.readString(ROOT.resolve("packaging/trestle.service"));
    }

    private static String recipe() throws IOException {
        return Files.readString(ROOT.resolve("Dockerfile"));
    }

    @Test
    void variables_ofUnitAndImage_areKeysThatThereAre() throws Exception {
        Set<String> known = new HashSet<>(LAUNCHERS);
        known.addAll(Keys.all(Systems.all()).stream().map(Key::variable).collect(Collectors.toSet()));
        for (String text : List.of(unit(), recipe())) {
            Matcher variables = VARIABLE.matcher(text);
            int found = 0;
            for (; variables.find(); found++) {
                assertThat(known).contains(variables.group(1));
            }
            assertThat(found).isPositive();
        }
    }

    @Test
    void image_copiesWhatThereIs_andEveryModule() throws Exception {
        Set<String> copied = recipe().lines()
                .filter(line -> line.startsWith("COPY ") && !line.contains("--from"))
                .flatMap(line -> {
                    String[] words = line.substring(5).split(" ");
                    return Stream.of(words).limit(words.length - 1);
                })
                .collect(Collectors.toSet());
        assertThat(copied).allSatisfy(name -> assertThat(ROOT.resolve(name)).exists());
        Matcher module = Pattern.compile("<module>([^<]+)</module>").matcher(Files.readString(ROOT.resolve("pom.xml")));
        while (module.find()) {
            String directory = module.group(1).replaceAll("/.*", "");
            if (!directory.equals("oracle")) { // in the build with its profile only
                assertThat(copied).contains(directory);
            }
        }
    }

    @Test
    void unit_forSystemd_isSound(@TempDir Path directory) throws Exception {
        Path systemd = Path.of("/usr/bin/systemd-analyze");
        assumeTrue(Files.isExecutable(systemd), "there is no systemd-analyze here");
        Path unit = Files.writeString(
                directory.resolve("trestle.service"),
                unit().replace("/opt/trestle/", ROOT + "/").replaceAll("(?m)^(User|Group)=.*$", "$1=root"));
        Process verify = new ProcessBuilder(systemd.toString(), "verify", "--man=no", unit.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(verify.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(verify.waitFor(SECONDS_MAX, TimeUnit.SECONDS)).isTrue();
        assertThat(said.lines().filter(line -> line.contains("trestle.service")))
                .isEmpty();
    }
}
