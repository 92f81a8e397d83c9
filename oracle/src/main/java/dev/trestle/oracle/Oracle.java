package dev.trestle.oracle;

import dev.trestle.conformance.cases.CaseFile;
import dev.trestle.conformance.cases.CaseFile.Expected;
import dev.trestle.conformance.cases.ClientSide;
import dev.trestle.conformance.cases.Step;
import dev.trestle.oracle.generate.Generator;
import dev.trestle.sdk.TrestleDb;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./trestle oracle}: compares the engine with DynamoDB Local. */
@Command(
        name = "oracle",
        mixinStandardHelpOptions = true,
        description = "Runs seeded random operations on the engine and on DynamoDB Local and compares the answers.",
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:nothing unexplained", "1:unexplained differences, or a failure", "2:wrong usage"})
final class Oracle implements Callable<Integer> {
    private static final int FOUND = 1;

    private final PrintStream out = System.out;

    @Option(names = "--seed", description = "the first seed; without it one is made up")
    private @Nullable Long seed;

    @Option(
            names = "--seeds",
            defaultValue = "1",
            description = "how many seeds, one after the other (${DEFAULT-VALUE})")
    private int seeds;

    @Option(names = "--operations", defaultValue = "10000", description = "operations of each seed (${DEFAULT-VALUE})")
    private int operations;

    @Option(
            names = "--findings",
            defaultValue = "5",
            description = "stop at so many kinds of unexplained differences (${DEFAULT-VALUE})")
    private int findingsMax;

    @Option(
            names = "--no-shrink",
            description = "print what differs as it was found, do not look for the shortest sequence that shows it")
    private boolean asFound;

    @Option(names = "--replay", paramLabel = "FILE", description = "play the steps of a file instead")
    private @Nullable Path replay;

    @Option(
            names = "--record",
            paramLabel = "FILE",
            description = "write steps that both sides answer alike, and the answers, to a file")
    private @Nullable Path record;

    @Option(names = "--dynamodb-local", required = true, hidden = true)
    @SuppressWarnings("NullAway.Init")
    private Path libraries;

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new Oracle()).execute(arguments));
    }

    @Override
    public Integer call() throws IOException {
        out.println("Starting DynamoDB Local from " + libraries + ".");
        out.println("Its licence applies to whoever runs it: see the DynamoDB Local License Agreement of AWS.");
        try (LocalServer server = LocalServer.start(libraries);
                TrestleDb db = TrestleDb.inMemory()) {
            Match match = new Match(new ClientSide(db.client()), server.side());
            KnownDifferences known = KnownDifferences.load();
            if (replay != null) {
                return new Replay(match, known, out).play(CaseFile.read(replay), record);
            }
            long first = seed != null ? seed : System.nanoTime() & 0xffff_ffffL;
            if (record != null) {
                return new Replay(match, known, out).record(first, operations, record);
            }
            return contest(match, known, first);
        }
    }

    private int contest(Match match, KnownDifferences known, long first) {
        out.printf(
                "%d seed%s from %d on, %,d operations each; %d known differences%n",
                seeds, seeds == 1 ? "" : "s", first, operations, known.all().size());
        Contest contest = new Contest(match, known, out, findingsMax);
        for (int i = 0; i < seeds; i++) {
            if (!contest.play(first + i, operations)) {
                break;
            }
        }
        contest.summary();
        Shrinker shrinker = new Shrinker(match, known);
        for (Contest.Finding finding : contest.findings()) {
            if (!asFound) {
                String kind = finding.difference().kind();
                report(match, finding, shrinker.shrink(Generator.setup(), finding.played(), kind));
            }
        }
        return contest.findings().isEmpty() ? CommandLine.ExitCode.OK : FOUND;
    }

    /** Prints the shortest sequence found as a file for {@code --replay}, and what the sides say at its end. */
    private void report(Match match, Contest.Finding finding, List<Step> shortest) {
        Difference shown = finding.difference();
        match.clear();
        for (Step step : shortest) {
            Optional<Difference> difference = match.compare(step);
            shown = difference.orElse(shown);
        }
        out.println();
        out.println("Shrunk, seed " + finding.seed() + ": " + shown.show());
        List<Expected> steps =
                shortest.stream().map(step -> new Expected(step, null)).toList();
        out.println("  to replay: save as a file, then ./trestle oracle --replay FILE");
        out.println(new CaseFile("seed " + finding.seed() + ": " + shown.step().operation(), steps).text());
    }
}
