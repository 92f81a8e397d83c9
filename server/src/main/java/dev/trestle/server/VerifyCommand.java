package dev.trestle.server;

import dev.trestle.engine.Engine;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.verify.VerifyReport;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Walks a whole store and proves that its tables and indexes agree. */
@Command(
        name = "verify",
        description = "Walks the whole store in a data directory and proves that tables and indexes agree.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:the store is sound", "1:a problem was found, or the store cannot be opened", "2:wrong usage"
        })
final class VerifyCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before the command runs
    private CommandSpec spec;

    @Parameters(paramLabel = "DIR", description = "The data directory. No other process may have it open.")
    @SuppressWarnings("NullAway.Init") // a required parameter
    private Path directory;

    @Override
    public Integer call() {
        StoreArgument.check(spec, directory);
        try (Engine engine = Engine.open(EngineOptions.directory(directory))) {
            return print(engine.verify());
        }
    }

    private int print(VerifyReport report) {
        PrintWriter out = spec.commandLine().getOut();
        out.printf(
                "%d tables, %d items, %d index entries, %d expiry entries, %d stream records%n",
                report.tables(), report.items(), report.indexEntries(), report.expiryEntries(), report.streamRecords());
        report.problems().forEach(problem -> out.println("problem: " + problem));
        long unlisted = report.problemCount() - report.problems().size();
        if (unlisted > 0) {
            out.printf("and %d further problems%n", unlisted);
        }
        out.println(report.isClean() ? "The store is sound." : "Problems found: " + report.problemCount());
        out.flush();
        return report.isClean() ? ExitCodes.FINE : ExitCodes.PROBLEM;
    }
}
