package dev.trestle.server;

import dev.trestle.engine.api.AttributeDefinition;
import dev.trestle.engine.api.CreateTable;
import dev.trestle.engine.api.ImportTable;
import dev.trestle.engine.api.KeySchemaElement;
import dev.trestle.engine.api.TableSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
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
            required = true,
            paramLabel = "DIR",
            description = "The data directory, which is made if there is none. No other process may have it open.")
    @SuppressWarnings("NullAway.Init") // a required option
    private Path data;

    @Option(names = "--table", paramLabel = "NAME", description = "The table's name (default: what the export says).")
    private @Nullable String table;

    @Option(names = "--key", paramLabel = "NAME:TYPE", description = "The partition key of a new table, such as pk:S.")
    private @Nullable String key;

    @Option(names = "--sort", paramLabel = "NAME:TYPE", description = "The sort key of a new table, such as sk:N.")
    private @Nullable String sort;

    @Parameters(
            paramLabel = "SOURCE",
            description = "The directory with the manifests, or one above it that holds a single export.")
    @SuppressWarnings("NullAway.Init") // a required parameter
    private Path source;

    @Override
    public Integer call() {
        CreateTable definition = definition();
        if (!Files.isDirectory(source)) { // before a data directory is made
            throw new ParameterException(spec.commandLine(), "There is no directory " + source + ".");
        }
        return Transfer.run(spec, data, "importing", (engine, bar) -> {
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
        if (key == null) {
            if (sort != null) {
                throw new ParameterException(spec.commandLine(), "--sort needs --key beside it.");
            }
            return null;
        }
        List<AttributeDefinition> attributes = new ArrayList<>();
        List<KeySchemaElement> schema = new ArrayList<>();
        add("--key", key, "HASH", attributes, schema);
        if (sort != null) {
            add("--sort", sort, "RANGE", attributes, schema);
        }
        return new CreateTable(
                table,
                attributes,
                schema,
                null,
                null,
                new TableSettings("PAY_PER_REQUEST", null, null, null, null),
                null);
    }

    private void add(
            String option,
            String given,
            String keyType,
            List<AttributeDefinition> attributes,
            List<KeySchemaElement> schema) {
        int colon = given.lastIndexOf(':');
        String type = given.substring(colon + 1);
        if (colon < 1 || !List.of("S", "N", "B").contains(type)) {
            throw new ParameterException(
                    spec.commandLine(),
                    option + " must be a name, a colon and one of S, N and B, such as pk:S; not \"" + given + "\".");
        }
        attributes.add(new AttributeDefinition(given.substring(0, colon), type));
        schema.add(new KeySchemaElement(given.substring(0, colon), keyType));
    }
}
