package dev.trestle.oracle;

import dev.trestle.conformance.cases.Step;
import dev.trestle.oracle.generate.Generator;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Plays seeds, counts, and collects the differences that nothing explains, one of each kind. */
final class Contest {
    private static final int STEPS_BETWEEN_NEWS = 1000;

    /** An unexplained difference and all that was played before it and with it. */
    record Finding(long seed, Difference difference, List<Step> played) {}

    private final Match match;
    private final KnownDifferences known;
    private final PrintStream out;
    private final int findingsMax;
    private final Map<String, Finding> findings = new LinkedHashMap<>();
    private final Map<String, Integer> explained = new LinkedHashMap<>();
    private final Map<String, Integer> counts = new LinkedHashMap<>();
    private int operations;
    private int refusals;
    private int unexplained;

    Contest(Match match, KnownDifferences known, PrintStream out, int findingsMax) {
        this.match = match;
        this.known = known;
        this.out = out;
        this.findingsMax = findingsMax;
    }

    /** Plays one seed; false when there is enough to report. */
    boolean play(long seed, int count) {
        long began = System.nanoTime();
        match.clear();
        List<Step> setup = Generator.setup();
        setup.forEach(step -> note(seed, step, List.of()));
        List<Step> steps = new Generator(seed).steps(count);
        for (int i = 0; i < steps.size(); i++) {
            note(seed, steps.get(i), steps.subList(0, i + 1));
            if (findings.size() >= findingsMax) {
                out.printf("seed %d: stopped after %d operations%n", seed, i + 1);
                return false;
            }
            if ((i + 1) % STEPS_BETWEEN_NEWS == 0) {
                out.printf(
                        "seed %d: %,d of %,d operations, %,d refused by both, %d kinds unexplained, %.0f s%n",
                        seed, i + 1, count, refusals, findings.size(), (System.nanoTime() - began) / 1e9);
            }
        }
        return true;
    }

    private void note(long seed, Step step, List<Step> played) {
        operations++;
        counts.merge(step.operation(), 1, Integer::sum);
        Match.Answers answers = match.play(step);
        if (answers.ours().refused() && answers.local().refused()) {
            refusals++;
        }
        if (answers.ours().equals(answers.local())) {
            return;
        }
        Difference difference = new Difference(step, answers.ours(), answers.local());
        Optional<KnownDifferences.Known> explanation = known.explain(difference);
        if (explanation.isPresent()) {
            explained.merge(explanation.get().title(), 1, Integer::sum);
        } else {
            unexplained++;
            Finding finding = new Finding(seed, difference, new ArrayList<>(played));
            if (findings.putIfAbsent(difference.kind(), finding) == null) {
                out.println("UNEXPLAINED, seed " + seed + ": " + difference.show());
            }
        }
        match.align(step, answers);
    }

    List<Finding> findings() {
        return List.copyOf(findings.values());
    }

    /** Prints what was played and how it went. */
    void summary() {
        out.printf("%n%,d operations: %s%n", operations, counts);
        out.printf("%,d refused by both sides%n", refusals);
        out.printf("the engine took %.1f s, DynamoDB Local %.1f s%n", match.ourSeconds(), match.localSeconds());
        int explainedCount =
                explained.values().stream().mapToInt(Integer::intValue).sum();
        out.printf("%,d differences explained by known-differences%n", explainedCount);
        explained.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
                .forEach(entry -> out.printf("  %,7d  %s%n", entry.getValue(), entry.getKey()));
        out.printf("%,d differences unexplained, of %d kinds%n", unexplained, findings.size());
    }
}
