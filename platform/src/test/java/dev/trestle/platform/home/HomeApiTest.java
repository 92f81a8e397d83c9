package dev.trestle.platform.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.TestDb;
import dev.trestle.platform.api.Api;
import dev.trestle.platform.api.Call;
import dev.trestle.platform.api.EventMessage;
import dev.trestle.platform.api.EventSink;
import dev.trestle.platform.api.Principal;
import dev.trestle.platform.api.Reply;
import dev.trestle.platform.api.Shapes;
import dev.trestle.platform.notices.NoticeKind;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.InProcess;
import dev.trestle.platform.operation.Operations;
import dev.trestle.platform.operation.Right;
import dev.trestle.platform.things.ThingsTable;
import dev.trestle.platform.time.Ids;
import dev.trestle.platform.time.Times;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is about all systems, over two small ones: one is open to everybody, one to members alone. */
class HomeApiTest {
    private final TestDb db = TestDb.open(Clock.systemUTC());
    private final ItemStore store =
            ItemStore.builder(db.client(), ThingsTable.MODEL).build();
    private final Api home = home();

    @AfterEach
    void close() {
        db.close();
    }

    private Operations<Principal> operations(String name) {
        return new Operations<>(
                Api.declared(name, new Api.About(name, "A system.", "/" + name + "/v1"), Shapes.plain()),
                new Operations.Setting<>(
                        Call::principal,
                        who -> store,
                        new Changes(null, new Random(7)),
                        new Times(Clock.systemUTC()),
                        new Ids(new Random(7))));
    }

    private Api system(String name, Right<Principal, Object> right) {
        Operations<Principal> operations = operations(name);
        operations
                .get("listen", "/events")
                .right(right)
                .repliesEvents((who, last, sink) -> sink.send("1", "ready", Map.of("from", String.valueOf(last))));
        operations.get("getHome", "/home").right(right).gives(SystemHome.class, given -> waiting(name));
        return operations.api();
    }

    private static SystemHome waiting(String name) {
        SystemHome.Thing thing = new SystemHome.Thing(
                NoticeKind.ASSIGNED, name, "thing", Map.of(), Map.of(), "/" + name, null, Instant.EPOCH);
        return new SystemHome(List.of(thing), List.of(), null);
    }

    private Api home() {
        Operations<Principal> operations = operations("home");
        Right<Principal, Object> members = Right.of("MEMBERS", (who, asked) -> who.isIn("members"));
        new HomeApi(List.of(
                        HomeSystem.of(system("open", Right.everybody("ALL")), Optional.of("getHome")),
                        HomeSystem.of(system("closed", members), Optional.of("getHome"))))
                .declare(operations);
        return operations.api();
    }

    private static Principal somebody(String... groups) {
        return new Principal("test", "ann", Principal.Proof.TOKEN, null, Set.of(groups), Map.of());
    }

    private List<String> events(Principal who, Map<String, String> headers) throws Exception {
        Reply reply = new InProcess(home).call(who, "listenToAll", new Operations.Nothing(), headers);
        Recorded sink = new Recorded();
        ((Reply.Events) reply.body()).listener().opened(sink);
        return sink.sent;
    }

    private static final class Recorded implements EventSink {
        final List<String> sent = new ArrayList<>();

        @Override
        public boolean send(EventMessage message) {
            return sent.add(new String(message.bytes(), StandardCharsets.UTF_8));
        }

        @Override
        public void onClose(Runnable action) {}

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void close() {}
    }

    @Test
    void events_ofAllSystems_sayWhichStreamTheyAreOfAndWhatIsRefused() throws Exception {
        assertThat(events(somebody(), Map.of()))
                .containsExactly(
                        "event: streams\ndata: {\"stream\":\"/home/v1/events\",\"id\":null,\"data\":{\"streams\":"
                                + "[\"/open/v1/events\",\"/closed/v1/events\"]}}\n\n",
                        "event: refused\ndata: {\"stream\":\"/closed/v1/events\",\"id\":null,\"data\":{\"status\":403}}\n\n",
                        "id: /open/v1/events=1\nevent: ready\ndata: {\"stream\":\"/open/v1/events\",\"id\":\"1\",\"data\":"
                                + "{\"from\":\"null\"}}\n\n");
    }

    @Test
    void events_withLastIds_goOnStreamByStream() throws Exception {
        List<String> sent = events(
                somebody("members"), Map.of("last-event-id", "/closed/v1/events=7,nonsense,=,/open/v1/events=5"));
        assertThat(sent).hasSize(3);
        assertThat(sent.get(1)).contains("/open/v1/events=1", "{\"from\":\"5\"}");
        assertThat(sent.get(2)).contains("/closed/v1/events=1", "{\"from\":\"7\"}");
    }

    @Test
    void overview_ofSomebody_hasTheirSystemsOnly() throws Exception {
        Reply reply = new InProcess(home).call(somebody(), "getOverview", new Operations.Nothing(), Map.of());
        HomeApi.Overview overview = InProcess.value(HomeApi.Overview.class, reply);
        assertThat(overview.systems()).extracting(HomeApi.Part::name).containsExactly("open");
        assertThat(overview.closed()).containsExactly("closed");
    }

    @Test
    void system_withoutItsHomeOperation_isRefused() {
        assertThatThrownBy(() -> HomeSystem.of(home, Optional.of("nowhere")))
                .hasMessage("home has no operation nowhere for its home.");
    }
}
