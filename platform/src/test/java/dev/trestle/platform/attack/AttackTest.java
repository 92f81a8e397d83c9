package dev.trestle.platform.attack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpServer;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.SetClock;
import dev.trestle.model.Model;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.LoopbackS3;
import dev.trestle.platform.api.Json;
import dev.trestle.platform.http.Hosting;
import dev.trestle.platform.http.HttpLimits;
import dev.trestle.platform.http.HttpOptions;
import dev.trestle.platform.http.PlatformServer;
import dev.trestle.platform.http.RawHttp;
import dev.trestle.platform.idempotency.StoredIdempotency;
import dev.trestle.platform.identity.Identity;
import dev.trestle.platform.identity.IdentityApi;
import dev.trestle.platform.identity.IdentityOptions;
import dev.trestle.platform.identity.OidcIssuer;
import dev.trestle.platform.identity.Passwords;
import dev.trestle.platform.jobs.Jobs;
import dev.trestle.platform.table.PlatformTable;
import dev.trestle.platform.things.Attachments;
import dev.trestle.platform.things.Things;
import dev.trestle.platform.things.ThingsTable;
import dev.trestle.platform.uploads.Uploads;
import dev.trestle.sdk.TrestleDb;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/**
 * Everything that can be attacked, in one process: the built-in issuer and one that is trusted, the small system with its uploads, an
 * object store; with the log that it writes.
 */
abstract class AttackTest {
    static final String OWN = "http://localhost/auth/v1";
    static final String TRUSTED = "https://idp.example/pool";
    static final String AUDIENCE = "client-1";
    static final String ADMIN = "admin@example.org";
    static final String PASSWORD = "a long enough password";
    static final RSAKey KEY = key();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    final SetClock clock = new SetClock(Instant.parse("2026-05-01T12:00:00Z"));
    final TrestleDb db = TrestleDb.open(EngineOptions.inMemory().withClock(clock));
    final Things things = new Things();
    final HttpClient http = HttpClient.newHttpClient();
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private final Logger logger = (Logger) LoggerFactory.getLogger("dev.trestle");

    @SuppressWarnings("NullAway.Init")
    HttpServer keys;

    @SuppressWarnings("NullAway.Init")
    LoopbackS3 s3;

    @SuppressWarnings("NullAway.Init")
    Identity identity;

    @SuppressWarnings("NullAway.Init")
    PlatformServer server;

    @SuppressWarnings("NullAway.Init")
    String oneTime;

