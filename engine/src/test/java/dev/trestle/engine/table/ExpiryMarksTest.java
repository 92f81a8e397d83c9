package dev.trestle.engine.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class ExpiryMarksTest {
    private final ExpiryMarks marks = new ExpiryMarks();

    @Test
    void begin_firstPass_looksAtEverything() {
        marks.added(1, 50);
        assertThat(marks.begin(1)).isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void begin_afterAPass_goesOnBehindIt() {
        marks.begin(1);
        marks.end(1, 100);
        assertThat(marks.begin(1)).isEqualTo(101);
        assertThat(marks.begin(2)).isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void begin_entryAddedBelowTheMark_fallsBackToIt() {
        marks.begin(1);
        marks.end(1, 100);
        marks.added(1, 40);
        marks.added(1, 70);
        marks.added(1, 500);
        assertThat(marks.begin(1)).isEqualTo(40);
        marks.end(1, 100);
        assertThat(marks.begin(1)).isEqualTo(101);
    }

    @Test
    void end_entryAddedDuringThePass_isLookedAtAgain() {
        marks.begin(1);
        marks.end(1, 100);
        assertThat(marks.begin(1)).isEqualTo(101);
        marks.added(1, 150);
        marks.added(1, 300);
        marks.end(1, 200);
        assertThat(marks.begin(1)).isEqualTo(150);
    }

    @Test
    void begin_afterAPassThatFailed_looksAtTheSameAgain() {
        marks.begin(1);
        marks.end(1, 100);
        marks.added(1, 40);
        assertThat(marks.begin(1)).isEqualTo(40);
        assertThat(marks.begin(1)).isEqualTo(40);
    }

    @Test
    void retain_others_forgets() {
        marks.begin(1);
        marks.end(1, 100);
        marks.begin(2);
        marks.end(2, 100);
        marks.retain(Set.of(2));
        assertThat(marks.begin(1)).isEqualTo(Long.MIN_VALUE);
        assertThat(marks.begin(2)).isEqualTo(101);
    }
}
