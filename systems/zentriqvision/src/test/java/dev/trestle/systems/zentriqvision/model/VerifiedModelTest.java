package dev.trestle.systems.zentriqvision.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.model.verify.Report;
import dev.trestle.model.verify.Severity;
import dev.trestle.model.verify.Verifier;
import org.junit.jupiter.api.Test;

/** ZentriqVision's model has no findings but those that it lives with, for a written reason. */
class VerifiedModelTest {
    @Test
    void verify_wholeModel_hasNothingOpen() {
        Report report = Verifier.verify(ZentriqVisionModel.MODEL);

        assertThat(report.open(Severity.ERROR)).isEmpty();
        assertThat(report.open(Severity.WARNING)).isEmpty();
    }
}