    private static RSAKey key() {
        try {
            return new RSAKeyGenerator(2048).keyID("k1").generate();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    @BeforeEach
    void open() throws IOException {
        keys = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        keys.createContext("/jwks", exchange -> {
            byte[] body = new JWKSet(KEY.toPublicJWK()).toString().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        keys.start();
        s3 = new LoopbackS3(directory, Clock.systemUTC());
        ItemStore platform = store(PlatformTable.MODEL);
        ItemStore data = store(ThingsTable.MODEL);
        IdentityOptions options =
                IdentityOptions.of(OWN, new byte[32], clock).withPasswordCost(new Passwords.Cost(256, 1));
        URI published = URI.create("http://127.0.0.1:" + keys.getAddress().getPort() + "/jwks");
        identity = Identity.open(platform, options, List.of(OidcIssuer.of(TRUSTED, published, Set.of(AUDIENCE))));
        oneTime = identity.people().addFirstAdministrator(ADMIN).orElseThrow().oneTimePassword();
        Uploads uploads = new Uploads(
                data,
                ThingsTable.UPLOADS,
                new Jobs(data, ThingsTable.JOBS, clock),
                s3.client,
                s3.presigner,
                Uploads.Place.in(LoopbackS3.BUCKET),
                clock);
        things.attachments = new Attachments(data, uploads);
        Hosting hosting = Hosting.of(
                        List.of(things.api(), IdentityApi.of(identity, options)), identity.authenticators())
                .withIdempotency(new StoredIdempotency(platform, clock))
                .withClock(clock);
        server = PlatformServer.start(HttpOptions.loopback(0).withLimits(limits()), hosting);
        log.start();
        logger.addAppender(log);
    }

    HttpLimits limits() {
        return HttpLimits.standard();
    }

    private ItemStore store(Model model) {
        ItemStore made = ItemStore.builder(db.client(), model).clock(clock).build();
        made.createTables();
        return made;
    }

    @AfterEach
    void close() {
        logger.detachAppender(log);
        things.release.countDown();
        server.close();
        s3.close();
        keys.stop(0);
        db.close();
    }

    /** An answer. */
    record Got(int status, JsonNode body, String text, Map<String, List<String>> headers) {
        String header(String name) {
            return headers.getOrDefault(name, List.of("")).get(0);
        }
    }

    Got send(String method, String path, @Nullable Object body, @Nullable String token, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.url() + path))
                .timeout(Duration.ofSeconds(30))
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(Json.bytes(body)));
        if (body != null) {
            request.header("content-type", "application/json");
        }
        if (token != null) {
            request.header("authorization", "Bearer " + token);
        }
        if (headers.length > 0) {
            request.headers(headers);
        }
        HttpResponse<byte[]> response = http.send(request.build(), BodyHandlers.ofByteArray());
        String type = response.headers().firstValue("content-type").orElse("");
        JsonNode json = type.contains("json") ? Json.mapper().readTree(response.body()) : MissingNode.getInstance();
        return new Got(
                response.statusCode(),
                json,
                new String(response.body(), StandardCharsets.UTF_8),
                response.headers().map());
    }

    Got get(String path, @Nullable String token) throws IOException, InterruptedException {
        return send("GET", path, null, token);
    }

    Got post(String path, @Nullable Object body, @Nullable String token) throws IOException, InterruptedException {
        return send("POST", path, body, token);
    }

    String raw(String request) throws IOException {
        return RawHttp.send(server.port(), request);
    }

    Got signIn(String email, String password) throws IOException, InterruptedException {
        return post("/auth/v1/sign-in", Map.of("email", email, "password", password), null);
    }

    /** A token of the first administrator. */
    String administrator() throws IOException, InterruptedException {
        Got done = post("/auth/v1/sign-in", Map.of("email", ADMIN, "password", oneTime, "newPassword", PASSWORD), null);
        return done.body().path("accessToken").asText();
    }

    /** Somebody of a tenant; the answer is of the sign-in. */
    Got member(String email, String tenant, String admin) throws IOException, InterruptedException {
        Got added = post("/auth/v1/people", Map.of("email", email, "name", "P"), admin);
        String id = added.body().at("/person/personId").asText();
        send("PUT", "/auth/v1/people/" + id + "/tenants/" + tenant, Map.of("groups", List.of()), admin);
        return post(
                "/auth/v1/sign-in",
                Map.of(
                        "email",
                        email,
                        "password",
                        added.body().path("oneTimePassword").asText(),
                        "newPassword",
                        PASSWORD),
                null);
    }

    /** What the trusted issuer says of Ann. */
    JWTClaimsSet.Builder claims(String subject, String tenant) {
        return new JWTClaimsSet.Builder()
                .issuer(TRUSTED)
                .subject(subject)
                .audience(AUDIENCE)
                .claim("custom:tenantId", tenant)
                .issueTime(Date.from(clock.instant()))
                .expirationTime(Date.from(clock.instant().plusSeconds(300)));
    }

    static String signed(JWTClaimsSet claims) throws JOSEException {
        SignedJWT token = new SignedJWT(
                new JWSHeader.Builder(JWSAlgorithm.RS256).keyID("k1").build(), claims);
        token.sign(new RSASSASigner(KEY));
        return token.serialize();
    }

    String token(String subject, String tenant) throws JOSEException {
        return signed(claims(subject, tenant).build());
    }

    /** The log so far, a line of JSON for each entry. */
    List<String> logged() {
        JsonEncoder encoder = new JsonEncoder();
        encoder.setContext(logger.getLoggerContext());
        encoder.start();
        return List.copyOf(log.list).stream()
                .map(event -> new String(encoder.encode(event), StandardCharsets.UTF_8))
                .toList();
    }

    /** Refused, saying little, and the log says why. */
    void assertDenied(Got got, int status, String reason) {
        assertThat(got.status()).as(got.text()).isEqualTo(status);
        assertThat(got.text()).doesNotContain(reason);
        assertLogged(reason);
    }

    void assertLogged(String reason) {
        await().untilAsserted(() -> assertThat(String.join("", logged())).contains(reason));
    }
}
