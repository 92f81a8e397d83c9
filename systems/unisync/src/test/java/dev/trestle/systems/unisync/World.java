package dev.trestle.systems.unisync;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.trestle.engine.SetClock;
import dev.trestle.model.evolution.Deployment;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.Api;
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
import dev.trestle.platform.identity.IdentityApi;
import dev.trestle.platform.identity.IdentityOptions;
import dev.trestle.platform.identity.Passwords;
import dev.trestle.platform.mail.Outbox;
import dev.trestle.platform.notices.Notices;
import dev.trestle.platform.settings.SharedSettings;
import dev.trestle.platform.system.Bucket;
import dev.trestle.platform.system.Environment;
import dev.trestle.platform.table.PlatformTable;
import dev.trestle.systems.unisync.model.Language;
import dev.trestle.systems.unisync.model.UniSyncModel;
import dev.trestle.systems.unisync.model.User;
import dev.trestle.systems.unisync.model.UserRole;
import dev.trestle.systems.unisync.model.UserStatus;
import dev.trestle.systems.unisync.model.UsersTable;
import dev.trestle.systems.unisync.translation.Translators;
import dev.trestle.testing.Target;
import dev.trestle.testing.TestStore;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** UniSync behind a real port, over a target's tables, with people who use it. Every answer is checked against the contract. */
final class World implements AutoCloseable {
    /** Years ahead, so that nothing has expired for an engine, which goes by the real time. */
    static final Instant MONDAY = Instant.parse("2031-03-03T10:00:00Z");

    static final String ISSUER = "https://outside.example";

    private static final String BELIEVED = "Bearer test:";

    final SetClock clock = new SetClock(MONDAY);
    final Target target;
    final TestStore tables;
    final ItemStore store;
    final Identity identity;
    private final TestStore accounts;
    private final IdentityOptions identityOptions;
    private final Options options;
    private final String bucket = Files.newBucket();
    private UniSync uniSync;
    private PlatformServer server;
    private final Contract contract;
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();

    World(Target target) {
        this(target, Options.standard());
    }

    World(Target target, Options chosen) {
        this.target = target;
        this.options = chosen;
        tables = TestStore.open(target, UniSyncModel.MODEL, clock);
        store = tables.store();
        accounts = TestStore.open(target, PlatformTable.MODEL, clock);
        identityOptions = IdentityOptions.of("http://here.test/auth/v1", new byte[32], clock)
                .withPasswordCost(new Passwords.Cost(256, 1));
        identity = Identity.open(accounts.store(), identityOptions, List.of());
        uniSync = uniSync(store, options);
        contract = Contract.of(uniSync.api());
        server = server();
    }

    private UniSync uniSync(ItemStore over, Options with) {
        Deployment deployment = new Deployment(UniSyncModel.MODEL, target.client(), tables::nameOf, clock);
        Environment<UniSyncSettings> environment = new Environment<>(
                with.settings(),
                SharedSettings.GROUP.defaults(),
                "us-east-1",
                over,
                deployment,
                target.streams(),
                target.name().startsWith("embedded"),
                Map.of(UniSync.ATTACHMENTS, new Bucket(bucket, Files::client, Files::presigner, List.of())),
                identity,
                Environment.of(UniSync.SYSTEM, over, deployment, target.streams(), identity)
                        .outgoing(),
                Outbox.none(),
                Notices.none("unisync"),
                Path.of(System.getProperty("java.io.tmpdir")),
                () -> false);
        return new UniSync(environment, new Translators(with.translator()));
    }

    private PlatformServer server() {
        List<Authenticator> authenticators = new ArrayList<>();
        authenticators.add(World::believe);
        authenticators.addAll(identity.authenticators());
        return PlatformServer.start(
                HttpOptions.loopback(0)
                        .withLimits(HttpLimits.standard()
                                .withRates(1_000_000, 1_000_000)
                                // Fifty at once of one person, in a test of who wins.
                                .withShares(
                                        new HttpLimits.Share(6, 100, 8, 100), new HttpLimits.Share(12, 100, 24, 100))),
                Hosting.of(List.of(uniSync.api(), IdentityApi.of(identity, identityOptions)), authenticators));
    }

    /** Ends UniSync and starts it again, over a client that somebody stands in front of. */
    void restart(UnaryOperator<DynamoDbClient> client, UnaryOperator<Options> change) {
        server.close();
        uniSync.close();
        uniSync = uniSync(tables.over(client.apply(target.client())).build(), change.apply(options));
        server = server();
    }

    Api api() {
        return uniSync.api();
    }

    /** The operations of the contract. */
    Set<String> operations() {
        return contract.operations().keySet();
    }

    String url() {
        return server.url();
    }

    String bucket() {
        return bucket;
    }

