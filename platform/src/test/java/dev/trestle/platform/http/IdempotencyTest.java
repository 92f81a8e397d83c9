package dev.trestle.platform.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.engine.SetClock;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.Faults;
import dev.trestle.platform.TestDb;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.idempotency.StoredIdempotency;
import dev.trestle.platform.table.PlatformTable;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Creates that are sent again. */
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

    @Test
    void claim_ofAProcessThatDied_lapses() {
        assertThat(remembered.begin("s", "k", "f")).isNull();
        assertThatThrownBy(() -> remembered.begin("s", "k", "f")).isInstanceOf(ApiException.class);

        clock.advance(Duration.ofMinutes(3));
        assertThat(remembered.begin("s", "k", "f")).isNull();
    }
}
