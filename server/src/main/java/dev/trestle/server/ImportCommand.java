package dev.trestle.server;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.engine.api.CreateTable;
import dev.trestle.engine.api.ImportTable;
import dev.trestle.server.admin.NewTable;
import dev.trestle.server.remote.AdminConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
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

/** Puts the items of an export, ours or AWS's, into a table. */
@Command(
        name = "import",
        description = {
            "Puts the items of an export, one of ours or one that DynamoDB made, into a table.",
            "The table is made if there is none: as an export of ours says, or with --key and --sort.",
            "An import that was cut short goes on with the same command."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class ImportCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before the command runs
    private CommandSpec spec;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "The data directory, which is made if there is none. No other process may have it open.")
    private @Nullable Path data;

    @Mixin
    @SuppressWarnings("NullAway.Init") // made by picocli
    private ServerOptions server;

    @Option(names = "--table", paramLabel = "NAME", description = "The table's name (default: what the export says).")
    private @Nullable String table;

    @Option(names = "--key", paramLabel = "NAME:TYPE", description = "The partition key of a new table, such as pk:S.")
    private @Nullable String key;

    @Option(names = "--sort", paramLabel = "NAME:TYPE", description = "The sort key of a new table, such as sk:N.")
    private @Nullable String sort;

    @Parameters(
            paramLabel = "SOURCE",
            description =
                    "The directory with the manifests, or one above it that holds a single export. With --server, a name:"
                            + " the server looks for it in transfers, in its data directory.")
    @SuppressWarnings("NullAway.Init") // a required parameter
    private Path source;

    @Override
    public Integer call() {
        CreateTable definition = definition();
        Path store = data;
        if (server.isGiven() == (store != null)) {
            throw new ParameterException(
                    spec.commandLine(),
                    "Say where to: --data DIR of a server that is stopped, or --server URL of one that runs.");
        }
        if (store == null) {
            return importThere();
        }
        if (!Files.isDirectory(source)) { // before a data directory is made
            throw new ParameterException(spec.commandLine(), "There is no directory " + source + ".");
        }
        return Transfer.run(spec, store, "importing", (engine, bar) -> {
            ImportTable.Result result = engine.importTable(new ImportTable(source, table, definition, bar));
            String resumed = result.resumedItems() == 0
                    ? ""
                    : String.format(
                            Locale.ROOT, ", of which %,d were there from an earlier run", result.resumedItems());
            return String.format(
                    Locale.ROOT,
                    "%s %s: %,d items%s, %,.1f MB of JSON from %d files of %,.1f MB, %.1f s.",
                    result.created() ? "Made the table" : "Imported into",
                    result.tableName(),
                    result.items(),
                    resumed,
                    result.jsonBytes() / 1e6,
                    result.files(),
                    result.fileBytes() / 1e6,
                    bar.seconds());
        });
    }

    private @Nullable CreateTable definition() {
        if (key == null && sort != null) {
            throw new ParameterException(spec.commandLine(), "--sort needs --key beside it.");
        }
        try {
            return NewTable.of(table, key, sort);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--" + e.getMessage(), e);
        }
    }

    private int importThere() {
        Map<String, Object> wanted = new LinkedHashMap<>(Map.of("name", source.toString()));
        put(wanted, "table", table);
        put(wanted, "key", key);
        put(wanted, "sort", sort);
        try (AdminConnection admin = server.connect()) {
            JsonNode begun = admin.post("/storage/imports", wanted);
            JsonNode made = RemoteTask.await(spec, admin, begun, "importing");
            spec.commandLine()
                    .getOut()
                    .printf(
                            Locale.ROOT,
                            "%s %s: %,d items, %,.1f MB of JSON from %d files of %,.1f MB.%n",
                            made.path("created").asBoolean() ? "Made the table" : "Imported into",
                            made.path("table").asText(),
                            made.path("items").asLong(),
                            made.path("jsonBytes").asLong() / 1e6,
                            made.path("files").asLong(),
                            made.path("fileBytes").asLong() / 1e6);
            spec.commandLine().getOut().flush();
        }
        return ExitCodes.FINE;
    }

    private static void put(Map<String, Object> into, String name, @Nullable String value) {
        if (value != null) {
            into.put(name, value);
        }
    }
}
