package dev.trestle.systems.zentriqvision;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.trestle.engine.SetClock;
import dev.trestle.model.evolution.Deployment;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.Authenticator;
import dev.trestle.platform.api.Json;
import dev.trestle.platform.api.Principal;
import dev.trestle.platform.http.Hosting;
import dev.trestle.platform.http.HttpLimits;
import dev.trestle.platform.http.HttpOptions;
import dev.trestle.platform.http.PlatformServer;
import dev.trestle.platform.http.contract.Contract;
import dev.trestle.platform.http.contract.Operation;
import dev.trestle.platform.identity.Identity;
import dev.trestle.platform.identity.IdentityOptions;
import dev.trestle.platform.identity.Passwords;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.system.Bucket;
import dev.trestle.platform.system.Environment;
import dev.trestle.platform.table.PlatformTable;
import dev.trestle.platform.table.Tenant;
import dev.trestle.systems.zentriqvision.model.DataTable;
import dev.trestle.systems.zentriqvision.model.PersonAttributes;
import dev.trestle.systems.zentriqvision.model.Video;
import dev.trestle.systems.zentriqvision.model.VideoStatus;
import dev.trestle.systems.zentriqvision.model.ZentriqVisionModel;
import dev.trestle.systems.zentriqvision.sightings.Sighting;
import dev.trestle.systems.zentriqvision.sightings.Sightings;
import dev.trestle.testing.Target;
import dev.trestle.testing.TestStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;

/** ZentriqVision behind a real port, over a target's tables, with two organisations that use it. Every answer is checked against the contract. */
final class World implements AutoCloseable {
    /** Years ahead, so that every object is older than any sweep's patience. */
    static final Instant MONDAY = Instant.parse("2031-03-03T10:00:00Z");

    static final String ACME = "acme";
    static final String GLOBEX = "globex";

    private static final String BELIEVED = "Bearer test:";
    private static final String ISSUER = "https://outside.example";

