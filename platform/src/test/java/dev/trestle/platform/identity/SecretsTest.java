package dev.trestle.platform.identity;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SecretsTest {
    @Test
    void id_manyTimes_isNeverTakenForAnOption() {
        Secrets secrets = new Secrets(new SecureRandom());
        assertThat(Stream.generate(secrets::id).limit(5_000))
                .doesNotHaveDuplicates()
                .allMatch(id -> !id.startsWith("-"));
    }
}
