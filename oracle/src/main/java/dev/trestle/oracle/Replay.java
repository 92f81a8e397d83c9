package dev.trestle.oracle;

import dev.trestle.conformance.cases.CaseFile;
import dev.trestle.conformance.cases.CaseFile.Expected;
import dev.trestle.conformance.cases.Json;
import dev.trestle.conformance.cases.Step;
import dev.trestle.oracle.generate.Generator;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Plays a file's steps on both sides, and writes files of steps that both answer alike. */
final class Replay {
    private final Match match;
    private final KnownDifferences known;
    private final PrintStream out;

    Replay(Match match, KnownDifferences known, PrintStream out) {
        this.match = match;
        this.known = known;
        this.out = out;
    }

    /** Prints each step's answers; with {@code record}, writes those of the engine, differences explained or none. */
    int play(CaseFile file, @Nullable Path record) {
        match.clear();
        int unexplained = 0;
        List<Expected> answered = new ArrayList<>();
        for (Expected expected : file.steps()) {
            Step step = expected.step();
            Match.Answers answers = match.play(step);
            answered.add(new Expected(step, answers.ours()));
            out.println(step.operation() + " " + Json.write(step.request()));
            if (answers.ours().equals(answers.local())) {
                out.println("  both    " + answers.ours().show());
                continue;
            }
            Optional<KnownDifferences.Known> explanation =
                    known.explain(new Difference(step, answers.ours(), answers.local()));
            out.println("  engine  " + answers.ours().show());
            out.println("  local   " + answers.local().show());
            out.println("  "
                    + explanation
                            .map(k -> "known: " + k.title() + ". " + k.reason())
                            .orElse("UNEXPLAINED"));
            unexplained += explanation.isPresent() ? 0 : 1;
        }
        if (record != null && unexplained == 0) {
            new CaseFile(file.title(), answered).write(record);
            out.println("recorded " + answered.size() + " steps in " + record);
        }
        return unexplained == 0 ? 0 : 1;
    }

    /**
     * Records a seed. All writes that went through are kept, because what follows rests on them; of reads and refusals
     * one of each kind.
     */
    int record(long seed, int operations, Path record) {
        List<Step> kept = new ArrayList<>(Generator.setup());
        Set<String> kinds = new HashSet<>();
        match.clear();
        kept.forEach(match::play);
        for (Step step : new Generator(seed).steps(operations)) {
            Match.Answers answers = match.play(step);
            if (!answers.ours().equals(answers.local())) {
                match.align(step, answers);
                continue;
            }
            boolean novel = kinds.add(new Difference(step, answers.ours(), answers.local()).kind() + parameters(step));
            boolean written =
                    !answers.ours().refused() && !step.operation().matches("(Batch|Transact)?Get.*|Query|Scan");
            if (novel || written) {
                kept.add(step);
            }
        }
        List<Expected> expected = new ArrayList<>();
        match.clear();
        for (Step step : kept) {
            Match.Answers answers = match.play(step);
            if (answers.ours().equals(answers.local())) {
                expected.add(new Expected(step, answers.ours()));
            } else {
                match.align(step, answers);
            }
        }
        new CaseFile("seed " + seed + ", what both sides answer alike", expected).write(record);
        out.println("recorded " + expected.size() + " steps in " + record);
        return 0;
    }

    private static String parameters(Step step) {
        return step.reading() + step.request().keySet().toString();
    }
}
