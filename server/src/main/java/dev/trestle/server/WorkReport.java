package dev.trestle.server;

import dev.trestle.model.WorkProgress;
import dev.trestle.model.evolution.Outcome;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.function.Consumer;
import picocli.CommandLine.Model.CommandSpec;

/** Says how far a migration or a repair is, now and then, and how it ended. */
final class WorkReport implements Consumer<WorkProgress> {
    private static final long PAUSE_NANOS = Duration.ofSeconds(2).toNanos();

    private final CommandSpec spec;
    private long lastNanos = System.nanoTime();

    WorkReport(CommandSpec spec) {
        this.spec = spec;
    }

    @Override
    public void accept(WorkProgress progress) {
        long now = System.nanoTime();
        if (now - lastNanos >= PAUSE_NANOS) {
            lastNanos = now;
            PrintWriter err = spec.commandLine().getErr();
            err.printf("%s: %,d items, %,d changed%n", progress.work(), progress.done(), progress.changed());
            err.flush();
        }
    }

    /** Prints the end; whether nothing is left to settle. */
    boolean end(String system, Outcome outcome) {
        PrintWriter out = spec.commandLine().getOut();
        outcome.conflicts().forEach(conflict -> out.println("conflict: " + conflict));
        outcome.unreadable()
                .forEach(item -> out.printf(
                        "cannot be read: %s %s%s (%s): %s%n",
                        item.table(),
                        item.partition(),
                        item.sort() == null ? "" : " | " + item.sort(),
                        item.entity(),
                        item.reason()));
        out.printf(
                "%s: %,d items looked at, %,d changed, %,d conflicts, %,d that cannot be read%n",
                system, outcome.done(), outcome.changed(), outcome.conflictCount(), outcome.unreadableCount());
        out.flush();
        return outcome.isClean() && outcome.unreadableCount() == 0;
    }
}
