package dev.trestle.platform.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SharedSettingsTest {
    private final List<String> problems = new ArrayList<>();

    private Optional<SharedSettings> read(Map<String, String> said) {
        problems.clear();
        return SharedSettings.GROUP.read(
                key -> key.parser().apply(said.getOrDefault(key.name(), key.otherwise())), problems);
    }

    private void assertRefused(Map<String, String> said, String problem) {
        assertThat(read(said)).isEmpty();
        assertThat(problems).singleElement().asString().contains(problem);
    }

    @Test
    void defaults_haveNoServices() {
        SharedSettings defaults = SharedSettings.GROUP.defaults();

        assertThat(defaults.smtp().isConfigured()).isFalse();
        assertThat(defaults.ai().isConfigured()).isFalse();
        assertThat(defaults.outgoing().allowed()).isEmpty();
        assertThat(defaults.media().languages()).containsExactly("eng");
    }

    @Test
    void smtp_account_isWholeAndNeverSentInClear() {
        assertRefused(Map.of("smtp.host", "mail.example"), "Set smtp.from");
        Map<String, String> account = Map.of(
                "smtp.host",
                "mail.example",
                "smtp.from",
                "t@example.org",
                "smtp.user",
                "t",
                "smtp.password",
                "hunter2");
        assertThat(read(account))
                .hasValueSatisfying(read -> assertThat(read.toString()).doesNotContain("hunter2"));
        Map<String, String> clear = new HashMap<>(account);
        clear.put("smtp.security", "none");
        assertRefused(clear, "readable on the way");
        assertThat(problems.toString()).doesNotContain("hunter2");
        assertRefused(Map.of("smtp.user", "t"), "Set smtp.user and smtp.password, or neither");
    }

    @Test
    void ai_service_needsAModel() {
        assertRefused(Map.of("ai.url", "http://localhost:11434/v1"), "Set ai.model");
        assertRefused(Map.of("ai.key", "hunter2"), "Set ai.url");
        assertThat(read(Map.of("ai.url", "http://localhost:11434/v1", "ai.model", "small")))
                .isPresent();
    }

    @Test
    void media_limits_areSomething() {
        assertRefused(Map.of("media.languages", " , "), "Set media.languages");
        assertRefused(Map.of("media.time-max", "0s"), "Set media.time-max");
        assertRefused(Map.of("media.memory-max", "1MiB"), "Set media.memory-max");
    }
}
