package dev.trestle.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.model.Entity;
import dev.trestle.model.Model;
import dev.trestle.model.Pattern;
import dev.trestle.model.Table;
import java.time.Clock;
import org.junit.jupiter.api.Test;

class AskedPatternsTest {
    record Letter(String date) {}

    static final Table TABLE = Table.named("letters");
    static final Entity<Letter> LETTER = TABLE.entity(Letter.class).key("LETTER#{date}", "CURRENT");
    static final Pattern<Letter> BY_DATE = LETTER.get("Get letter");
    static final Pattern<Letter> EVERY_LETTER = LETTER.scan("List letters");
    static final Model MODEL = Model.of("letters", TABLE);

    @Test
    void assertComplete_aPatternThatNoTestAsks_isNamed() {
        try (TestStore tables = TestStore.open(Targets.all().findFirst().orElseThrow(), MODEL, Clock.systemUTC())) {
            assertThat(tables.store().get(BY_DATE.of("1944-06-06"))).isEmpty();
            assertThat(tables.takeCalls()).containsExactly("getItem");
        }

        assertThatThrownBy(() -> AskedPatterns.assertComplete(MODEL, AskedPatternsTest.class))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("List letters (EVERY_LETTER)")
                .hasMessageNotContaining("Get letter");
    }
}
