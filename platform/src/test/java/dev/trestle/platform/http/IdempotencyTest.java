package dev.trestle.platform.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.trestle.engine.SetClock;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.Faults;
import dev.trestle.platform.TestDb;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Idempotency.Claim;
import dev.trestle.platform.api.Idempotency.Remembered;
import dev.trestle.platform.idempotency.StoredIdempotency;
import dev.trestle.platform.table.PlatformTable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Creates that are sent again. */
@Tag("once")
class IdempotencyTest extends HttpTest {
    private final SetClock clock = new SetClock(Instant.parse("2026-05-01T12:00:00Z"));
    private final TestDb db = TestDb.open(clock);
    private final Faults faults = new Faults();
    private StoredIdempotency remembered;

    @BeforeEach
    void host() {
        ItemStore store = ItemStore.builder(faults.in(DynamoDbClient.class, db.client()), PlatformTable.MODEL)
                .clock(clock)
                .build();
        store.createTables();
        remembered = new StoredIdempotency(store, clock);
        server.close();
        server = PlatformServer.start(
                HttpOptions.loopback(0), hosting().withIdempotency(remembered).withClock(clock));
    }

    @AfterEach
    void close() {
        db.close();
    }

    private HttpResponse<byte[]> create(String key, String name, String user) throws Exception {
        return send(request("/things/v1/things")
                .setHeader("authorization", "Bearer " + user)
                .header("content-type", "application/json")
                .header("idempotency-key", key)
                .POST(BodyPublishers.ofString("{\"name\":\"" + name + "\"}")));
    }

    @Test
    void create_sentAgain_isAnsweredTheSameAndDoneOnce() throws Exception {
        HttpResponse<byte[]> first = create("k1", "a", "ann");
        HttpResponse<byte[]> again = create("k1", "a", "ann");

        assertThat(again.statusCode()).isEqualTo(201);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(header(again, "location")).isEqualTo(header(first, "location"));
        assertThat(header(again, "etag")).isEqualTo("\"1\"");
        assertThat(things.created).hasValue(1);
        assertThat(create("k1", "a", "bob").statusCode()).as("another's key").isEqualTo(201);
        assertThat(things.created).hasValue(2);
    }

    @Test
    void key_usedForAnotherRequest_isRefused() throws Exception {
        create("k1", "a", "ann");

        assertThat(create("k1", "b", "ann").statusCode()).isEqualTo(422);
        clock.advance(Duration.ofHours(25));
        assertThat(create("k1", "b", "ann").statusCode()).as("a day later").isEqualTo(201);
    }

    @Test
    void create_thatFailed_mayBeTriedAgain() throws Exception {
        assertThat(create("k1", " ", "ann").statusCode()).isEqualTo(400);
        assertThat(create("k1", "a", "ann").statusCode()).isEqualTo(201);
    }

    @Test
    void create_thatEndedInAnError_mayBeTriedAgain() throws Exception {
        things.fault = () -> {
            throw new StackOverflowError("too deep");
        };
        assertThat(create("k1", "a", "ann").statusCode()).isEqualTo(500);
        things.fault = () -> {};

        assertThat(create("k1", "a", "ann").statusCode()).isEqualTo(201);
    }

    @Test
    void create_whoseAnswerCannotBeRemembered_isAnsweredAllTheSame() throws Exception {
        things.fault = () -> faults.fail(request -> true);
        HttpResponse<byte[]> done = create("k1", "a", "ann");
        faults.stop();

        assertThat(done.statusCode()).isEqualTo(201);
        assertThat(create("k1", "a", "ann").statusCode())
                .as("its claim holds on")
                .isEqualTo(409);
        assertThat(things.created).hasValue(1);
    }

