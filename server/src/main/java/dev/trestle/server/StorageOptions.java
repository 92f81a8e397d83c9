package dev.trestle.server;

import dev.trestle.model.Model;
import dev.trestle.model.evolution.Deployment;
import dev.trestle.sdk.TrestleDb;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.ProfileCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.profiles.ProfileFile;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Where stored items are: a data directory, or whatever speaks DynamoDB at an address. */
final class StorageOptions {
    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // set by picocli before the command runs
    private CommandSpec spec;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "The data directory that has the tables. No other process may have it open.")
    private @Nullable Path data;

    @Option(
            names = "--endpoint",
            paramLabel = "URL",
            description =
                    "The address of a DynamoDB that has the tables; keys are taken from where the AWS SDK looks for them.")
    private @Nullable URI endpoint;

    @Option(
            names = "--region",
            paramLabel = "REGION",
            defaultValue = "us-east-1",
            description = "The region that requests to --endpoint are signed for (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init") // it has a default
    private String region;

    @Option(
            names = "--key-file",
            paramLabel = "FILE",
            description = "A file with the access key for --endpoint, as serve keeps one in its data directory.")
    private @Nullable Path keyFile;

    @Option(
            names = "--table",
            paramLabel = "DECLARED=ACTUAL",
            description = "The name that a table of the model has there; may be given several times.")
    private Map<String, String> names = Map.of();

    /** An open connection; closing it closes the store behind it. */
    record Storage(DynamoDbClient client, Map<String, String> names, AutoCloseable behind) implements AutoCloseable {
        Deployment deployment(Model model) {
            return new Deployment(
                    model, client, table -> names.getOrDefault(table.name(), table.name()), Clock.systemUTC());
        }

        @Override
        public void close() throws Exception {
            behind.close();
        }
    }

    /** Whether one was named. */
    boolean isGiven() {
        return data != null || endpoint != null;
    }

    Storage open() {
        if (data != null && endpoint == null) {
            StoreArgument.check(spec, data);
            TrestleDb db = TrestleDb.open(data);
            return new Storage(db.client(), names, db);
        }
        if (endpoint != null && data == null) {
            var builder = DynamoDbClient.builder()
                    .endpointOverride(endpoint)
                    .region(Region.of(region))
                    .httpClient(UrlConnectionHttpClient.create());
            DynamoDbClient client = (keyFile == null ? builder : builder.credentialsProvider(key(keyFile))).build();
            return new Storage(client, names, client::close);
        }
        throw new ParameterException(
                spec.commandLine(), "Say where the tables are: --data DIR or --endpoint URL, one of them.");
    }

    private AwsCredentialsProvider key(Path file) {
        if (!Files.isReadable(file)) {
            throw new ParameterException(spec.commandLine(), "The access key in " + file + " cannot be read.");
        }
        return ProfileCredentialsProvider.builder()
                .profileFile(ProfileFile.builder()
                        .content(file)
                        .type(ProfileFile.Type.CREDENTIALS)
                        .build())
                .build();
    }
}