    /** Whoever says "test:name" is believed to be that person of an issuer outside, with a verified address. */
    private static @Nullable Principal believe(String authorization) {
        if (!authorization.startsWith(BELIEVED)) {
            return null;
        }
        String name = authorization.substring(BELIEVED.length());
        Map<String, Object> claims = name.endsWith("-unverified")
                ? Map.of("email", address(name))
                : Map.of("email", address(name), "email_verified", true);
        return new Principal(ISSUER, name, Principal.Proof.TOKEN, null, Set.of(), claims);
    }

    static String address(String name) {
        return name.replace("-unverified", "").replaceFirst("^again-", "") + "@example.com";
    }

    /** Somebody who is a user already, as another program would have written it. */
    Someone user(String name, UserRole role) {
        User user = new User(
                "usr_" + name,
                address(name),
                name,
                role,
                UserStatus.ACTIVE,
                Language.EN,
                "sub-" + name,
                false,
                MONDAY,
                MONDAY);
        store.create(UsersTable.USER, user);
        return someone(name);
    }

    /** Somebody of the issuer outside, user or not. */
    Someone someone(String name) {
        return new Someone("usr_" + name, BELIEVED + name);
    }

    Someone withToken(String token) {
        return new Someone("", "Bearer " + token);
    }

    @Override
    public void close() {
        server.close();
        uniSync.close();
        accounts.close();
        tables.close();
    }

    /** An answer as it came. */
    record Answer(int status, JsonNode body, @Nullable String tag) {
        JsonNode data() {
            assertThat(status).as("%s", body).isBetween(200, 299);
            return body.path("data");
        }

        /** The code of an error of this status. */
        String code(int expected) {
            assertThat(status).as("%s", body).isEqualTo(expected);
            return body.at("/error/code").asText();
        }

        JsonNode error() {
            return body.path("error");
        }

        @Nullable
        String next() {
            return body.path("next").isNull() ? null : body.path("next").asText();
        }
    }

    /** A person who sends requests. */
    final class Someone {
        final String userId;
        final String authorization;

        private Someone(String userId, String authorization) {
            this.userId = userId;
            this.authorization = authorization;
        }

        Answer get(String operationId, String path) {
            return send(operationId, "GET", path, null, null);
        }

        Answer post(String operationId, String path, @Nullable Object body) {
            return send(operationId, "POST", path, body, null);
        }

        Answer put(String operationId, String path, Object body) {
            return send(operationId, "PUT", path, body, null);
        }

        Answer patch(String operationId, String path, Object body) {
            return send(operationId, "PATCH", path, body, null);
        }

        Answer delete(String operationId, String path) {
            return send(operationId, "DELETE", path, null, null);
        }

        Answer send(String operationId, String method, String path, @Nullable Object body, @Nullable String ifMatch) {
            HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.url() + "/unisync/v1" + path))
                    .timeout(Duration.ofSeconds(60))
                    .header("authorization", authorization)
                    .method(
                            method,
                            body == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(Json.bytes(body)));
            if (body != null) {
                request.header("content-type", "application/json");
            }
            if (ifMatch != null) {
                request.header("if-match", ifMatch);
            }
            try {
                return checked(operationId, http.send(request.build(), BodyHandlers.ofByteArray()));
            } catch (IOException e) {
                throw new IllegalStateException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }

        /** A new ShowSet. */
        JsonNode createShowSet(String id, String area) {
            return post("createShowSet", "/showsets", Map.of("showSetId", id, "area", area, "scene", "Main Entrance"))
                    .data();
        }

        Answer stage(String showSetId, String stage, Map<String, ?> update) {
            return put("updateStage", "/showsets/" + showSetId + "/stage/" + stage, update);
        }

        JsonNode showSet(String id) {
            return get("getShowSet", "/showsets/" + id).data();
        }
    }

    private Answer checked(String operationId, HttpResponse<byte[]> response) throws IOException {
        Operation operation = Objects.requireNonNull(contract.operation(operationId), operationId);
        String type = response.headers().firstValue("content-type").orElse(null);
        JsonNode body = response.body().length == 0
                ? MissingNode.getInstance()
                : Json.mapper().readTree(response.body());
        assertThat(operation.answerViolations(response.statusCode(), type, response.body()))
                .as("%s %s", operationId, body)
                .isEmpty();
        return new Answer(
                response.statusCode(),
                body,
                response.headers().firstValue("etag").orElse(null));
    }

    /** Signs in at the built-in issuer with a one-time password, and gives the token. */
    String signIn(String email, String oneTimePassword, String password) throws IOException, InterruptedException {
        Map<String, String> body = Map.of("email", email, "password", oneTimePassword, "newPassword", password);
        HttpResponse<byte[]> response = http.send(
                HttpRequest.newBuilder(URI.create(server.url() + "/auth/v1/sign-in"))
                        .header("content-type", "application/json")
                        .POST(BodyPublishers.ofByteArray(Json.bytes(body)))
                        .build(),
                BodyHandlers.ofByteArray());
        return Json.mapper().readTree(response.body()).path("accessToken").asText();
    }
}
