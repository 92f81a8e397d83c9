package dev.trestle.server.attack;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.model.Model;
import dev.trestle.model.Table;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.Json;
import dev.trestle.platform.identity.Identity;
import dev.trestle.platform.identity.IdentityOptions;
import dev.trestle.platform.table.PlatformTable;
import dev.trestle.server.config.Configuration;
import dev.trestle.server.installation.Installation;
import dev.trestle.server.installation.QuickPasswords;
import dev.trestle.server.systems.Systems;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;

/** A whole server with all systems on loopback ports, and a key that reaches everything that it stores. */
final class AttackedServer implements AutoCloseable {
    private static final String KEY = "matrix";
    private static final String SECRET = "a-secret-of-this-test";
    private static final String EVENTS = "text/event-stream";

    private final Installation installation;
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(30)).build();
    private final ItemStore store;
    private final byte[] secret;
    final DynamoDbClient items;
    final S3Client objects;
    final Accounts accounts;
    final List<ServedApi> apis;
    private @Nullable ServerPeople people;

    private AttackedServer(Installation installation, Path data) throws IOException {
        this.installation = installation;
        var key = StaticCredentialsProvider.create(AwsBasicCredentials.create(KEY, SECRET));
        items = DynamoDbClient.builder()
                .endpointOverride(URI.create(installation.dynamoDbUrl().orElseThrow()))
                .region(Region.US_EAST_1)
                .credentialsProvider(key)
                .httpClient(UrlConnectionHttpClient.create())
                .build();
        objects = S3Client.builder()
                .endpointOverride(URI.create(installation.s3Url().orElseThrow()))
                .region(Region.US_EAST_1)
                .forcePathStyle(true)
                .credentialsProvider(key)
                .httpClient(UrlConnectionHttpClient.create())
                .build();
        store = ItemStore.builder(items, PlatformTable.MODEL).build();
        secret = Files.readAllBytes(data.resolve("secret"));
        accounts = new Accounts(this, installation.firstAdministrator().orElseThrow());
        apis = served();
    }

    static AttackedServer open(Path data, List<String> buckets) throws IOException {
        String reached = Stream.concat(
                        tables("server").stream().map(each -> "table:" + each),
                        buckets.stream().map(each -> "bucket:" + each))
                .collect(Collectors.joining("|"));
        String text =
                "http.port = 0\ndynamodb.port = 0\ns3.port = 0\nhttp.rate.address = 1000000\nhttp.rate.user = 1000000\n"
                        + "access-keys = " + KEY + ":" + SECRET + "\naccess-limits = " + KEY + "|" + reached
                        + "\ndata = " + data;
        Installation opened = Installation.open(new Installation.Start(
                Configuration.parse("test", text, Map.of(), List.of()),
                Systems::all,
                "trestle test",
                false,
                QuickPasswords.COST));
        try {
            return new AttackedServer(opened, data);
        } catch (IOException | RuntimeException e) {
            opened.close();
            throw e;
        }
    }

    /** The name of the built-in issuer. */
    String issuer() {
        return installation.publicUrl() + "/auth/v1";
    }

    /** An issuer that signs with this server's key. Its tokens hold for so many hours. */
    Identity identity(String issuer, long hours) {
        IdentityOptions options = IdentityOptions.of(issuer, secret, Clock.systemUTC())
                .withPasswordCost(QuickPasswords.COST)
                .withLives(Duration.ofHours(hours), Duration.ofDays(1));
        return Identity.open(store, options, List.of());
    }

    /** The tables of the platform and of the system that has this API, or of all systems if it is the server's own. */
    static List<String> tables(String api) {
        List<Model> models = Systems.all().stream().map(each -> each.model()).toList();
        boolean isOwn = models.stream().noneMatch(model -> model.system().equals(api));
        return Stream.concat(
                        Stream.of(PlatformTable.MODEL),
                        models.stream().filter(model -> isOwn || model.system().equals(api)))
                .flatMap(model -> model.allTables().stream())
                .map(Table::name)
                .toList();
    }

    private List<ServedApi> served() {
        Caller nobody = new Caller("nobody", null);
        List<ServedApi> found = new ArrayList<>();
        for (JsonNode each : json(nobody, "GET", "/server/v1/about", null).path("apis")) {
            String path = each.path("path").asText();
            found.add(
                    ServedApi.of(each.path("name").asText(), path, json(nobody, "GET", path + "/openapi.json", null)));
        }
        return found;
    }

    /** Those who call the server's own APIs. */
    ServerPeople people() {
        ServerPeople known = people;
        if (known == null) {
            known = new ServerPeople(accounts);
            people = known;
        }
        return known;
    }

    Answer send(Caller who, Request request) {
        HttpRequest.Builder builder = HttpRequest.newBuilder(URI.create(
                        request.path().startsWith("http") ? request.path() : installation.url() + request.path()))
                .timeout(Duration.ofSeconds(60))
                .method(
                        request.method(),
                        request.body() == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(request.body()));
        request.headers().forEach(builder::header);
        if (who.token() != null) {
            builder.header("authorization", "Bearer " + who.token());
        }
        try {
            return read(http.send(builder.build(), BodyHandlers.ofInputStream()));
        } catch (IOException e) {
            throw new UncheckedIOException(request.method() + " " + request.path(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static Answer read(HttpResponse<InputStream> response) throws IOException {
        String type = response.headers().firstValue("content-type").orElse("");
        Map<String, String> headers = new LinkedHashMap<>();
        response.headers().map().forEach((name, values) -> headers.put(name, String.join(", ", values)));
        try (InputStream body = response.body()) {
            String text = type.startsWith(EVENTS) ? "" : new String(body.readAllBytes(), StandardCharsets.UTF_8);
            return new Answer(response.statusCode(), type, headers, text);
        }
    }

    /** What a request that has to succeed is answered. */
    JsonNode json(Caller who, String method, String path, @Nullable Object body) {
        Answer answer = send(
                who,
                new Request(
                        method,
                        path,
                        body == null ? Map.of() : Map.of("content-type", "application/json", "if-match", "*"),
                        body == null ? null : Json.bytes(body)));
        assertThat(answer.isDone())
                .as("%s %s by %s: %s", method, path, who, answer)
                .isTrue();
        return answer.json();
    }

    @Override
    public void close() {
        items.close();
        objects.close();
        installation.close();
    }
}