    @Test
    void create_manyAtATime_isDoneOnce() throws Exception {
        List<CompletableFuture<Integer>> all = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            all.add(CompletableFuture.supplyAsync(() -> {
                try {
                    return create("k1", "a", "ann").statusCode();
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            }));
        }

        assertThat(all.stream().map(CompletableFuture::join)).allMatch(status -> status == 201 || status == 409);
        assertThat(things.created).hasValue(1);
    }

    private Claim claim() {
        return (Claim) remembered.begin("s", "k", "f");
    }

    @Test
    void claim_ofAProcessThatDied_lapsesAndKeepsItsId() {
        Claim first = claim();
        assertThatThrownBy(this::claim).isInstanceOf(ApiException.class);

        clock.advance(Duration.ofMinutes(3));
        Claim second = claim();
        assertThat(second.once()).isEqualTo(first.once());
        assertThat(second.isRepeated()).isTrue();
    }

    @Test
    void create_ofWhichNobodyKnowsWhetherItWasDone_isRecognisedWhenSentAgain() throws Exception {
        things.lostAnswers.set(2);
        assertThat(create("k1", "a", "ann").statusCode()).isEqualTo(503);
        assertThat(create("k1", "b", "ann").statusCode())
                .as("the key still stands for its request")
                .isEqualTo(422);

        HttpResponse<byte[]> again = create("k1", "a", "ann");
        assertThat(again.statusCode()).isEqualTo(201);
        assertThat(new String(again.body(), StandardCharsets.UTF_8)).contains("thing-1");
        assertThat(things.created).hasValue(1);
        assertThat(create("k1", "a", "ann").body()).isEqualTo(again.body());

        assertThat(create("k2", "a", "ann").statusCode()).isEqualTo(503);
        assertThat(create("k2", "a", "ann").statusCode()).isEqualTo(201);
        assertThat(things.created).hasValue(2);
    }

    @Test
    void create_thatTookTooLong_isRecognisedWhenSentAgain() throws Exception {
        server.close();
        server = PlatformServer.start(
                HttpOptions.loopback(0)
                        .withLimits(HttpLimits.standard().withTimes(Duration.ofSeconds(30), Duration.ofSeconds(1))),
                hosting().withIdempotency(remembered).withClock(clock));
        assertThat(create("k1", "stuck", "ann").statusCode()).isEqualTo(504);

        await().until(() -> create("k1", "stuck", "ann").statusCode() == 201);
        assertThat(things.created).hasValue(1);
    }

    @Test
    void claim_sentTwiceBecauseItsAnswerWasLost_isHeld() {
        DynamoDbClient losing = (DynamoDbClient) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {DynamoDbClient.class}, (proxy, method, arguments) -> {
                    try {
                        if (method.getName().equals("putItem")) {
                            method.invoke(db.client(), arguments);
                        }
                        return method.invoke(db.client(), arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
        ItemStore store =
                ItemStore.builder(losing, PlatformTable.MODEL).clock(clock).build();

        assertThat(new StoredIdempotency(store, clock).begin("s", "k", "f")).isInstanceOf(Claim.class);
        assertThatThrownBy(this::claim).isInstanceOf(ApiException.class);
    }

    @Test
    void release_afterAnUnknownOutcome_keepsTheId() {
        Claim first = claim();
        remembered.suspend(first);
        Claim refused = claim();
        remembered.release(refused);
        assertThat(claim().once()).isEqualTo(first.once());
    }

    @Test
    void end_ofAClaimThatAnotherExecutionHolds_changesNothing() {
        Claim slow = claim();
        clock.advance(Duration.ofMinutes(3));
        Claim second = claim();

        remembered.release(slow);
        remembered.complete(slow, new Remembered(201, "", Map.of(), new byte[] {1}));
        assertThatThrownBy(this::claim).isInstanceOf(ApiException.class);

        remembered.complete(second, new Remembered(201, "", Map.of(), new byte[] {2}));
        assertThat(((Remembered) remembered.begin("s", "k", "f")).body()).containsExactly(2);
    }
}
