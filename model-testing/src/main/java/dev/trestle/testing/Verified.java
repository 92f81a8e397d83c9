package dev.trestle.testing;

import dev.trestle.model.Model;
import dev.trestle.model.verify.Report;
import dev.trestle.model.verify.Severity;
import dev.trestle.model.verify.Verifier;

/** What the build holds every system's model to. */
public final class Verified {
    private Verified() {}

    /**
     * That the verifier finds neither errors nor warnings that the model does not accept with a reason.
     *
     * @throws AssertionError with what it finds
     */
    public static void assertSound(Model model) {
        Report report = Verifier.verify(model);
        if (!report.open(Severity.ERROR).isEmpty()
                || !report.open(Severity.WARNING).isEmpty()) {
            throw new AssertionError(report.render(false, false));
        }
    }
}
