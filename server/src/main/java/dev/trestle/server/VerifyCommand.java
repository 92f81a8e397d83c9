package dev.trestle.server;

import dev.trestle.engine.Engine;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.verify.VerifyReport;
import dev.trestle.objects.ObjectStore;
import dev.trestle.objects.ObjectStoreOptions;
import dev.trestle.objects.api.VerifyResult;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Walks a whole store and proves that its tables and indexes agree, and its objects and their files. */
@Command(
        name = "verify",
        description =
                "Walks the whole store in a data directory and proves that tables and indexes agree, and objects and files.",
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

    @Option(
            names = "--without-contents",
            description = "Does not read the objects' bytes to compare them with their checksums.")
    private boolean withoutContents;

    @Override
    public Integer call() {
        StoreArgument.check(spec, directory);
        PrintWriter out = spec.commandLine().getOut();
        long problems = verifyTables(out);
        if (ObjectsDirectory.isIn(directory)) {
            problems += verifyObjects(out);
        }
        out.println(problems == 0 ? "The store is sound." : "Problems found: " + problems);
        out.flush();
        return problems == 0 ? ExitCodes.FINE : ExitCodes.PROBLEM;
    }

    private long verifyTables(PrintWriter out) {
        VerifyReport report;
        try (Engine engine = Engine.open(EngineOptions.directory(directory))) {
            report = engine.verify();
        }
        out.printf(
                "%d tables, %d items, %d index entries, %d expiry entries, %d stream records%n",
                report.tables(), report.items(), report.indexEntries(), report.expiryEntries(), report.streamRecords());
        list(out, report.problems(), report.problemCount());
        return report.problemCount();
    }

    private long verifyObjects(PrintWriter out) {
        VerifyResult result;
        try (ObjectStore objects = ObjectStore.open(ObjectStoreOptions.directory(ObjectsDirectory.of(directory)))) {
            result = objects.verify(!withoutContents);
        }
        out.printf(
                "%d buckets, %d objects, %d older versions and delete markers, %d unfinished uploads, %d contents of %d"
                        + " bytes%n",
                result.buckets(),
                result.objects(),
                result.versions(),
                result.uploads(),
                result.blobs(),
                result.blobBytes());
        list(out, result.problems(), result.problemCount());
        return result.problemCount();
    }

    private static void list(PrintWriter out, List<String> problems, long count) {
        problems.forEach(problem -> out.println("problem: " + problem));
        if (count > problems.size()) {
            out.printf("and %d further problems%n", count - problems.size());
        }
    }
}
