package dev.trestle.platform.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.engine.SetClock;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.TestDb;
import dev.trestle.platform.api.Api;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Principal;
import dev.trestle.platform.api.Reply;
import dev.trestle.platform.api.Shapes;
import dev.trestle.platform.things.ThingsTable;
import dev.trestle.platform.things.ThingsTable.StoredThing;
import dev.trestle.platform.time.Ids;
import dev.trestle.platform.time.Times;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is stored for a request before it is decided. */
class DepositTest {
    public record Fill(String id, InputStream body) {}

    public record Filled(int count) {}

    private final SetClock clock = new SetClock(Instant.parse("2031-03-03T10:00:00Z"));
    private final TestDb db = TestDb.open(clock);
    private final ItemStore store = ItemStore.builder(db.client(), ThingsTable.MODEL)
            .clock(clock)
            .build()
            .consistent();
    private final List<String> log = new ArrayList<>();
    private final InProcess operations = new InProcess(declared());
    private final ByteArrayInputStream body = new ByteArrayInputStream(new byte[100]);
    private boolean isRefused;
    private boolean isOvertaken;

    private Api declared() {
        store.createTables();
        store.put(ThingsTable.THING, new StoredThing("t1", "acme", "n", 0));
        Operations<Principal> all = new Operations<>(
                Api.declared("things", new Api.About("Things", "", "/things/v1"), Shapes.plain()),
                new Operations.Setting<>(
                        call -> call.principal(),
                        who -> store,
                        new Changes(null, new Random(7)),
                        new Times(clock),
                        new Ids(new Random(7))));
        all.put("fill", "/things/{id}", Fill.class)
                .right(Right.everybody("FILL"))
                .takes("text/plain")
                .on(Item.<Principal, StoredThing>of("There is no such thing."), given -> {
                    log.add("read");
                    return ThingsTable.THING_BY_ID.of(given.asked().id());
                })
                .ifMatch(thing -> "c" + thing.count())
                .changes((given, read) -> stored(given.asked()), (given, read, stored) -> filled(read))
                .gives(Filled.class, (given, count) -> Reply.of(new Filled(count)));
        return all.api();
    }

    private Deposit stored(Fill asked) throws java.io.IOException {
        asked.body().readAllBytes();
        log.add("stored");
        return new Deposit() {
            @Override
            public void drop() {
                log.add("dropped");
            }

            @Override
            public void close() {
                log.add("closed");
            }
        };
    }

    private Decision<Integer> filled(Stored<StoredThing> read) {
        if (isRefused) {
            throw ApiException.conflict("It is full.", null);
        }
        int next = read.record().count() + 1;
        if (isOvertaken) {
            isOvertaken = false;
            store.put(ThingsTable.THING, new StoredThing("t1", "acme", "another", 0));
        }
        return Decision.of(next).replace(ThingsTable.THING, read, new StoredThing("t1", "acme", "n", next));
    }

    @AfterEach
    void stop() {
        db.close();
    }

    private Reply fill(String id, Map<String, String> headers) throws Exception {
        Principal ann = new Principal("test", "ann", Principal.Proof.TOKEN, null, Set.of(), Map.of());
        return operations.call(ann, "fill", new Fill(id, body), headers);
    }

    @Test
    void change_committed_readsOnceAndKeepsIt() throws Exception {
        assertThat(InProcess.value(Filled.class, fill("t1", Map.of()))).isEqualTo(new Filled(1));
        assertThat(log).containsExactly("read", "stored", "closed");
    }

    @Test
    void change_decidedAnew_storesOnce() throws Exception {
        isOvertaken = true;
        assertThat(InProcess.value(Filled.class, fill("t1", Map.of()))).isEqualTo(new Filled(1));
        assertThat(log).containsExactly("read", "stored", "read", "closed");
    }

    @Test
    void change_refused_dropsIt() {
        isRefused = true;
        assertThatThrownBy(() -> fill("t1", Map.of())).isInstanceOf(ApiException.class);
        assertThat(log).containsExactly("read", "stored", "dropped", "closed");
    }

    @Test
    void change_refusedByTheFirstRead_storesNothingAndReadsTheBodyToItsEnd() {
        assertThatThrownBy(() -> fill("t1", Map.of("if-match", "\"c7\""))).isInstanceOf(ApiException.class);
        assertThatThrownBy(() -> fill("t2", Map.of())).isInstanceOf(ApiException.class);
        assertThat(log).containsExactly("read", "read");
        assertThat(body.available()).isZero();
    }
}
