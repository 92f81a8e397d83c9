package dev.trestle.model.verify;

import dev.trestle.model.error.ModelException;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** Everything that was found, the worst first. Immutable. */
public final class Report {
    private final String subject;
    private final List<Finding> findings;

    Report(String subject, List<Finding> findings) {
        this.subject = subject;
        this.findings = findings.stream()
                .sorted(Comparator.comparing(Finding::isAccepted).thenComparing(Finding::severity))
                .toList();
    }

    /** What was looked at. */
    public String subject() {
        return subject;
    }

    public List<Finding> findings() {
        return findings;
    }

    /** The findings that the model does not live with, of a severity. */
    public List<Finding> open(Severity severity) {
        return findings.stream()
                .filter(finding -> !finding.isAccepted() && finding.severity() == severity)
                .toList();
    }

    /** The findings that the model lives with. */
    public List<Finding> accepted() {
        return findings.stream().filter(Finding::isAccepted).toList();
    }

    /** Whether nothing keeps the model from being used. */
    public boolean isUsable() {
        return findings.stream().noneMatch(Finding::isFatal);
    }

    /**
     * Refuses a model that is not usable: for the start of whatever uses it.
     *
     * @throws ModelException with all errors together
     */
    public void check() {
        List<Finding> errors = open(Severity.ERROR);
        if (!errors.isEmpty()) {
            throw new UnusableModelException(subject, errors);
        }
    }

    /** The findings as text, one after the other, and how many there are of each severity. */
    public String render(boolean withNotes, boolean withAccepted) {
        String shown = findings.stream()
                .filter(finding ->
                        finding.isAccepted() ? withAccepted : withNotes || finding.severity() != Severity.NOTE)
                .map(finding -> finding + "\n")
                .collect(Collectors.joining());
        return shown + subject + ": " + open(Severity.ERROR).size() + " errors, "
                + open(Severity.WARNING).size() + " warnings, "
                + open(Severity.NOTE).size() + " notes, "
                + accepted().size() + " accepted\n";
    }

    @Override
    public String toString() {
        return render(true, true);
    }
}
