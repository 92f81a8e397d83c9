package dev.trestle.platform.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class JsonAliasTest {
    record Remark(
            @Alias({"content", "body"}) String text,
            @Alias("note") @Nullable String extra) {}

    @Test
    void write_componentWithAliases_repeatsTheValueUnderEach() {
        JsonNode written = Json.mapper().valueToTree(new Remark("Dear all", null));

        assertThat(written.path("text").asText()).isEqualTo("Dear all");
        assertThat(written.path("content").asText()).isEqualTo("Dear all");
        assertThat(written.path("body").asText()).isEqualTo("Dear all");
        assertThat(written.path("note").isNull()).isTrue();
    }

    @Test
    void write_withoutNulls_leavesOutTheAliasToo() {
        JsonNode written = Json.mapperWithoutNulls().valueToTree(new Remark("Dear all", null));

        assertThat(written.has("extra")).isFalse();
        assertThat(written.has("note")).isFalse();
    }

    @Test
    void read_alias_isTakenForTheComponent() throws IOException {
        assertThat(Json.mapper().readValue("{\"body\": \"Dear all\"}", Remark.class))
                .isEqualTo(new Remark("Dear all", null));
    }
}
