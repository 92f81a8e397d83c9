package dev.trestle.server.installation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.model.Model;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.objects.ObjectStore;
import dev.trestle.objects.ObjectStoreOptions;
import dev.trestle.platform.identity.People;
import dev.trestle.platform.outgoing.OutgoingException;
import dev.trestle.platform.outgoing.OutgoingRequest;
import dev.trestle.platform.system.Demo;
import dev.trestle.platform.system.SystemDefinition;
import dev.trestle.server.config.ConfigException;
import dev.trestle.server.config.Configuration;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Scanner;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.Bucket;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** The whole server in this process, used as a person and a browser would. */
class InstallationTest {
    private static final String PASSWORD = "a long enough password";
    private static final String ADMIN = "admin@localhost.local";
    private static final String FREE_PORTS = "http.port = 0\ndynamodb.port = 0\ns3.port = 0\n";

    /** What is below the clients. */
    enum Below {
        EMBEDDED,
        /** The ports of a server that only stores, by the SDK's clients over the network. */
        NETWORK
    }

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    private final List<Installation> opened = new ArrayList<>();
    private @Nullable StorageServer store;

    @AfterEach
    void close() {
        for (int i = opened.size() - 1; i >= 0; i--) {
            opened.get(i).close();
        }
        if (store != null) {
            store.close();
        }
        System.clearProperty("aws.accessKeyId");
        System.clearProperty("aws.secretAccessKey");
    }

    private Installation open(String data, String configuration, boolean demo, SystemDefinition<?>... systems) {
        String text = FREE_PORTS + "data = " + directory.resolve(data) + "\n" + configuration;
        Installation installation = Installation.openLoaded(new Installation.Start(
                Configuration.parse("test", text, Map.of(), List.of(), List.of(systems)),
                () -> List.of(systems),
                "trestle test",
                demo,
                QuickPasswords.COST));
        opened.add(installation);
        return installation;
    }

    private Installation open(Below below) {
        return open(below, "");
    }

    private Installation open(Below below, String configuration) {
        if (below == Below.EMBEDDED) {
            return open("data", configuration, false, Memos.SYSTEM);
        }
        StorageServer far = StorageServer.open(
                configuration(FREE_PORTS + "access-keys = far:away\ndata = " + directory.resolve("far")));
        store = far;
        // Where the SDK looks for keys by itself.
        System.setProperty("aws.accessKeyId", "far");
        System.setProperty("aws.secretAccessKey", "away");
        String remote = "storage = dynamodb\nstorage.endpoint = "
                + far.dynamoDbUrl().orElseThrow() + "\nobjects = s3\nobjects.endpoint = "
                + far.s3Url().orElseThrow() + "\nidentity.secret-file = " + directory.resolve("near-secret");
        return open("near", remote + "\n" + configuration, false, Memos.SYSTEM);
    }

    private Client administrator(Installation installation) throws Exception {
        Installation first = opened.get(0);
        People.Added added = first.firstAdministrator().orElseThrow();
        Client client = new Client(installation.url());
        Map<String, String> oneTime = Map.of("email", ADMIN, "password", added.oneTimePassword());
        assertThat(client.json("POST", "/auth/v1/sign-in", oneTime, 200)
                        .path("next")
                        .asText())
                .isEqualTo("newPassword");
        client.signIn(Map.of("email", ADMIN, "password", added.oneTimePassword(), "newPassword", PASSWORD));
        return client;
    }

    @ParameterizedTest
    @EnumSource
    void firstAdministrator_signsInWithTheOneTimePassword_andIsKnown(Below below) throws Exception {
        Installation installation = open(below);

        Client client = administrator(installation);
        JsonNode me = client.get("/auth/v1/me");
        assertThat(me.path("email").asText()).isEqualTo(ADMIN);
        assertThat(me.path("groups").toString()).isEqualTo("[\"administrators\"]");
        assertThat(me.path("issuer").asText()).isEqualTo(installation.publicUrl() + "/auth/v1");
        assertThat(new Client(installation.url())
                        .send("GET", "/auth/v1/me", null)
                        .statusCode())
                .isEqualTo(401);
    }

