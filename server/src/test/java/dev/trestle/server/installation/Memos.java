package dev.trestle.server.installation;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.trestle.model.Entity;
import dev.trestle.model.Model;
import dev.trestle.model.Pattern;
import dev.trestle.model.Support;
import dev.trestle.model.Table;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Transaction;
import dev.trestle.platform.api.Api;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Call;
import dev.trestle.platform.api.Once;
import dev.trestle.platform.api.Principal;
import dev.trestle.platform.api.Reply;
import dev.trestle.platform.api.Shapes;
import dev.trestle.platform.events.EventHub;
import dev.trestle.platform.events.Events;
import dev.trestle.platform.jobs.JobContext;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.jobs.Jobs;
import dev.trestle.platform.schema.About;
import dev.trestle.platform.schema.Length;
import dev.trestle.platform.system.Bucket;
import dev.trestle.platform.system.Demo;
import dev.trestle.platform.system.Environment;
import dev.trestle.platform.system.Running;
import dev.trestle.platform.system.SystemDefinition;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** A small system that uses everything a system gets: tables, jobs, events, objects. */
public final class Memos {
    private static final Table TABLE = Table.named("memos").key("PK", "SK");
    private static final Table SUPPORT = Support.table("memos");

    record Memo(String id, String text, @Nullable String loud) {}

    static final Entity<Memo> MEMO = TABLE.entity(Memo.class).key("MEMO#{id}", "MEMO");
    static final Pattern<Memo> BY_ID = MEMO.get("A memo");
    private static final Jobs.Declaration JOBS = Jobs.on(SUPPORT);
    public static final Model MODEL = Model.of("memos", TABLE).with(SUPPORT);

    /** What can be configured. */
    public record Settings(
            @About("What loud texts end with.") @Length(max = 10)
            String ending) {}

    private static final String FILES = "files";

    public static final SystemDefinition<Settings> SYSTEM = SystemDefinition.of(
                    "memos", () -> Memos.MODEL, Settings.class)
            .withBucket(FILES, "memos")
            .opening(Memos::open)
            .withPages(Memos.class)
            .withDemo(new Demo<>(
                    List.of(new Demo.Account("mia@demo.localhost", "Mia Memo", List.of("writers"), Map.of())),
                    (environment, subjects) -> environment.store().create(MEMO, new Memo("sample", "a sample", null))));

    private static volatile @Nullable DynamoDbClient latest;
    private static volatile @Nullable Environment<Settings> latestEnvironment;

    /** What the one that was opened last stores its items with: the ports do not serve its support table. */
    public static DynamoDbClient items() {
        return Objects.requireNonNull(latest);
    }

    /** What the one that was opened last runs on. */
    static Environment<Settings> environment() {
        return Objects.requireNonNull(latestEnvironment);
    }

    record NewMemo(String text) {}

    record Create(@Nullable @JsonProperty("Idempotency-Key") String key, NewMemo body) {}

    record ById(String id) {}

    record None() {}

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final Environment<Settings> environment;
    private final ItemStore store;
    private final Jobs jobs;
    private final JobRunner runner;
    private final EventHub<Principal> hub;

    private Memos(Environment<Settings> environment) {
        this.environment = environment;
        DynamoDbClient items = environment.deployment().client();
        latest = items;
        latestEnvironment = environment;
        this.store = environment.store();
        this.jobs = environment.jobs(JOBS);
        this.runner = new JobRunner(
                        jobs,
                        new JobRunner.Options(2, 3, Duration.ofSeconds(30), Duration.ofMillis(100)),
                        new Random(1))
                .handle("shout", this::shout)
                .start();
        this.hub = new EventHub<>(
                        environment.deployment(),
                        environment.streams(),
                        store,
                        new Events<Principal>()
                                .event("memo", MEMO, change -> Map.of("changed", true), (who, memo) -> true),
                        Duration.ofMillis(50),
                        environment.clock())
                .start();
    }

    private static Running open(Environment<Settings> environment) {
        Memos memos = new Memos(environment);
        return Running.of(memos.api()).with(memos.runner::close).with(memos.hub::close);
    }

    private Api api() {
        return Api.of("memos", Memos.class.getResource("memos.yaml"), Shapes.problemDetails())
                .handleOnce("createMemo", Create.class, this::create)
                .handle("getMemo", ById.class, (call, q) -> get(q.id()))
                .handle("attachment", ById.class, (call, q) -> attachment(q.id()))
                .handle(
                        "events",
                        None.class,
                        (call, q) ->
                                Reply.events(sink -> hub.listen(call.principal(), call.header("last-event-id"), sink)));
    }

    private Object create(Call call, Once once, Create q) {
        Memo memo = new Memo(once.id(), q.body().text(), null);
        Transaction change = store.transaction().create(MEMO, memo);
        jobs.enqueue(change, "shout", memo.id(), new ById(memo.id()));
        change.commit();
        jobs.committed();
        return Reply.created(memo);
    }

    private Memo get(String id) {
        return store.consistent().get(BY_ID.of(id)).orElseThrow(() -> ApiException.notFound("There is no such memo."));
    }

    private void shout(JobContext job) {
        Memo memo = get(job.payload(ById.class).id());
        Memo loud = new Memo(
                memo.id(),
                memo.text(),
                memo.text().toUpperCase(Locale.ROOT) + environment.settings().ending());
        job.finishIn(store.transaction().put(MEMO, loud)).commit();
    }

    private Map<String, String> attachment(String id) {
        Bucket bucket = environment.bucket(FILES);
        var presigner = bucket.presigner();
        return Map.of(
                "put",
                presigner
                        .presignPutObject(p -> p.signatureDuration(MINUTE)
                                .putObjectRequest(
                                        put -> put.bucket(bucket.name()).key(id).contentType("text/plain")))
                        .url()
                        .toString(),
                "get",
                presigner
                        .presignGetObject(p -> p.signatureDuration(MINUTE)
                                .getObjectRequest(
                                        get -> get.bucket(bucket.name()).key(id)))
                        .url()
                        .toString());
    }
}
