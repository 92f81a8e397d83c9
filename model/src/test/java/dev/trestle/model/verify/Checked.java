package dev.trestle.model.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.model.Model;
import dev.trestle.model.Table;
import java.util.List;

/** Small models, looked at for one code. */
final class Checked {
    private Checked() {}

    static Table table() {
        return Table.named("t").key("PK", "SK").index("GSI1", "GSI1PK", "GSI1SK");
    }

    static List<Finding> find(Code code, Table... tables) {
        return find(code, Model.of("small", tables));
    }

    static List<Finding> find(Code code, Model model) {
        return of(Verifier.verify(model), code);
    }

    static List<Finding> of(Report report, Code code) {
        return report.findings().stream()
                .filter(finding -> finding.code() == code)
                .toList();
    }

    /** That a model has one finding of a code, of a severity, whose text has all of these. */
    static void assertOne(List<Finding> found, Severity severity, String... texts) {
        assertThat(found).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(severity);
            assertThat(finding.toString()).contains(texts);
        });
    }
}
