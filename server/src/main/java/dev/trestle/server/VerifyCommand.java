package dev.trestle.server;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.engine.Engine;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.verify.VerifyReport;
import dev.trestle.objects.ObjectStore;
import dev.trestle.objects.ObjectStoreOptions;
import dev.trestle.objects.api.VerifyResult;
import dev.trestle.server.admin.LocalStore;
import dev.trestle.server.installation.ObjectsDirectory;
import dev.trestle.server.remote.AdminConnection;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Walks a whole store and proves that its tables and indexes agree, and its objects and their files. */
@Command(
        name = "verify",
        description =
                "Walks the whole store in a data directory, or of a running server, and proves that tables and indexes agree, and"
                        + " objects and files.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:the store is sound", "1:a problem was found, or the store cannot be opened", "2:wrong usage"
        })
final class VerifyCommand implements Callable<Integer> {
    private static final String TABLES =
            "%d tables, %d items, %d index entries, %d expiry entries, %d stream records%n";
    private static final String OBJECTS =
            "%d buckets, %d objects, %d older versions and delete markers, %d unfinished uploads, %d contents of %d bytes%n";

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before the command runs
    private CommandSpec spec;

    @Mixin
    @SuppressWarnings("NullAway.Init") // made by picocli
    private ServerOptions server;

    @Parameters(
            arity = "0..1",
            paramLabel = "DIR",
            description = "The data directory, which no other process may have open; none with --server.")
    private @Nullable Path directory;

    @Option(
            names = "--without-contents",
            description = "Does not read the objects' bytes to compare them with their checksums.")
    private boolean withoutContents;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        Path store = directory;
        if (server.isGiven() == (store != null)) {
            throw new ParameterException(
                    spec.commandLine(),
                    "Say which store: the data directory of a server that is stopped, or --server URL of one that runs.");
        }
        long problems = store == null ? verifyThere(out) : verifyHere(out, store);
        out.println(problems == 0 ? "The store is sound." : "Problems found: " + problems);
        out.flush();
        return problems == 0 ? ExitCodes.FINE : ExitCodes.PROBLEM;
    }

    private long verifyHere(PrintWriter out, Path store) {
        StoreArgument.check(spec, store);
        long problems = verifyTables(out, store);
        return ObjectsDirectory.isIn(store) ? problems + verifyObjects(out, store) : problems;
    }

    private long verifyThere(PrintWriter out) {
        try (AdminConnection admin = server.connect()) {
            JsonNode begun = admin.post("/storage/verify", Map.of("contents", !withoutContents));
            JsonNode found = RemoteTask.await(spec, admin, begun, "verifying");
            out.printf(
                    TABLES,
                    found.path("tables").asLong(),
                    found.path("items").asLong(),
                    found.path("indexEntries").asLong(),
                    found.path("expiryEntries").asLong(),
                    found.path("streamRecords").asLong());
            if (found.has("buckets")) {
                out.printf(
                        OBJECTS,
                        found.path("buckets").asLong(),
                        found.path("objects").asLong(),
                        found.path("versions").asLong(),
                        found.path("uploads").asLong(),
                        found.path("blobs").asLong(),
                        found.path("blobBytes").asLong());
            }
            List<String> problems = new ArrayList<>();
            found.path("problems").forEach(problem -> problems.add(problem.asText()));
            list(out, problems, found.path("problemCount").asLong());
            return found.path("problemCount").asLong();
        }
    }

    private long verifyTables(PrintWriter out, Path store) {
        VerifyReport report;
        WorkBar bar = WorkBar.on(spec.commandLine().getErr(), "verifying");
        try (Engine engine = Engine.open(EngineOptions.directory(store))) {
            long total = LocalStore.entries(engine);
            report = engine.verify(done -> bar.at(Math.min(done, total), total, "items"));
        } finally {
            bar.end();
        }
        out.printf(
                TABLES,
                report.tables(),
                report.items(),
                report.indexEntries(),
                report.expiryEntries(),
                report.streamRecords());
        list(out, report.problems(), report.problemCount());
        return report.problemCount();
    }

    private long verifyObjects(PrintWriter out, Path store) {
        VerifyResult result;
        try (ObjectStore objects = ObjectStore.open(ObjectStoreOptions.directory(ObjectsDirectory.of(store)))) {
            result = objects.verify(!withoutContents);
        }
        out.printf(
                OBJECTS,
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
