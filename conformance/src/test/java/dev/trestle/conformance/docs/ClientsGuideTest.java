package dev.trestle.conformance.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.conformance.clients.Tools;
import dev.trestle.engine.Engine;
import dev.trestle.engine.EngineOptions;
import dev.trestle.wire.WireOptions;
import dev.trestle.wire.WireServer;
import dev.trestle.wire.signature.AccessKeys;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.AwsServiceClientConfiguration;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The pieces of {@code docs/clients.md}, run as they stand there; only the port is another. */
class ClientsGuideTest {
    private static final Path PAGE =
            Path.of("..", "docs", "clients.md").toAbsolutePath().normalize();
    private static final String PAGES_ENDPOINT = "http://localhost:8000";

    private final Engine engine = Engine.open(EngineOptions.inMemory());
    private final WireServer server =
            WireServer.start(engine, WireOptions.loopback(0).withAccessKeys(AccessKeys.of(Map.of("admin", "s3cr3t"))));

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    @AfterEach
    void close() {
        server.close();
        engine.close();
    }

    @Test
    void java_bothClients_areAnswered() {
        // tag::blocking[]
        DynamoDbClient client = DynamoDbClient.builder()
                .endpointOverride(URI.create("http://localhost:8000"))
                .region(Region.US_EAST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("admin", "s3cr3t")))
                .build();
        // end::blocking[]
        // tag::asynchronous[]
        DynamoDbAsyncClient async = DynamoDbAsyncClient.builder()
                .endpointOverride(URI.create("http://localhost:8000"))
                .region(Region.US_EAST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("admin", "s3cr3t")))
                .build();
        // end::asynchronous[]
        client.close();
        async.close();
        try (DynamoDbClient here = here(DynamoDbClient.builder(), client.serviceClientConfiguration());
                DynamoDbAsyncClient asyncHere =
                        here(DynamoDbAsyncClient.builder(), async.serviceClientConfiguration())) {
            assertThat(here.listTables().tableNames()).isEmpty();
            assertThat(asyncHere.listTables().join().tableNames()).isEmpty();
        }
    }

    /** A client as the page's, at this server's port. */
    private <B extends AwsClientBuilder<B, C>, C> C here(B builder, AwsServiceClientConfiguration pages) {
        assertThat(pages.endpointOverride()).contains(URI.create(PAGES_ENDPOINT));
        return builder.endpointOverride(URI.create(server.url()))
                .region(pages.region())
                .credentialsProvider(pages.credentialsProvider())
                .build();
    }

    @Test
    void pythonAndCommandLine_asOnThePage_work() throws Exception {
        Tools.require("python3", "-c", "import boto3");
        assertThat(run("python3", "-c", block("python"))).contains("'artist': 'CSNY'", "'Our House'");
        Tools.require("aws", "--version");
        assertThat(run("bash", "-eu", "-c", block("bash"))).contains("\"Music\"", "\"Carry On\"");
    }

    @Test
    void javaScript_asOnThePage_works() throws Exception {
        Tools.require("node", "--version");
        Tools.require("npm", "install", "--prefix", directory.toString(), "@aws-sdk/client-dynamodb@3");
        try (DynamoDbClient client = DynamoDbClient.builder()
                .endpointOverride(URI.create(server.url()))
                .region(Region.US_EAST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("admin", "s3cr3t")))
                .build()) {
            client.createTable(r -> r.tableName("Music")
                    .billingMode("PAY_PER_REQUEST")
                    .attributeDefinitions(a -> a.attributeName("artist").attributeType("S"))
                    .keySchema(k -> k.attributeName("artist").keyType("HASH")));
        }
        Path script = Files.writeString(directory.resolve("page.mjs"), block("javascript"));
        assertThat(run("node", script.toString())).contains("{\"artist\":{\"S\":\"Yes\"},\"plays\":{\"N\":\"1\"}}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"go", "rust", "csharp"})
    void otherLanguages_onThePage_areNotRunHere(String language) throws IOException {
        assertThat(block(language)).contains("admin", "s3cr3t");
        Tools.notRun("the piece of " + language + " in docs/clients.md, for want of its tools and packages");
    }

    private String block(String language) throws IOException {
        Matcher block = Pattern.compile("```" + language + "\\n(.*?)\\n```", Pattern.DOTALL)
                .matcher(Files.readString(PAGE));
        assertThat(block.find()).as(language).isTrue();
        assertThat(block.group(1)).contains(PAGES_ENDPOINT);
        return block.group(1).replace(PAGES_ENDPOINT, server.url());
    }

    private String run(String... command) throws IOException, InterruptedException {
        return Tools.run(directory, Map.of(), List.of(command));
    }
}
