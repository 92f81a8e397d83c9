package dev.trestle.conformance.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.trestle.model.Entity;
import dev.trestle.model.Model;
import dev.trestle.model.Pattern;
import dev.trestle.model.Support;
import dev.trestle.model.Table;
import dev.trestle.model.evolution.Deployment;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.Api;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Call;
import dev.trestle.platform.api.Principal;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.api.Reply;
import dev.trestle.platform.api.Shapes;
import dev.trestle.platform.events.Follower;
import dev.trestle.platform.jobs.Jobs;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.InProcess;
import dev.trestle.platform.operation.Item;
import dev.trestle.platform.operation.Operations;
import dev.trestle.platform.operation.Right;
import dev.trestle.platform.outgoing.OutgoingException;
import dev.trestle.platform.outgoing.OutgoingHttp;
import dev.trestle.platform.outgoing.OutgoingRequest;
import dev.trestle.platform.sample.SampleCalls;
import dev.trestle.platform.sample.SampleClock;
import dev.trestle.platform.schema.About;
import dev.trestle.platform.schema.Default;
import dev.trestle.platform.schema.Length;
import dev.trestle.platform.schema.Range;
import dev.trestle.platform.settings.Secret;
import dev.trestle.platform.settings.SettingsGroup;
import dev.trestle.platform.time.Ids;
import dev.trestle.platform.time.Times;
import dev.trestle.sdk.TrestleDb;
import java.net.InetAddress;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The code of {@code docs/platform.md} about operations, settings, followers, outgoing requests and samples. */
class PlatformSystemGuideTest {
    static final Table TABLE = Table.named("lists").key("PK", "SK");
    static final Table SUPPORT = Support.table("lists");

    record Todo(String owner, String id, String text, boolean done, Instant createdAt) {
        Todo finished() {
            return new Todo(owner, id, text, true, createdAt);
        }
    }

    static final Entity<Todo> TODO = TABLE.entity(Todo.class).key("TODO#{id}", "TODO");
    static final Pattern<Todo> TODO_BY_ID = TODO.get("A todo");
    static final Jobs.Declaration JOBS = Jobs.on(SUPPORT);
    // tag::declareFollower[]
    static final Follower.Declaration FOLLOWER = Follower.on(SUPPORT);
    // end::declareFollower[]

    static final Model MODEL = Model.of("lists", TABLE).with(SUPPORT);

    private static final Principal ANN =
            new Principal("test", "ann", Principal.Proof.TOKEN, "acme", Set.of(), Map.of());
    private static final Principal BOB =
            new Principal("test", "bob", Principal.Proof.TOKEN, "acme", Set.of(), Map.of());

    private final TrestleDb db = TrestleDb.inMemory();
    private final ItemStore store = store();

    private ItemStore store() {
        ItemStore made = ItemStore.builder(db.client(), MODEL).build();
        made.createTables();
        return made;
    }

    @AfterEach
    void close() {
        db.close();
    }

    // tag::requests[]
    record NewTodo(@Length(min = 1, max = 500) String text) {}

    record AddTodo(NewTodo body) {}

    record ByTodo(@Length(min = 1, max = 40) String id) {}
    // end::requests[]

    // tag::item[]
    enum Role {
        OWNER
    }

    static final Right<Principal, Object> SIGNED_IN = Right.everybody("SIGNED_IN");
    static final Item<Principal, Todo> OWN_TODO = Item.<Principal, Todo>of("There is no such todo.")
            .atLeast(Role.OWNER, (who, todo) -> todo.owner().equals(who.subject()) ? Role.OWNER : null);
    // end::item[]

    private Operations<Principal> operations(Clock clock) {
        Changes changes = new Changes(new Jobs(store, JOBS, clock), new Random());
        Operations<Principal> operations = new Operations<>(
                Api.declared("lists", new Api.About("Lists", "What is to do.", "/lists/v1"), Shapes.plain()),
                new Operations.Setting<>(
                        Call::principal, who -> store, changes, new Times(clock), new Ids(new Random())));
        // tag::operations[]
        operations
                .post("addTodo", "/todos", AddTodo.class)
                .about("Adds a todo")
                .right(SIGNED_IN)
                .created()
                .changes(Todo.class, PlatformSystemGuideTest::add);
        operations
                .post("finishTodo", "/todos/{id}/finish", ByTodo.class)
                .about("Finishes a todo")
                .right(SIGNED_IN)
                .refuses(Kind.CONFLICT)
                .on(OWN_TODO, given -> TODO_BY_ID.of(given.asked().id()))
                .changes(Todo.class, (given, read) -> finish(read));
        // end::operations[]
        return operations;
    }

