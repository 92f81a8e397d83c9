package dev.trestle.systems.docstore;

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
import dev.trestle.platform.idempotency.StoredIdempotency;
import dev.trestle.platform.identity.Identity;
import dev.trestle.platform.identity.IdentityOptions;
import dev.trestle.platform.identity.Passwords;
import dev.trestle.platform.system.Environment;
import dev.trestle.platform.table.PlatformTable;
import dev.trestle.systems.docstore.content.Contents;
import dev.trestle.systems.docstore.model.DocstoreModel;
import dev.trestle.systems.docstore.model.DocumentsTable;
import dev.trestle.testing.Target;
import dev.trestle.testing.TestStore;
import io.micrometer.core.instrument.Timer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Object;

/** The Document Store behind a real port, over a target's tables, with people who use it. Every answer is checked against the contract. */
final class World implements AutoCloseable {
    /** Years ahead, so that every object is older than the sweep's patience. */
    static final Instant MONDAY = Instant.parse("2031-03-03T10:00:00Z");

    private static final String BELIEVED = "Bearer test:";
    private static final AtomicLong BUCKETS = new AtomicLong(System.nanoTime());

    final SetClock clock = new SetClock(MONDAY);
    final TestStore tables;
    final String bucket = "docstore-" + Long.toString(BUCKETS.incrementAndGet(), 36);
    final Deployment deployment;
    final Docstore docstore;
    final Identity identity;
    private final TestStore accounts;
    private final Contract contract;
    private final PlatformServer server;
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(30)).build();

    World(Target target) {
        this(target, client -> client, client -> client);
    }

    /** With something between the Document Store and what it stores in. */
    World(Target target, UnaryOperator<DynamoDbClient> items, UnaryOperator<S3Client> objects) {
        tables = TestStore.open(target, DocstoreModel.MODEL, clock);
        accounts = TestStore.open(target, PlatformTable.MODEL, clock);
        IdentityOptions options = IdentityOptions.of("http://here.test/auth/v1", new byte[32], clock)
                .withPasswordCost(new Passwords.Cost(256, 1));
        identity = Identity.open(accounts.store(), options, List.of());
        List<Authenticator> authenticators = new ArrayList<>();
        authenticators.add(World::believe);
        authenticators.addAll(identity.authenticators());
        deployment = new Deployment(DocstoreModel.MODEL, target.client(), tables::nameOf, clock);
        ItemStore store = tables.over(items.apply(target.client())).build();
        docstore = new Docstore(Environment.of(Docstore.SYSTEM, store, deployment, target.streams(), identity)
                .withBuckets(TestBucket.of(bucket, () -> objects.apply(Objects3.CLIENT))));
        contract = Contract.of(docstore.api());
        server = PlatformServer.start(
                HttpOptions.loopback(0).withLimits(HttpLimits.standard().withRates(1_000_000, 1_000_000)),
                Hosting.of(List.of(docstore.api()), authenticators)
                        .withIdempotency(new StoredIdempotency(accounts.store(), clock)));
    }

    /** Whoever says "test:name@tenant/group,group" is believed. */
    private static @Nullable Principal believe(String authorization) {
        if (!authorization.startsWith(BELIEVED)) {
            return null;
        }
        String[] parts = authorization.substring(BELIEVED.length()).split("[@/]", -1);
        Set<String> groups =
                Stream.of(parts[2].split(",")).filter(group -> !group.isEmpty()).collect(Collectors.toSet());
        String tenant = parts[1].isEmpty() ? null : parts[1];
        return new Principal("https://outside.example", parts[0], Principal.Proof.TOKEN, tenant, groups, Map.of());
    }

    Someone someone(String name, String tenant, String... groups) {
        return new Someone(name, BELIEVED + name + "@" + tenant + "/" + String.join(",", groups));
    }

    /** Somebody whom the built-in issuer knows, with a key of theirs. */
    Someone member(String personId, String tenant) {
        Principal signedIn =
                new Principal(identity.issuerName(), personId, Principal.Proof.TOKEN, tenant, Set.of(), Map.of());
        return new Someone(
                personId,
                "Bearer "
                        + identity.apiKeys()
                                .make(signedIn, "tests", List.of(), null)
                                .key());
    }

    /** Whoever may write in most tests. */
    Someone ann() {
        return someone("ann", "acme");
    }

    /** The operations of the contract. */
    Set<String> operations() {
        return contract.operations().keySet();
    }

    String url() {
        return server.url() + "/docstore/v1";
    }

    int port() {
        return server.port();
    }

    double gauge(String name) {
        return server.metrics().get(name).gauge().value();
    }

    /** How many texts were too complex to be rendered. */
    double refusedPreviews() {
        return server
                .metrics()
                .find("trestle.http.requests")
                .tags("operation", "previewText", "status", "422")
                .timers()
                .stream()
                .mapToLong(Timer::count)
                .sum();
    }

    HttpClient http() {
        return http;
    }

    /** The names of all objects that there are. */
    List<String> objects() {
        return Objects3.CLIENT.listObjectsV2Paginator(r -> r.bucket(bucket).prefix(Contents.PREFIX)).contents().stream()
                .map(S3Object::key)
                .toList();
    }

    /** The paths that rows name. */
    List<String> named() {
        return tables.items(DocumentsTable.TABLE).stream()
                .filter(item -> item.containsKey("path"))
                .map(item -> item.get("path").s())
                .toList();
    }

    @Override
    public void close() {
        server.close();
        docstore.close();
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

        String text() {
            return new String(bytes, StandardCharsets.UTF_8);
        }

        @Nullable
        String header(String name) {
            List<String> values = headers.get(name);
            return values == null ? null : values.get(0);
        }

        String tag() {
            return Objects.requireNonNull(header("etag"), "an ETag");
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

        String authorization() {
            return authorization;
        }

        HttpRequest.Builder request(String path) {
            return HttpRequest.newBuilder(URI.create(url() + path))
                    .timeout(Duration.ofSeconds(120))
                    .header("authorization", authorization);
        }

        Answer get(String operation, String path, String... headers) {
            HttpRequest.Builder request = request(path).GET();
            if (headers.length > 0) {
                request.headers(headers);
            }
            return send(operation, request);
        }

        Answer json(String operation, String method, String path, @Nullable Object body, String... headers) {
            HttpRequest.Builder request = request(path)
                    .method(
                            method,
                            body == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(Json.bytes(body)));
            if (body != null) {
                request.header("content-type", "application/json");
            }
            if (headers.length > 0) {
                request.headers(headers);
            }
            return send(operation, request);
        }

        Answer send(String operation, HttpRequest.Builder request) {
            try {
                return checked(operation, http.send(request.build(), BodyHandlers.ofByteArray()));
            } catch (IOException e) {
                throw new IllegalStateException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }

        Answer create(String id, String content) {
            return json(
                    "createDocument",
                    "POST",
                    "/documents",
                    Map.of("id", id, "fileName", id + ".md", "fileType", "text/markdown", "content", content));
        }

        Answer save(String id, String tag, String content) {
            return save(id, tag, "update", BodyPublishers.ofString(content));
        }

        Answer autosave(String id, String tag, String content) {
            return save(id, tag, "autosave", BodyPublishers.ofString(content));
        }

        Answer save(String id, @Nullable String tag, String changeType, BodyPublisher body) {
            HttpRequest.Builder request = request("/documents/" + id + "/content?changeType=" + changeType)
                    .header("content-type", "text/markdown")
                    .PUT(body);
            if (tag != null) {
                request.header("if-match", tag);
            }
            return send("saveContent", request);
        }

        /** Saves from whatever is current. */
        int saveNext(String id, String content) {
            return save(id, content(id).tag(), content)
                    .ok()
                    .path("currentVersion")
                    .asInt();
        }

        Answer content(String id) {
            return get("getContent", "/documents/" + id + "/content");
        }

        Answer content(String id, int version) {
            return get("getVersionContent", "/documents/" + id + "/versions/" + version + "/content");
        }

        Answer rollBack(String id, String tag, int version) {
            return json(
                    "rollBack", "POST", "/documents/" + id + "/rollback", Map.of("version", version), "if-match", tag);
        }

        JsonNode history(String id) {
            return get("listVersions", "/documents/" + id + "/versions").ok();
        }

        List<Integer> versions(String id) {
            return history(id).path("items").findValues("version").stream()
                    .map(JsonNode::asInt)
                    .toList();
        }

        Answer share(String id, List<String> editors, List<String> viewers) {
            Answer now = get("getAccess", "/documents/" + id + "/access");
            return json(
                    "changeAccess",
                    "PUT",
                    "/documents/" + id + "/access",
                    Map.of("owner", name, "editors", editors, "viewers", viewers),
                    "if-match",
                    now.tag());
        }

        Answer delete(String id) {
            return json("deleteDocument", "DELETE", "/documents/" + id, null);
        }

        Answer restore(String id) {
            return json("restoreDocument", "POST", "/documents/" + id + "/restore", null);
        }

        Answer addImage(String id, byte[] png) {
            return send(
                    "addImage",
                    request("/documents/" + id + "/images")
                            .header("content-type", "image/png")
                            .POST(BodyPublishers.ofByteArray(png)));
        }

        Answer list(String query) {
            return get("listDocuments", "/documents?" + query);
        }

        /** The ids of a whole list, page by page. */
        List<String> listed(String query, int limit) {
            List<String> ids = new ArrayList<>();
            String cursor = "";
            do {
                JsonNode page = list(query + "&limit=" + limit + cursor).ok();
                page.path("items").forEach(item -> ids.add(item.path("id").asText()));
                boolean isFull = page.path("items").size() == limit;
                assertThat(isFull || page.path("next").isNull())
                        .as("a page that is not the last is full: %s", page)
                        .isTrue();
                cursor = page.path("next").isNull()
                        ? null
                        : "&cursor="
                                + java.net.URLEncoder.encode(page.path("next").asText(), StandardCharsets.UTF_8);
            } while (cursor != null);
            return ids;
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