    @ParameterizedTest
    @EnumSource
    void system_withJobsAndEvents_runs(Below below) throws Exception {
        Installation installation = open(below, "memos.ending = !?");
        Client client = administrator(installation);
        HttpResponse<InputStream> events = client.http.send(
                HttpRequest.newBuilder(URI.create(installation.url() + "/memos/v1/events"))
                        .header("authorization", "Bearer " + client.token())
                        .build(),
                BodyHandlers.ofInputStream());
        Scanner lines = new Scanner(events.body(), StandardCharsets.UTF_8);
        assertThat(lines.findWithinHorizon("event: ready", 10_000)).isNotNull();

        String id = client.json("POST", "/memos/v1/memos", Map.of("text", "hello"), 201)
                .path("id")
                .asText();
        await().until(() ->
                client.get("/memos/v1/memos/" + id).path("loud").asText().equals("HELLO!?"));
        assertThat(lines.findWithinHorizon("event: memo", 10_000)).isNotNull();
        events.body().close();
    }

    @ParameterizedTest
    @EnumSource
    void objects_byPresignedUrls_reachTheStore(Below below) throws Exception {
        Installation installation = open(below);
        Client client = administrator(installation);
        JsonNode urls = client.get("/memos/v1/memos/a/attachment");
        if (below == Below.EMBEDDED) {
            assertThat(urls.path("put").asText()).startsWith(installation.publicUrl() + "/s3/memos/a?");
        }

        HttpRequest.Builder put =
                HttpRequest.newBuilder(URI.create(urls.path("put").asText()));
        assertThat(client.http
                        .send(
                                put.header("content-type", "text/html")
                                        .PUT(BodyPublishers.ofString("<b>"))
                                        .build(),
                                BodyHandlers.ofString())
                        .statusCode())
                .isEqualTo(403);
        put = HttpRequest.newBuilder(URI.create(urls.path("put").asText())).header("content-type", "text/plain");
        assertThat(client.http
                        .send(put.PUT(BodyPublishers.ofString("kept")).build(), BodyHandlers.ofString())
                        .statusCode())
                .isEqualTo(200);
        HttpRequest get =
                HttpRequest.newBuilder(URI.create(urls.path("get").asText())).build();
        assertThat(client.http.send(get, BodyHandlers.ofString()).body()).isEqualTo("kept");
    }

    @Test
    void bucket_ofAnotherName_isCreatedAtTheStartAndReserved() {
        Installation installation = open(Below.EMBEDDED, "memos.bucket = files-of-ours");
        MadeKey key = installation.madeKey().orElseThrow();
        try (S3Client s3 = s3(installation.s3Url().orElseThrow(), key.id(), key.secret())) {
            assertThatThrownBy(() -> s3.headBucket(request -> request.bucket("files-of-ours")))
                    .isInstanceOfSatisfying(
                            S3Exception.class, e -> assertThat(e.statusCode()).isEqualTo(403));
        }
        installation.close();
        try (ObjectStore objects = ObjectStore.open(ObjectStoreOptions.directory(directory.resolve("data/objects")))) {
            assertThat(objects.headBucket("files-of-ours")).isNotNull();
        }
    }

    @Test
    void bucket_elsewhere_isCreatedBesideTheStart() {
        open(Below.NETWORK, "memos.bucket = files-of-ours");
        String url = Objects.requireNonNull(store).s3Url().orElseThrow();
        try (S3Client s3 = s3(url, "far", "away")) {
            await().atMost(Duration.ofMinutes(1))
                    .untilAsserted(() -> assertThat(s3.listBuckets().buckets())
                            .extracting(Bucket::name)
                            .containsExactly("files-of-ours"));
        }
    }

    @Test
    void outgoing_toThisMachine_isSentOnlyWhereItIsAllowed() throws Exception {
        Installation other = open("other", "", false);
        URI live = URI.create(other.url() + "/health/live");
        open("closed", "", false, Memos.SYSTEM);
        assertThatThrownBy(() -> Memos.environment().outgoing().send(OutgoingRequest.get(live)))
                .isInstanceOf(OutgoingException.class)
                .hasMessageContaining("outgoing.allow");

        open("allowing", "outgoing.allow = " + live.getHost() + ":" + live.getPort(), false, Memos.SYSTEM);
        assertThat(Memos.environment()
                        .outgoing()
                        .send(OutgoingRequest.get(live))
                        .status())
                .isEqualTo(200);
    }

