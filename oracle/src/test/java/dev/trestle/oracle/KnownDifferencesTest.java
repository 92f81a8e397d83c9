package dev.trestle.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.conformance.cases.Answer;
import dev.trestle.conformance.cases.Json;
import dev.trestle.conformance.cases.Step;
import org.junit.jupiter.api.Test;

class KnownDifferencesTest {
    private static final String CASE =
            "case: wording\noperation: PutItem\nours: ^A: x\nlocal: ^A: y\nright: ours\nreason: the\n service\n";

    @Test
    void load_theFile_isWellFormed() {
        assertThat(KnownDifferences.load().all()).isNotEmpty();
    }

    @Test
    void explain_differenceThatFits_givesItsCase() {
        KnownDifferences known = KnownDifferences.parse("# comment\n" + CASE);

        assertThat(known.explain(difference("PutItem", "x", "y")))
                .hasValueSatisfying(found -> assertThat(found.reason()).isEqualTo("the service"));
        assertThat(known.explain(difference("PutItem", "y", "x"))).isEmpty();
        assertThat(known.explain(difference("PutItems", "x", "y"))).isEmpty();
    }

    @Test
    void parse_caseWithoutReason_isRefused() {
        assertThatThrownBy(() -> KnownDifferences.parse("case: a\nright: ours\n"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> KnownDifferences.parse(CASE.replace("ours\nreason", "nobody\nreason")))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static Difference difference(String operation, String ours, String local) {
        return new Difference(
                Step.once(operation, Json.of()), new Answer("A", ours, Json.of()), new Answer("A", local, Json.of()));
    }
}
