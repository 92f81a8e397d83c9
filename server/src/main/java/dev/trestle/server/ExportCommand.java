package dev.trestle.server;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.engine.api.ExportTable;
import dev.trestle.server.remote.AdminConnection;
import java.nio.file.Path;
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

/** Writes a table's items to files, in the layout of DynamoDB's own export to S3. */
@Command(
        name = "export",
        description = {
            "Writes all items of a table to gzipped files of DynamoDB JSON, laid out as DynamoDB's own export to S3.",
            "An export that was cut short is finished by the same command, in the moment at which it began."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class ExportCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before the command runs
    private CommandSpec spec;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "The data directory. No other process may have it open.")
    private @Nullable Path data;

    @Mixin
    @SuppressWarnings("NullAway.Init") // made by picocli
    private ServerOptions server;

    @Option(
            names = "--level",
            paramLabel = "0-9",
            defaultValue = "1",
            description = "How hard gzip tries (default: ${DEFAULT-VALUE}, fast); 0 packs nothing, 9 most.")
    private int level;

    @Parameters(index = "0", paramLabel = "TABLE", description = "The table's name.")
    @SuppressWarnings("NullAway.Init") // a required parameter
    private String table;

    @Parameters(
            index = "1",
            paramLabel = "TARGET",
            description =
                    "The directory that stands for the bucket; the export is made in AWSDynamoDB below it. With --server, a"
                            + " name: the server makes it in transfers, in its data directory.")
    @SuppressWarnings("NullAway.Init") // a required parameter
    private Path target;

    @Override
    public Integer call() {
        if (level < 0 || level > 9) {
            throw new ParameterException(spec.commandLine(), "--level must be between 0 and 9, not " + level + ".");
        }
        Path store = data;
        if (server.isGiven() == (store != null)) {
            throw new ParameterException(
                    spec.commandLine(),
                    "Say whose table it is: --data DIR of a server that is stopped, or --server URL of one that runs.");
        }
        if (store == null) {
            return exportThere();
        }
        StoreArgument.check(spec, store);
        return Transfer.run(spec, store, "exporting " + table, (engine, bar) -> {
            ExportTable.Result result = engine.exportTable(new ExportTable(table, target, level, bar));
            return String.format(
                    Locale.ROOT,
                    "%s of %s: %,d items, %,.1f MB of JSON in %d files of %,.1f MB, %.1f s; as of %s.%nIt is in %s",
                    result.resumed() ? "Finished the export" : "Export",
                    table,
                    result.items(),
                    result.jsonBytes() / 1e6,
                    result.files(),
                    result.fileBytes() / 1e6,
                    bar.seconds(),
                    result.exportTime(),
                    result.directory());
        });
    }

    private int exportThere() {
        try (AdminConnection admin = server.connect()) {
            JsonNode begun =
                    admin.post("/storage/exports", Map.of("table", table, "name", target.toString(), "level", level));
            JsonNode made = RemoteTask.await(spec, admin, begun, "exporting " + table);
            spec.commandLine()
                    .getOut()
                    .printf(
                            Locale.ROOT,
                            "%s of %s: %,d items, %,.1f MB of JSON in %d files of %,.1f MB; as of %s.%nIt is in %s on the"
                                    + " server's machine%n",
                            made.path("resumed").asBoolean() ? "Finished the export" : "Export",
                            table,
                            made.path("items").asLong(),
                            made.path("jsonBytes").asLong() / 1e6,
                            made.path("files").asLong(),
                            made.path("fileBytes").asLong() / 1e6,
                            made.path("exportTime").asText(),
                            made.path("directory").asText());
            spec.commandLine().getOut().flush();
        }
        return ExitCodes.FINE;
    }
}