    @Test
    void presignedUrl_afterARestart_stillHolds() throws Exception {
        Installation first = open("data", "", false, Memos.SYSTEM);
        String put = administrator(first)
                .get("/memos/v1/memos/a/attachment")
                .path("put")
                .asText();
        first.close();

        // The port is signed too: the next start must have the same.
        String text = "dynamodb.port = 0\ns3.port = 0\nhttp.port = "
                + URI.create(put).getPort() + "\ndata = " + directory.resolve("data") + "\n";
        Configuration configuration = Configuration.parse("test", text, Map.of(), List.of());
        opened.add(Installation.openLoaded(new Installation.Start(
                configuration, () -> List.of(Memos.SYSTEM), "trestle test", false, QuickPasswords.COST)));
        HttpRequest request = HttpRequest.newBuilder(URI.create(put))
                .header("content-type", "text/plain")
                .PUT(BodyPublishers.ofString("kept"))
                .build();
        assertThat(HttpClient.newHttpClient()
                        .send(request, BodyHandlers.ofString())
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void start_again_keepsPeopleAndPrintsNoPassword() throws Exception {
        Installation first = open("data", "", false);
        administrator(first);
        first.close();

        Installation again = open("data", "", false);
        assertThat(again.firstAdministrator()).isEmpty();
        JsonNode signedIn = new Client(again.url()).signIn(Map.of("email", ADMIN, "password", PASSWORD));
        assertThat(signedIn.path("next").asText()).isEqualTo("none");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve("data/secret"))))
                .isEqualTo("rw-------");
    }

    @Test
    void port_ownOne_hasPageDocsHealthAndFigures() throws Exception {
        Client anybody = new Client(open("data", "", false, Memos.SYSTEM).url());

        HttpResponse<String> page = anybody.send("GET", "/", null);
        assertThat(page.body()).contains("<title>Trestle</title>", "app.js");
        assertThat(page.headers().firstValue("content-security-policy").orElseThrow())
                .contains("default-src 'none'", "script-src 'self' 'sha256-")
                .doesNotContain("unsafe");
        Matcher assets = Pattern.compile("/assets/[0-9a-f]{16}").matcher(page.body());
        assertThat(assets.find()).isTrue();
        for (String file : List.of("/app.js", "/session.js", "/tokens.css", "/page.css", "/icon.svg", "/ui/frame.js")) {
            HttpResponse<String> asset = anybody.send("GET", assets.group() + file, null);
            assertThat(asset.statusCode()).as(file).isEqualTo(200);
            assertThat(asset.headers().firstValue("cache-control").orElseThrow())
                    .contains("immutable");
            assertThat(anybody.send("GET", "/assets/0123456789abcdef" + file, null)
                            .statusCode())
                    .as("of another release")
                    .isEqualTo(404);
        }
        Matcher imported = Pattern.compile("\"lit\":\"([^\"]+)\"").matcher(page.body());
        assertThat(imported.find()).isTrue();
        HttpResponse<String> library = anybody.send("GET", imported.group(1), null);
        assertThat(library.statusCode()).isEqualTo(200);
        assertThat(library.headers().firstValue("cache-control").orElseThrow()).contains("immutable");
        assertThat(anybody.get("/server/v1/about").path("apis").findValuesAsText("docs"))
                .containsExactly(
                        "/auth/v1/docs/",
                        "/server/v1/docs/",
                        "/admin/v1/docs/",
                        "/console/v1/docs/",
                        "/memos/v1/docs/",
                        "/home/v1/docs/");
        for (String docs : List.of("/auth/v1/docs/", "/server/v1/docs/", "/memos/v1/docs/", "/memos/v1/openapi.json")) {
            assertThat(anybody.send("GET", docs, null).statusCode()).as(docs).isEqualTo(200);
        }
        assertThat(anybody.send("GET", "/health", null).body()).isEqualTo("healthy\n");
        assertThat(anybody.get("/health/live").path("status").asText()).isEqualTo("live");
        assertThat(anybody.get("/health/ready").path("checks").path("storage").asText())
                .isEqualTo("ready");
        assertThat(anybody.send("GET", "/metrics", null).body()).contains("trestle_http_requests_seconds_count");
        assertThat(anybody.send("GET", "/nothing", null).statusCode()).isEqualTo(404);
    }

    @Test
    void s3_underThePath_asksForAKeyThoughItsPortDoesNot() throws Exception {
        Installation installation = open("data", "open-ports = yes", false);
        try (S3Client port = s3(installation.s3Url().orElseThrow(), "any", "thing");
                S3Client path = s3(installation.url() + "/s3", "any", "thing")) {
            port.createBucket(b -> b.bucket("things"));
            assertThatThrownBy(path::listBuckets)
                    .isInstanceOfSatisfying(
                            S3Exception.class, e -> assertThat(e.statusCode()).isEqualTo(403));
        }
        installation.close();

        Installation withKey = open("data", "access-keys = admin:s3cr3t", false);
        for (String url : List.of(withKey.s3Url().orElseThrow(), withKey.url() + "/s3")) {
            try (S3Client known = s3(url, "admin", "s3cr3t");
                    S3Client unknown = s3(url, "admin", "wrong")) {
                assertThat(known.listBuckets().buckets()).hasSize(1);
                assertThatThrownBy(unknown::listBuckets).isInstanceOf(S3Exception.class);
            }
        }
        assertThat(new Client(withKey.url()).send("GET", "/metrics", null).body())
                .contains(
                        "trestle_http_requests_seconds_count{operation=\"GET\",status=\"200\",system=\"s3\"} 1",
                        "trestle_http_requests_seconds_count{operation=\"GET\",status=\"403\",system=\"s3\"} 1");
    }

    private static S3Client s3(String url, String id, String secret) {
        return S3Client.builder()
                .endpointOverride(URI.create(url))
                .region(Region.US_EAST_1)
                .forcePathStyle(true)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create(id, secret)))
                .httpClient(UrlConnectionHttpClient.create())
                .build();
    }

    @Test
    void demo_onAFreshDirectory_letsEverybodyInWithTheKnownPassword() throws Exception {
        Installation demo = open("demo", "", true, Memos.SYSTEM);

        assertThat(demo.firstAdministrator()).isEmpty();
        assertThat(demo.demoAccounts()).extracting("email").contains("ada@demo.localhost", "mia@demo.localhost");
        for (var account : demo.demoAccounts()) {
            JsonNode answer = new Client(demo.url())
                    .signIn(Map.of("email", account.email(), "password", Installation.DEMO_PASSWORD));
            assertThat(answer.path("next").asText())
                    .as(account.email())
                    .isEqualTo(account.tenants().size() > 1 ? "tenant" : "none");
        }
        Client mia = new Client(demo.url());
        mia.signIn(Map.of("email", "mia@demo.localhost", "password", Installation.DEMO_PASSWORD));
        assertThat(mia.get("/memos/v1/memos/sample").path("text").asText()).isEqualTo("a sample");
        assertThat(mia.get("/auth/v1/me").path("groups").toString()).isEqualTo("[\"writers\"]");
        Client ada = new Client(demo.url());
        ada.signIn(Map.of("email", "ada@demo.localhost", "password", Installation.DEMO_PASSWORD));
        ada.json("POST", "/auth/v1/people", Map.of("email", "nina@demo.localhost", "name", "Nina"), 201);
        demo.close();
        assertThat(open("demo", "", true, Memos.SYSTEM).demoAccounts())
                .as("a demonstration that people were added to is still one")
                .hasSize(4);
    }

    @Test
    void demo_whereItMustNotBe_isRefused() {
        open("data", "", false).close();
        assertThatThrownBy(() -> open("data", "", true))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("holds 1 people of yours")
                .hasMessageContaining("--data");
        assertThatThrownBy(() -> open("open", "http.bind = 0.0.0.0", true))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("127.0.0.1");
        assertThat(directory.resolve("open")).doesNotExist();
        open("data", "", false); // nothing was left open
    }

    @Test
    void demo_cutOffWhileItWasLoaded_isLoadedAnewByTheNextStart() throws Exception {
        SystemDefinition<?> failing = Memos.SYSTEM.withDemo(new Demo<>(List.of(), (environment, subjects) -> {
            environment.store().create(Memos.MEMO, new Memos.Memo("half", "of a sample", null));
            throw new IllegalStateException("the power is gone");
        }));
        assertThatThrownBy(() -> open("demo", "", true, failing)).hasMessage("the power is gone");

        Installation again = open("demo", "", true, Memos.SYSTEM);
        ItemStore memos = Memos.environment().store().consistent();
        assertThat(memos.get(Memos.BY_ID.of("half"))).isEmpty();
        assertThat(memos.get(Memos.BY_ID.of("sample"))).isPresent();
        JsonNode about = new Client(again.url()).get("/server/v1/about");
        assertThat(about.at("/sampleData/state").asText()).isEqualTo("loaded");
        again.close();
        open("demo", "", true, failing); // it is loaded once
    }

    @Test
    void demo_whoseSampleDataTakesLong_isReadyBeforeItIsLoaded() throws Exception {
        CountDownLatch held = new CountDownLatch(1);
        SystemDefinition<?> slow = Memos.SYSTEM.withDemo(Demo.inSteps(List.of(), (environment, subjects, progress) -> {
            progress.reached(1, 4);
            join(held);
            progress.reached(4, 4);
        }));
        Installation demo = Installation.open(new Installation.Start(
                configuration("http.port = 0\ndynamodb.port = 0\ns3.port = 0\ndata = " + directory.resolve("slow")),
                () -> List.of(slow),
                "trestle test",
                true,
                QuickPasswords.COST));
        opened.add(demo);
        Client client = new Client(demo.url());
        assertThat(client.send("GET", "/health/ready", null).statusCode()).isEqualTo(200);
        await().until(() ->
                client.get("/server/v1/about").at("/sampleData/percent").asInt() == 25);
        assertThat(client.get("/server/v1/about").at("/sampleData/state").asText())
                .isEqualTo("loading");
        held.countDown();
        await().until(() ->
                client.get("/server/v1/about").at("/sampleData/state").asText().equals("loaded"));
    }

    private static void join(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void configuration_thatCannotWork_saysWhy() throws Exception {
        assertThatThrownBy(() -> open("data", "http.tls.certificate = a.pem", false))
                .isInstanceOf(ConfigException.class)
                .hasMessage("TLS needs both http.tls.certificate and http.tls.key.");
        assertThatThrownBy(() -> open("data", "http.tls.certificate = a.pem\nhttp.tls.key = b.pem", false))
                .hasMessageContaining("a.pem cannot be read")
                .hasMessageContaining("b.pem cannot be read");
        assertThatThrownBy(() -> open("data", "oidc.issuers = https://issuer.example|nonsense", false))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("ISSUER|KEYS-URL|AUDIENCE");
        assertThatThrownBy(() -> open("data", "bind = no.such.host.invalid", false))
                .hasMessageContaining("no.such.host.invalid");
        Files.write(directory.resolve("short"), new byte[5]);
        assertThatThrownBy(() -> open("data", "identity.secret-file = " + directory.resolve("short"), false))
                .hasMessageContaining("it must have 32 bytes, and has 5");
        assertThatThrownBy(() -> open("data", "bind = 0.0.0.0", false)).hasMessageContaining("--access-key ID:SECRET");
    }

    @Test
    void address_inUse_closesWhatWasOpened() throws Exception {
        int port = URI.create(open("data", "", false).url()).getPort();
        String taken = "data = " + directory.resolve("other") + "\ndynamodb.port = 0\ns3.port = 0\nhttp.port = " + port;
        Configuration configuration = Configuration.parse("test", taken, Map.of(), List.of());
        assertThatThrownBy(() -> Installation.openLoaded(
                        new Installation.Start(configuration, List::of, "trestle test", false, QuickPasswords.COST)))
                .hasMessageContaining("port " + port)
                .hasMessageContaining("Choose another port");
        open("other", "", false);
    }

    @Test
    @Tag("once")
    void start_whileModelsAreMade_dynamoDbAnswersAndTheServerSaysThatItStarts() throws Exception {
        int dynamoDb = freePort();
        int own = freePort();
        String text = "data = " + directory.resolve("data") + "\nopen-ports = yes\ns3.port = 0\ndynamodb.port = "
                + dynamoDb + "\nhttp.port = " + own;
        CompletableFuture<Model> model = new CompletableFuture<>();
        CompletableFuture<Installation> started =
                CompletableFuture.supplyAsync(() -> Installation.openLoaded(new Installation.Start(
                        configuration(text),
                        () -> List.of(memos(model::join)),
                        "trestle test",
                        false,
                        QuickPasswords.COST)));
        try (DynamoDbClient client = dynamoDb(dynamoDb)) {
            awaitListening(dynamoDb);
            assertThat(client.listTables().tableNames()).doesNotContain("memos");
            awaitListening(own);
            Client browser = new Client("http://127.0.0.1:" + own);
            HttpResponse<String> early = browser.send("GET", "/health/ready", null);
            assertThat(early.statusCode()).isEqualTo(503);
            assertThat(early.headers().firstValue("retry-after")).hasValue("1");
            assertThat(early.body()).isEqualTo("{\"status\":\"starting\"}");
            assertThat(browser.send("GET", "/health/live", null).statusCode()).isEqualTo(200);
            assertThat(browser.send("GET", "/unisync", null, "accept", "text/html", "accept-language", "zh-Hant-TW,en")
                            .body())
                    .contains("<html lang=\"zh-TW\">", "http-equiv=\"refresh\"");
            assertThat(started).isNotDone();
            model.complete(Memos.MODEL);
            opened.add(started.get(60, TimeUnit.SECONDS));
            assertThat(browser.send("GET", "/health/ready", null).statusCode()).isEqualTo(200);
        } finally {
            model.completeExceptionally(new IllegalStateException("the test is over"));
        }
    }

    @Test
    void start_whoseLaterPartFails_closesPortsAndStores() throws Exception {
        int dynamoDb = freePort();
        String text =
                "data = " + directory.resolve("data") + "\nhttp.port = 0\ns3.port = 0\ndynamodb.port = " + dynamoDb;
        CompletableFuture<Void> served = CompletableFuture.runAsync(() -> awaitListening(dynamoDb));
        assertThatThrownBy(() -> Installation.openLoaded(new Installation.Start(
                        configuration(text),
                        () -> List.of(memos(() -> {
                            served.join();
                            throw new IllegalStateException("no model today");
                        })),
                        "trestle test",
                        false,
                        QuickPasswords.COST)))
                .hasMessage("no model today");
        assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), dynamoDb))
                .isInstanceOf(ConnectException.class);
        open("data", "", false, Memos.SYSTEM);
    }

    /** With a model that is made when it is asked for. */
    private static SystemDefinition<?> memos(Supplier<Model> model) {
        return new SystemDefinition<>(
                "memos",
                model,
                Memos.SYSTEM.settings(),
                Memos.SYSTEM.needs(),
                Memos.SYSTEM.buckets(),
                Memos.SYSTEM.opening(),
                Memos.SYSTEM.pages(),
                Memos.SYSTEM.demo(),
                Memos.SYSTEM.tenants(),
                Memos.SYSTEM.notices(),
                Memos.SYSTEM.home());
    }

    private static Configuration configuration(String text) {
        return Configuration.parse("test", text, Map.of(), List.of());
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static void awaitListening(int port) {
        await().atMost(Duration.ofMinutes(1)).ignoreExceptions().until(() -> {
            new Socket(InetAddress.getLoopbackAddress(), port).close();
            return true;
        });
    }

    private static DynamoDbClient dynamoDb(int port) {
        return DynamoDbClient.builder()
                .region(Region.US_EAST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("any", "any")))
                .endpointOverride(URI.create("http://127.0.0.1:" + port))
                .httpClient(UrlConnectionHttpClient.create())
                .build();
    }
}
