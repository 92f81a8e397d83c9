package dev.trestle.server.installation;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.trestle.model.Entity;
import dev.trestle.model.Model;
import dev.trestle.model.Pattern;
import dev.trestle.model.Support;
import dev.trestle.model.Table;
import dev.trestle.model.evolution.Deployment;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Transaction;
import dev.trestle.model.verify.Feature;
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
import dev.trestle.server.systems.Demo;
import dev.trestle.server.systems.Resources;
import dev.trestle.server.systems.Running;
import dev.trestle.server.systems.Systems;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;

/** A small system that uses everything a system gets: tables, jobs, events, objects. */
public final class Memos implements Running {
    private static final Table TABLE = Table.named("memos").key("PK", "SK");
    private static final Table SUPPORT = Support.table("memos");

    record Memo(String id, String text, @Nullable String loud) {}

    private static final Entity<Memo> MEMO = TABLE.entity(Memo.class).key("MEMO#{id}", "MEMO");
    private static final Pattern<Memo> BY_ID = MEMO.get("A memo");
    private static final Jobs.Declaration JOBS = Jobs.on(SUPPORT);
    public static final Model MODEL = Model.of("memos", TABLE).with(SUPPORT);

    public static final Systems.Known SYSTEM = new Systems.Known(
                    MODEL, Set.of(Feature.TRANSACTIONS), Optional.of(Memos::new), Optional.of(new Sample()))
            .withBuckets(configuration -> List.of(Memos.BUCKET));

    private static volatile @Nullable DynamoDbClient latest;

    /** What the one that was opened last stores its items with: the ports do not serve its support table. */
    public static DynamoDbClient items() {
        return Objects.requireNonNull(latest);
    }

    record NewMemo(String text) {}

    record Create(@Nullable @JsonProperty("Idempotency-Key") String key, NewMemo body) {}

    record ById(String id) {}

    record None() {}

    private static final String BUCKET = "memos";
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final Resources resources;
    private final ItemStore store;
    private final Jobs jobs;
    private final JobRunner runner;
    private final EventHub<Principal> hub;

    private Memos(Resources resources) {
        this.resources = resources;
        latest = resources.items();
        this.store = ItemStore.builder(resources.items(), MODEL)
                .cursorKey(resources.cursorKey())
                .build();
        this.jobs = new Jobs(store, JOBS, resources.clock());
        this.runner = new JobRunner(
                        jobs,
                        new JobRunner.Options(2, 3, Duration.ofSeconds(30), Duration.ofMillis(100)),
                        new Random(1))
                .handle("shout", this::shout)
                .start();
        this.hub = new EventHub<>(
                        Deployment.of(MODEL, resources.items()),
                        resources.streams(),
                        store,
                        new Events<Principal>()
                                .event("memo", MEMO, change -> Map.of("changed", true), (who, memo) -> true),
                        Duration.ofMillis(50),
                        resources.clock())
                .start();
    }

    @Override
    public List<Api> apis() {
        return List.of(Api.of("memos", Memos.class.getResource("memos.yaml"), Shapes.problemDetails())
                .handleOnce("createMemo", Create.class, this::create)
                .handle("getMemo", ById.class, (call, q) -> get(q.id()))
                .handle("attachment", ById.class, (call, q) -> attachment(q.id()))
                .handle(
                        "events",
                        None.class,
                        (call, q) -> Reply.events(
                                sink -> hub.listen(call.principal(), call.header("last-event-id"), sink))));
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
        Memo loud = new Memo(memo.id(), memo.text(), memo.text().toUpperCase(Locale.ROOT));
        job.finishIn(store.transaction().put(MEMO, loud)).commit();
    }

    private Map<String, String> attachment(String id) {
        if (resources.objects().get().listBuckets().buckets().stream()
                .noneMatch(b -> b.name().equals(BUCKET))) {
            resources.objects().get().createBucket(request -> request.bucket(BUCKET));
        }
        var presigner = resources.presigner().get();
        return Map.of(
                "put",
                presigner
                        .presignPutObject(p -> p.signatureDuration(MINUTE)
                                .putObjectRequest(
                                        put -> put.bucket(BUCKET).key(id).contentType("text/plain")))
                        .url()
                        .toString(),
                "get",
                presigner
                        .presignGetObject(p -> p.signatureDuration(MINUTE)
                                .getObjectRequest(get -> get.bucket(BUCKET).key(id)))
                        .url()
                        .toString());
    }

    @Override
    public void close() {
        hub.close();
        runner.close();
    }

    /** One memo, and somebody to read it. */
    private static final class Sample implements Demo {
        @Override
        public List<Account> accounts() {
            return List.of(new Account("mia@demo.localhost", "Mia Memo", List.of("writers"), Map.of()));
        }

        @Override
        public void load(DynamoDbClient items, S3Client objects) {
            ItemStore.builder(items, MODEL).build().create(MEMO, new Memo("sample", "a sample", null));
        }
    }
}
