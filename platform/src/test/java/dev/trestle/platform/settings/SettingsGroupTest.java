package dev.trestle.platform.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.platform.schema.About;
import dev.trestle.platform.schema.Default;
import dev.trestle.platform.schema.Length;
import dev.trestle.platform.schema.Matches;
import dev.trestle.platform.schema.Range;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SettingsGroupTest {
    enum Kind {
        PLAIN,
        WITH_MORE
    }

    record Everything(
            @About("A text.") String text,

            @About("A text that must be there.") @Default("x") @Length(max = 3)
            String some,

            @About("A number.") @Default("7") @Range(min = 1, max = 9)
            int number,

            @About("A size.") @Default("64KiB") @Bytes long size,
            @About("Yes or no.") @Default("no") boolean flag,
            @About("A time.") @Default("5m") Duration time,
            @About("One of some.") @Default("with-more") Kind kind,
            @About("A URL.") @Nullable URI url,
            @About("A pattern.") @Nullable Pattern pattern,
            @About("Servers.") List<HostAndPort> servers,
            @About("Codes.") List<@Matches("[a-z]{3}") String> codes,
            Inner inner) {}

    record Inner(
            @Named("") @About("The group's own.") @Default("on")
            String service,

            @About("A password.") Secret password) {
        Inner {
            if (service.equals("on") && password.reveal().equals("off")) {
                throw new IllegalArgumentException("on and off do not go together.");
            }
        }
    }

    record Undocumented(String text) {}

    record Untyped(@About("No type of ours.") Object anything) {}

    private static final SettingsGroup<Everything> GROUP = SettingsGroup.of("all", Everything.class);

    private static Optional<Everything> read(Map<String, String> said, List<String> problems) {
        return GROUP.read(key -> key.parser().apply(said.getOrDefault(key.name(), key.otherwise())), problems);
    }

    @Test
    void keys_ofARecord_areItsComponentsInKebabCase() {
        assertThat(GROUP.keys().stream().map(Key::name))
                .containsExactly(
                        "all.text",
                        "all.some",
                        "all.number",
                        "all.size",
                        "all.flag",
                        "all.time",
                        "all.kind",
                        "all.url",
                        "all.pattern",
                        "all.servers",
                        "all.codes",
                        "all.inner",
                        "all.inner.password");
        assertThat(GROUP.keys().stream().filter(Key::isSecret).map(Key::name)).containsExactly("all.inner.password");
        assertThat(SettingsGroup.of("notebook", Two.class).keys().get(0).name()).isEqualTo("notebook.notes-max");
    }

    record Two(@About("How many.") @Default("1") int notesMax) {}

    @Test
    void defaults_ofARecord_areTyped() {
        assertThat(GROUP.defaults())
                .isEqualTo(new Everything(
                        "",
                        "x",
                        7,
                        64L << 10,
                        false,
                        Duration.ofMinutes(5),
                        Kind.WITH_MORE,
                        null,
                        null,
                        List.of(),
                        List.of(),
                        new Inner("on", Secret.NONE)));
    }

    @Test
    void read_values_areTyped() {
        List<String> problems = new ArrayList<>();
        Everything read = read(
                        Map.of(
                                "all.url", "http://localhost:5000/a",
                                "all.pattern", "S[0-9]",
                                "all.servers", "Hooks.Intern:8443, [fd00::1]:80",
                                "all.codes", "eng, deu",
                                "all.flag", "yes",
                                "all.inner.password", "hunter2"),
                        problems)
                .orElseThrow();

        assertThat(problems).isEmpty();
        assertThat(read.url()).isEqualTo(URI.create("http://localhost:5000/a"));
        assertThat(String.valueOf(read.pattern())).isEqualTo("S[0-9]");
        assertThat(read.servers())
                .containsExactly(new HostAndPort("hooks.intern", 8443), new HostAndPort("[fd00::1]", 80));
        assertThat(read.codes()).containsExactly("eng", "deu");
        assertThat(read.flag()).isTrue();
        assertThat(read.inner().password().reveal()).isEqualTo("hunter2");
        assertThat(read.toString()).contains("(secret)").doesNotContain("hunter2");
    }

    @Test
    void parser_valueThatBreaksARule_saysWhatItMustBe() {
        Map<String, Key<?>> keys = new HashMap<>();
        GROUP.keys().forEach(key -> keys.put(key.name(), key));
        Map<String, List<String>> wrong = Map.of(
                "all.some", List.of("abcd", "must have at most 3 characters"),
                "all.number", List.of("10", "must be a whole number from 1 to 9"),
                "all.size", List.of("much", "must be a size such as"),
                "all.flag", List.of("true", "must be yes or no"),
                "all.time", List.of("soon", "must be a time such as"),
                "all.kind", List.of("odd", "must be one of [plain, with-more]"),
                "all.url", List.of("localhost", "must be a URL such as"),
                "all.pattern", List.of("(", "must be a regular expression"),
                "all.servers",
                        List.of("a.example:99999", "must have a host and a port each, such as hooks.intern:8443"),
                "all.codes", List.of("eng, de", "must match [a-z]{3}"));
        wrong.forEach((name, example) -> assertThatThrownBy(
                        () -> Objects.requireNonNull(keys.get(name)).parser().apply(example.get(0)))
                .as(name)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(example.get(1)));
        assertThatThrownBy(() ->
                        Objects.requireNonNull(keys.get("all.some")).parser().apply(""))
                .hasMessage("must not be empty");
    }

    @Test
    void read_whatDoesNotGoTogether_isAProblemOfTheGroup() {
        List<String> problems = new ArrayList<>();
        assertThat(read(Map.of("all.inner.password", "off"), problems)).isEmpty();
        assertThat(problems).containsExactly("all.inner: on and off do not go together.");
    }

    @Test
    void read_aValueThatWasRefused_makesNoRecordAndNoFurtherProblem() {
        List<String> problems = new ArrayList<>();
        assertThat(GROUP.read(
                        key -> key.name().equals("all.url")
                                ? null
                                : key.parser().apply(key.otherwise()),
                        problems))
                .isEmpty();
        assertThat(problems).isEmpty();
    }

    @Test
    void declaration_withoutDocumentationOrOfAnUnknownType_isRefused() {
        assertThatThrownBy(() -> SettingsGroup.of("a", Undocumented.class).keys())
                .hasMessage("The setting a.text has no @About.");
        assertThatThrownBy(() -> SettingsGroup.of("a", Untyped.class).keys())
                .hasMessageContaining("has a type that no value can be read as");
    }

    @Test
    void lines_ofALongText_areBroken() {
        assertThat(SettingsGroup.lines("word ".repeat(50).strip()))
                .hasSize(3)
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(116));
    }
}