    final SetClock clock = new SetClock(MONDAY);
    final TestStore tables;
    final String bucket = Objects3.newBucket();
    final Deployment deployment;
    final ItemStore store;
    ZentriqVision system;
    final Identity identity;
    private final TestStore accounts;
    private final Contract contract;
    private final Environment<ZentriqVisionSettings> environment;
    private final List<Authenticator> authenticators;
    private PlatformServer server;
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(30)).build();

    World(Target target) {
        this(target, client -> client, client -> client, environment -> environment);
    }

    /** With something between the system and what it stores in, and with other settings. */
    World(
            Target target,
            UnaryOperator<DynamoDbClient> items,
            UnaryOperator<S3Client> objects,
            UnaryOperator<Environment<ZentriqVisionSettings>> configured) {
        tables = TestStore.open(target, ZentriqVisionModel.MODEL, clock);
        accounts = TestStore.open(target, PlatformTable.MODEL, clock);
        IdentityOptions options = IdentityOptions.of("http://here.test/auth/v1", new byte[32], clock)
                .withPasswordCost(new Passwords.Cost(256, 1));
        identity = Identity.open(accounts.store(), options, List.of());
        List<Authenticator> authenticators = new ArrayList<>();
        authenticators.add(World::believe);
        authenticators.addAll(identity.authenticators());
        deployment = new Deployment(ZentriqVisionModel.MODEL, target.client(), tables::nameOf, clock);
        store = tables.over(items.apply(target.client()))
                .name(PlatformTable.SUPPORT, accounts.nameOf(PlatformTable.SUPPORT))
                .build();
        Bucket videos = new Bucket(bucket, () -> objects.apply(Objects3.client()), Objects3::presigner, List.of());
        environment =
                configured.apply(Environment.of(ZentriqVision.SYSTEM, store, deployment, target.streams(), identity)
                        .withBuckets(Map.of(ZentriqVision.VIDEOS, videos))
                        .withDirectory(directory()));
        system = new ZentriqVision(environment);
        for (String tenant : List.of(ACME, GLOBEX)) {
            ZentriqVision.tell(environment, identity.tenants().create(tenant, tenant.toUpperCase(Locale.ROOT)));
        }
        contract = Contract.of(system.api());
        server = serve(authenticators);
        this.authenticators = authenticators;
    }

    private PlatformServer serve(List<Authenticator> authenticators) {
        return PlatformServer.start(
                HttpOptions.loopback(0)
                        .withLimits(HttpLimits.standard()
                                .withRates(1_000_000, 1_000_000)
                                // Fifty at once of one person, in a test of who wins.
                                .withShares(
                                        new HttpLimits.Share(6, 100, 8, 100), new HttpLimits.Share(12, 100, 24, 100))),
                Hosting.of(List.of(system.api()), authenticators));
    }

    /** Stops the system, does something to its directory, and starts it again. */
    void restart(Consumer<Path> meanwhile) {
        server.close();
        system.close();
        meanwhile.accept(environment.directory());
        system = new ZentriqVision(environment);
        server = serve(authenticators);
    }

    private static Path directory() {
        try {
            Path directory = Files.createTempDirectory("zentriqvision");
            directory.toFile().deleteOnExit();
            return directory;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** "test:name/organisation/group,group" is believed; an empty organisation is none. */
    private static @Nullable Principal believe(String authorization) {
        if (!authorization.startsWith(BELIEVED)) {
            return null;
        }
        String[] parts = authorization.substring(BELIEVED.length()).split("/", -1);
        Set<String> groups =
                Stream.of(parts[2].split(",")).filter(group -> !group.isEmpty()).collect(Collectors.toSet());
        return new Principal(
                parts.length > 3 ? parts[3] : ISSUER,
                parts[0],
                Principal.Proof.TOKEN,
                parts[1].isEmpty() ? null : parts[1],
                groups,
                Map.of("email", parts[0] + "@example.com", "email_verified", true));
    }

    /** Somebody of an organisation with groups in their token, which count while they have no role. */
    Someone someone(String name, String orgId, String... groups) {
        return new Someone(name, BELIEVED + name + "/" + orgId + "/" + String.join(",", groups));
    }

    /** The same person's id, of another issuer. */
    Someone impostor(String name, String orgId) {
        return new Someone(name, BELIEVED + name + "/" + orgId + "/zentriqvision-admin/other");
    }

    /** With an Authorization header as it is. */
    Someone bearer(String authorization) {
        return new Someone("bearer", authorization);
    }

    Someone vera() {
        return someone("vera", ACME, "zentriqvision-viewer");
    }

    Someone otto() {
        return someone("otto", ACME, "zentriqvision-operator");
    }

    Someone ida() {
        return someone("ida", ACME, "zentriqvision-investigator");
    }

    Someone ada() {
        return someone("ada", ACME, "zentriqvision-admin");
    }

    /** An admin of the other organisation. */
    Someone gus() {
        return someone("gus", GLOBEX, "zentriqvision-admin");
    }

    /** Without a sign-in. */
    Someone nobody() {
        return new Someone("nobody", "");
    }

    /** Tells the system of a tenant, as the server's job does. */
    void tell(Tenant tenant) {
        ZentriqVision.tell(environment, tenant);
    }

    /** An organisation's items. */
    ItemStore items(String orgId) {
        return store.within(orgId).consistent();
    }

    /** Adds a processed video of a camera, recorded at a time. */
    Video video(String orgId, String videoId, @Nullable String camera, Instant recordedAt) {
        Video video = Video.uploading(videoId, videoId + ".mp4", recordedAt, orgId + "/videos/" + videoId + ".mp4")
                .withStatus(VideoStatus.PROCESSED)
                .withCamera(camera)
                .withRecordedAt(recordedAt);
        items(orgId).put(DataTable.VIDEO, video);
        return video;
    }

    /** Records that a person was seen. */
    Sightings.Outcome sees(String orgId, String videoId, Sighting sighting) {
        return sightings().record(orgId, videoId, List.of(sighting)).get(0);
    }

    Sightings sightings() {
        return new Sightings(store, new Changes(null, new Random()));
    }

    /** A sighting of somebody in clothes of two colours. */
    static Sighting sighting(String personId, Instant at, @Nullable String upper, @Nullable String lower) {
        return new Sighting(
                personId, at, 0.9, new PersonAttributes(null, null, null, upper, lower), null, null, null, null, null);
    }

    String url() {
        return server.url() + "/zentriqvision/v1";
    }

    HttpClient http() {
        return http;
    }

    List<String> objects() {
        return Objects3.keys(bucket);
    }

    @Override
    public void close() {
        server.close();
        system.close();
        accounts.close();
        tables.close();
    }

    /** An answer as it came. */
    record Answer(int status, byte[] bytes, JsonNode body, Map<String, List<String>> headers) {
        JsonNode ok() {
            assertThat(status).as("%s", body).isBetween(200, 299);
            return body;
        }

        Answer is(int expected) {
            assertThat(status).as("%s", this).isEqualTo(expected);
            return this;
        }

        String error() {
            return body.path("error").asText();
        }

        String text() {
            return new String(bytes, StandardCharsets.UTF_8);
        }

        @Nullable
        String header(String name) {
            List<String> values = headers.get(name);
            return values == null ? null : values.get(0);
        }

        @Override
        public String toString() {
            return status + " " + (bytes.length > 2000 ? bytes.length + " bytes" : text());
        }
    }

    /** A person who sends requests. */
    final class Someone {
        final String name;
        private final String authorization;

        private Someone(String name, String authorization) {
            this.name = name;
            this.authorization = authorization;
        }

        HttpRequest.Builder request(String path) {
            HttpRequest.Builder request =
                    HttpRequest.newBuilder(URI.create(url() + path)).timeout(Duration.ofSeconds(120));
            return authorization.isEmpty() ? request : request.header("authorization", authorization);
        }

        Answer get(String operation, String path) {
            return send(operation, request(path).GET());
        }

        Answer json(String operation, String method, String path, @Nullable Object body) {
            HttpRequest.Builder request = request(path)
                    .method(
                            method,
                            body == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(Json.bytes(body)));
            if (body != null) {
                request.header("content-type", "application/json");
            }
            return send(operation, request);
        }

        Answer post(String operation, String path, @Nullable Object body) {
            return json(operation, "POST", path, body);
        }

        Answer put(String operation, String path, @Nullable Object body) {
            return json(operation, "PUT", path, body);
        }

        Answer patch(String operation, String path, @Nullable Object body) {
            return json(operation, "PATCH", path, body);
        }

        Answer delete(String operation, String path) {
            return json(operation, "DELETE", path, null);
        }

        Answer send(String operation, HttpRequest.Builder request) {
            try {
                return checked(operation, http.send(request.build(), BodyHandlers.ofByteArray()));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }

        /** All of a list, page by page; each page but the last is full. */
        List<JsonNode> listed(String operation, String path, int limit) {
            List<JsonNode> items = new ArrayList<>();
            String address = path + (path.contains("?") ? "&" : "?") + "limit=" + limit;
            String cursor = "";
            while (true) {
                JsonNode page = get(operation, address + cursor).ok();
                page.path("results").forEach(items::add);
                if (page.path("nextToken").isMissingNode()) {
                    return items;
                }
                assertThat(page.path("results"))
                        .as("a page that is not the last is full")
                        .hasSize(limit);
                cursor = "&cursor=" + URLEncoder.encode(page.path("nextToken").asText(), StandardCharsets.UTF_8);
            }
        }
    }

    private Answer checked(String operationId, HttpResponse<byte[]> response) throws IOException {
        Operation operation = Objects.requireNonNull(contract.operation(operationId), operationId);
        String type = response.headers().firstValue("content-type").orElse(null);
        boolean json = type != null && Operation.isJson(type);
        JsonNode body = json ? Json.mapper().readTree(response.body()) : MissingNode.getInstance();
        assertThat(operation.answerViolations(response.statusCode(), type, response.body()))
                .as("%s %s %s", operationId, response.statusCode(), body)
                .isEmpty();
        return new Answer(
                response.statusCode(), response.body(), body, response.headers().map());
    }
}
