package dev.trestle.platform.attack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/security.md names tests that there are, and all attacks of this package. */
class SecurityPageTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final Pattern NAME = Pattern.compile("`([A-Za-z0-9]+Test)\\.(\\w+)`");
    private static final Pattern METHOD = Pattern.compile("(?m)^    (?:final )?void (\\w+)\\(");

    private static TreeMap<String, String> sources() throws IOException {
        TreeMap<String, String> sources = new TreeMap<>();
        for (String module : List.of(
                "http",
                "platform",
                "mail",
                "wire",
                "conformance",
                "server",
                "text",
                "systems/docstore",
                "systems/unisync")) {
            Path tests = ROOT.resolve(module).resolve("src/test/java");
            try (Stream<Path> files = Files.walk(tests)) {
                for (Path file : files.filter(each -> each.toString().endsWith("Test.java"))
                        .toList()) {
                    String name = file.getFileName().toString().replace(".java", "");
                    sources.merge(name, Files.readString(file), String::concat);
                }
            }
        }
        return sources;
    }

    @Test
    void page_everyTest_isThere() throws IOException {
        TreeMap<String, String> sources = sources();
        List<String> missing = new ArrayList<>();
        int named = 0;
        Matcher names = NAME.matcher(Files.readString(ROOT.resolve("docs/security.md")));
        while (names.find()) {
            named++;
            if (!sources.getOrDefault(names.group(1), "").contains("void " + names.group(2) + "(")) {
                missing.add(names.group());
            }
        }

        assertThat(missing).isEmpty();
        assertThat(named).isGreaterThan(50);
    }

    @Test
    void page_everyAttack_isNamed() throws IOException {
        String page = Files.readString(ROOT.resolve("docs/security.md"));
        TreeSet<String> unnamed = new TreeSet<>();
        sources().forEach((name, source) -> {
            Matcher methods = METHOD.matcher(source);
            while (name.endsWith("AttackTest") && methods.find()) {
                if (source.contains("    @Test\n    void " + methods.group(1) + "(")
                        && !page.contains("`" + name + "." + methods.group(1) + "`")) {
                    unnamed.add(name + "." + methods.group(1));
                }
            }
        });

        assertThat(unnamed).containsExactly("TokenAttackTest.token_genuine_isTaken");
    }
}
