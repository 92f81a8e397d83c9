package dev.trestle.systems.formkiq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.formkiq.client.api.AccessControlApi;
import com.formkiq.client.api.AdvancedDocumentSearchApi;
import com.formkiq.client.api.AttributesApi;
import com.formkiq.client.api.CaseManagementApi;
import com.formkiq.client.api.CustomIndexApi;
import com.formkiq.client.api.DocumentActionsApi;
import com.formkiq.client.api.DocumentAttributesApi;
import com.formkiq.client.api.DocumentFoldersApi;
import com.formkiq.client.api.DocumentOcrApi;
import com.formkiq.client.api.DocumentSearchApi;
import com.formkiq.client.api.DocumentSharesApi;
import com.formkiq.client.api.DocumentTagsApi;
import com.formkiq.client.api.DocumentVersionsApi;
import com.formkiq.client.api.DocumentWorkflowsApi;
import com.formkiq.client.api.DocumentsApi;
import com.formkiq.client.api.EntityApi;
import com.formkiq.client.api.MappingsApi;
import com.formkiq.client.api.ReindexApi;
import com.formkiq.client.api.RulesetsApi;
import com.formkiq.client.api.SchemasApi;
import com.formkiq.client.api.SystemManagementApi;
import com.formkiq.client.api.UserActivitiesApi;
import com.formkiq.client.invoker.ApiClient;
import com.formkiq.client.invoker.ApiException;
import dev.trestle.engine.SetClock;
import dev.trestle.model.evolution.Deployment;
import dev.trestle.platform.api.Authenticator;
import dev.trestle.platform.api.Json;
import dev.trestle.platform.api.Principal;
import dev.trestle.platform.http.Hosting;
import dev.trestle.platform.http.HttpLimits;
import dev.trestle.platform.http.HttpOptions;
import dev.trestle.platform.http.PlatformServer;
import dev.trestle.platform.identity.Identity;
import dev.trestle.platform.identity.IdentityOptions;
import dev.trestle.platform.identity.Passwords;
import dev.trestle.platform.system.Bucket;
import dev.trestle.platform.system.Environment;
import dev.trestle.platform.table.PlatformTable;
import dev.trestle.systems.formkiq.model.FormKiqModel;
import dev.trestle.testing.Target;
import dev.trestle.testing.TestStore;
import java.io.IOException;
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
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import okhttp3.OkHttpClient;
import okhttp3.Response;
import okhttp3.ResponseBody;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * FormKiQ behind a real port, over a target's tables, for its own published client. Every answer that the client gets
 * is also compared with the list of operations, and every operation that was called is noted.
 */
final class World implements AutoCloseable {
    static final Instant MONDAY = Instant.parse("2031-03-03T10:00:00Z");
    static final ListedShapes LISTED = new ListedShapes();

    /** What the client has called in this process: operations, with the method, path and status of their calls. */
    static final Map<String, Set<String>> CALLED = new ConcurrentSkipListMap<>();

    private static final String BASE = "/formkiq/v1";
    private static final String BELIEVED = "test:";
    private static final AtomicLong BUCKETS = new AtomicLong(System.nanoTime());

    final SetClock clock = new SetClock(MONDAY);
    final TestStore tables;
    final String bucket = "formkiq-" + Long.toString(BUCKETS.incrementAndGet(), 36);
    FormKiq formkiq;
    final Deployment deployment;
    /** The operations that succeeded, and those that failed. */
    final Set<String> succeeded = new TreeSet<>();

    final Set<String> failed = new TreeSet<>();
    /** The server's own people. */
    final Identity identity;

    private final TestStore accounts;
    private final Environment<FormKiqSettings> environment;
    private final Function<DynamoDbClient, Environment<FormKiqSettings>> environments;
    private final DynamoDbClient client;
    /** The servers and mail boxes that the system speaks to. */
    final Outside outside = new Outside();