    // tag::decision[]
    private static Decision<Todo> add(Given<Principal, AddTodo> given) {
        Todo todo = new Todo(
                given.by().subject(),
                given.ids().random("todo_"),
                given.asked().body().text(),
                false,
                given.at());
        return Decision.of(todo).create(TODO, todo).job("remind", todo.id(), todo.id());
    }

    private static Decision<Todo> finish(Stored<Todo> read) {
        if (read.record().done()) {
            throw ApiException.conflict("It is finished already.", read.record())
                    .withCode("finished-already");
        }
        Todo finished = read.record().finished();
        return Decision.of(finished).replace(TODO, read, finished);
    }
    // end::decision[]

    @Test
    void operations_declared_readDecideAndCommit() throws Exception {
        InProcess api = new InProcess(operations(Clock.systemUTC()).api());
        Todo todo =
                InProcess.value(Todo.class, api.call(ANN, "addTodo", new AddTodo(new NewTodo("Buy milk")), Map.of()));
        ByTodo which = new ByTodo(todo.id());

        assertThat(InProcess.value(Todo.class, api.call(ANN, "finishTodo", which, Map.of()))
                        .done())
                .isTrue();
        assertThatThrownBy(() -> api.call(ANN, "finishTodo", which, Map.of())).hasMessageContaining("already");
        assertThatThrownBy(() -> api.call(BOB, "finishTodo", which, Map.of())).hasMessageContaining("no such todo");
    }

    // tag::settings[]
    record Settings(
            @About("How many todos one person may have.") @Default("100") @Range(min = 1, max = 10_000)
            int todosMax,

            Mail mail) {
        record Mail(
                @About("Where reminders are sent. Empty: nowhere.") @Nullable
                URI url,

                @About("The key of that service.") Secret key) {
            Mail {
                if (url == null && !key.isEmpty()) {
                    throw new IllegalArgumentException("a key without a service. Set lists.mail.url.");
                }
            }
        }
    }
    // end::settings[]

    @Test
    void settings_ofARecord_haveKeysAndDefaults() {
        SettingsGroup<Settings> group = SettingsGroup.of("lists", Settings.class);

        assertThat(group.keys()).extracting(key -> key.name()).contains("lists.todos-max", "lists.mail.url");
        assertThat(group.defaults().todosMax()).isEqualTo(100);
    }

    @Test
    void follower_ofAnEntity_isCalledForItsChanges() {
        List<String> index = new CopyOnWriteArrayList<>();
        Deployment deployment = Deployment.of(MODEL, db.client());
        // tag::follower[]
        Follower follower = new Follower(deployment, db.streamsClient(), store, FOLLOWER)
                .on(
                        TODO,
                        change ->
                                index.add(change.kind() + " " + change.latest().text()))
                .onMissed(index::clear)
                .start();
        // end::follower[]
        store.create(TODO, new Todo("ann", "t1", "Buy milk", false, Instant.now()));
        await().atMost(Duration.ofSeconds(60)).until(() -> index.contains("created Buy milk"));
        follower.close();
    }

    @Test
    void outgoing_toAPrivateAddress_isRefused() {
        OutgoingHttp outgoing = new OutgoingHttp(
                host -> List.of(InetAddress.getLoopbackAddress()),
                (address, request) -> {
                    throw new AssertionError("dialled " + address);
                },
                Set.of());
        URI hook = URI.create("https://hooks.example/x");
        byte[] body = {};

        assertThatThrownBy(() -> {
                    // tag::outgoing[]
                    outgoing.check(hook);
                    OutgoingHttp.Answer answer = outgoing.send(OutgoingRequest.post(hook, "application/json", body));
                    // end::outgoing[]
                    assertThat(answer.status()).isZero();
                })
                .isInstanceOf(OutgoingException.class);
    }

    @Test
    void samples_madeByOperations_lieInThePast() {
        Instant now = Instant.parse("2031-03-03T10:00:00Z");
        Principal ann = ANN;
        // tag::samples[]
        SampleClock clock = new SampleClock(now.minus(Duration.ofDays(3)));
        SampleCalls calls = new SampleCalls(operations(clock).api(), clock);
        Reply added = calls.call(ann, "addTodo", new AddTodo(new NewTodo("Buy milk")));
        Todo todo = InProcess.value(Todo.class, added);
        calls.later(Duration.ofHours(5)).call(ann, "finishTodo", new ByTodo(todo.id()));
        // end::samples[]
        assertThat(store.get(TODO_BY_ID.of(todo.id())))
                .hasValueSatisfying(stored -> assertThat(stored.createdAt()).isBefore(now));
    }
}