    private volatile PlatformServer server;
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(30)).build();

    World(Target target) {
        this(target, FormKiq.SYSTEM.settings().defaults());
    }

    World(Target target, FormKiqSettings settings) {
        this(target, settings, client -> client);
    }

    /** With something between the system and its tables. */
    World(Target target, FormKiqSettings settings, UnaryOperator<DynamoDbClient> items) {
        tables = TestStore.open(target, FormKiqModel.MODEL, clock);
        accounts = TestStore.open(target, PlatformTable.MODEL, clock);
        IdentityOptions options = IdentityOptions.of("http://here.test/auth/v1", new byte[32], clock)
                .withPasswordCost(new Passwords.Cost(256, 1));
        identity = Identity.open(accounts.store(), options, List.of());
        deployment = new Deployment(FormKiqModel.MODEL, target.client(), tables::nameOf, clock);
        environments = over -> Environment.of(
                        FormKiq.SYSTEM, tables.over(over).build(), deployment, target.streams(), identity)
                .withSettings(settings)
                .withDirectory(directory())
                .withOutgoing(outside.http())
                .withOutbox(outside.mail())
                .withBuckets(Map.of(FormKiq.DOCUMENTS, bucket(bucket)));
        environment = environments.apply(items.apply(target.client()));
        client = target.client();
        formkiq = new FormKiq(environment);
        server = serve();
    }

    private PlatformServer serve() {
        return PlatformServer.start(
                HttpOptions.loopback(0)
                        .withLimits(HttpLimits.standard()
                                .withRates(1_000_000, 1_000_000)
                                .withShares(
                                        new HttpLimits.Share(6, 100, 8, 100), new HttpLimits.Share(12, 100, 24, 100))),
                Hosting.of(List.of(formkiq.api()), authenticators()));
    }

    private List<Authenticator> authenticators() {
        List<Authenticator> all = new ArrayList<>(List.of(World::believe));
        all.addAll(identity.authenticators());
        return all;
    }

    private static Path directory() {
        try {
            Path directory = Files.createTempDirectory("formkiq");
            directory.toFile().deleteOnExit();
            return directory;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends the system as it is, and starts it again on what it has left. Clients of before go on. */
    void restart() {
        server.close();
        formkiq.close();
        formkiq = new FormKiq(environment);
        server = serve();
    }

    /** Another process on the same tables, with nothing between them; whoever makes it closes it. */
    FormKiq another() {
        return new FormKiq(environments.apply(client));
    }

    /** The store is begun here: a thread of the server that is interrupted half-way would leave it unusable for all tests. */
    private static Bucket bucket(String name) {
        S3Client client = Objects3.CLIENT;
        return new Bucket(name, () -> client, () -> Objects3.PRESIGNER, List.of());
    }

    /** Whoever says "test:name/group,group" is believed. */
    private static @Nullable Principal believe(String authorization) {
        String proof = authorization.replaceFirst("^Bearer ", "");
        if (!proof.startsWith(BELIEVED)) {
            return null;
        }
        String[] parts = proof.substring(BELIEVED.length()).split("/", -1);
        Set<String> groups =
                Stream.of(parts[1].split(",")).filter(group -> !group.isEmpty()).collect(Collectors.toSet());
        return new Principal(
                "https://outside.example",
                parts[0],
                Principal.Proof.TOKEN,
                null,
                groups,
                Map.of("email", parts[0] + "@example.org"));
    }

    static String proof(String name, String... groups) {
        return BELIEVED + name + "/" + String.join(",", groups);
    }

    /** FormKiQ's own client, for somebody in some groups. */
    Someone someone(String name, String... groups) {
        return new Someone(proof(name, groups));
    }

    Someone withProof(String proof) {
        return new Someone(proof);
    }

    Someone admin() {
        return someone("ada", "Admins");
    }

    @Override
    public void close() {
        server.close();
        formkiq.close();
        accounts.close();
        tables.close();
    }

    /** One person's client, by parts of the API. */
    final class Someone {
        final String proof;
        /** For parts of the API that have no field here. */
        final ApiClient client;

        final DocumentsApi documents;
        final DocumentTagsApi tags;
        final AttributesApi attributes;
        final DocumentAttributesApi values;
        final DocumentActionsApi actions;
        final DocumentFoldersApi folders;
        final DocumentSearchApi search;
        final CustomIndexApi indices;
        final SystemManagementApi system;
        final EntityApi entities;
        final DocumentVersionsApi versions;
        final SchemasApi schemas;
        final ReindexApi reindex;
        final MappingsApi mappings;
        final AccessControlApi access;
        final DocumentSharesApi shares;
        final UserActivitiesApi activities;
        final DocumentWorkflowsApi workflows;
        final RulesetsApi rulesets;
        final DocumentOcrApi ocr;
        final AdvancedDocumentSearchApi fulltext;
        final CaseManagementApi cases;

        private Someone(String proof) {
            this.proof = proof;
            client = new ApiClient(new OkHttpClient.Builder()
                    .addInterceptor(chain -> checked(chain.request(), chain.proceed(here(chain.request()))))
                    .build());
            client.setBasePath("http://restarted.invalid" + BASE);
            client.addDefaultHeader("Authorization", proof);
            client.setReadTimeout(60_000);
            documents = new DocumentsApi(client);
            tags = new DocumentTagsApi(client);
            attributes = new AttributesApi(client);
            values = new DocumentAttributesApi(client);
            actions = new DocumentActionsApi(client);
            folders = new DocumentFoldersApi(client);
            search = new DocumentSearchApi(client);
            indices = new CustomIndexApi(client);
            system = new SystemManagementApi(client);
            entities = new EntityApi(client);
            versions = new DocumentVersionsApi(client);
            schemas = new SchemasApi(client);
            reindex = new ReindexApi(client);
            mappings = new MappingsApi(client);
            access = new AccessControlApi(client);
            shares = new DocumentSharesApi(client);
            activities = new UserActivitiesApi(client);
            workflows = new DocumentWorkflowsApi(client);
            rulesets = new RulesetsApi(client);
            ocr = new DocumentOcrApi(client);
            fulltext = new AdvancedDocumentSearchApi(client);
            cases = new CaseManagementApi(client);
        }

        /** A request as it is written here, without the client. */
        HttpResponse<String> raw(String method, String path, @Nullable String body) {
            HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.url() + BASE + path))
                    .timeout(Duration.ofSeconds(60))
                    .header("authorization", proof)
                    .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
            if (body != null) {
                request.header("content-type", "application/json");
            }
            return send(request);
        }
    }

    /** A stream of events, as somebody. */
    <T> HttpResponse<T> stream(Someone who, String path, HttpResponse.BodyHandler<T> body)
            throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(URI.create(server.url() + BASE + path))
                        .header("authorization", who.proof)
                        .build(),
                body);
    }

    HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return http.send(request.build(), BodyHandlers.ofString());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** A request of somebody who is not signed in. */
    HttpResponse<String> open(String method, String path, String body) {
        return send(HttpRequest.newBuilder(URI.create(server.url() + BASE + path))
                .timeout(Duration.ofSeconds(60))
                .header("content-type", "application/json")
                .method(method, BodyPublishers.ofString(body)));
    }

    /** The same, of any type and with further headers: a name and a value each. */
    HttpResponse<String> open(String method, String path, String type, String body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.url() + BASE + path))
                .timeout(Duration.ofSeconds(60))
                .method(method, BodyPublishers.ofString(body));
        if (!type.isEmpty()) {
            request.header("content-type", type);
        }
        if (headers.length > 0) {
            request.headers(headers);
        }
        return send(request);
    }

    /** Sends bytes to a presigned address. */
    int put(String url, @Nullable Map<String, Object> headers, String type, byte[] bytes) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url))
                .PUT(BodyPublishers.ofByteArray(bytes))
                .header("content-type", type);
        if (headers != null) {
            headers.forEach((name, value) -> request.header(name, String.valueOf(value)));
        }
        return send(request).statusCode();
    }

    byte[] download(String url) {
        try {
            return http.send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.ofByteArray())
                    .body();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    int status(String url) {
        return send(HttpRequest.newBuilder(URI.create(url))).statusCode();
    }

    /** The server's port may be another one since the client was made. */
    private okhttp3.Request here(okhttp3.Request request) {
        URI now = URI.create(server.url());
        return request.newBuilder()
                .url(request.url()
                        .newBuilder()
                        .host(now.getHost())
                        .port(now.getPort())
                        .build())
                .build();
    }

    private Response checked(okhttp3.Request request, Response response) throws IOException {
        byte[] bytes = response.body() == null ? new byte[0] : response.body().bytes();
        String text = new String(bytes, StandardCharsets.UTF_8);
        String path = request.url().encodedPath().substring(BASE.length());
        ListedShapes.Listed operation = LISTED.find(request.method(), path);
        JsonNode body = bytes.length == 0 ? null : Json.mapper().readTree(bytes);
        assertThat(LISTED.problems(operation, response.code(), body))
                .as("%s %s %s", operation.id(), response.code(), text)
                .isEmpty();
        CALLED.computeIfAbsent(operation.id(), any -> new ConcurrentSkipListSet<>())
                .add(request.method() + " " + operation.samplePath() + " " + response.code());
        synchronized (this) {
            (response.isSuccessful() ? succeeded : failed).add(operation.id());
        }
        return response.newBuilder()
                .body(ResponseBody.create(bytes, okhttp3.MediaType.get("application/json")))
                .build();
    }

    /** What a call is refused with, as {@code 404 {"message":"…"}}. */
    static String refused(ThrowingCallable call) {
        ApiException refusal = catchThrowableOfType(ApiException.class, call);
        assertThat(refusal).as("a refusal").isNotNull();
        return refusal.getCode() + " " + refusal.getResponseBody();
    }

    static String message(int status, String text) {
        return status + " {\"message\":\"" + text + "\"}";
    }

    static String error(String key, String text) {
        return "400 {\"errors\":[{" + (key.isEmpty() ? "" : "\"key\":\"" + key + "\",") + "\"error\":\"" + text
                + "\"}]}";
    }
}
