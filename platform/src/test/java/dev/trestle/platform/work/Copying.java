package dev.trestle.platform.work;

import dev.trestle.model.Entity;
import dev.trestle.model.Model;
import dev.trestle.model.Pattern;
import dev.trestle.model.Support;
import dev.trestle.model.Table;
import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.Api;
import dev.trestle.platform.api.Call;
import dev.trestle.platform.api.Principal;
import dev.trestle.platform.api.Shapes;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.jobs.Jobs;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Operations;
import dev.trestle.platform.operation.Right;
import dev.trestle.platform.schema.Range;
import dev.trestle.platform.time.Ids;
import dev.trestle.platform.time.Times;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** A system that copies: each step makes one copy, which cannot be made twice, and an undone one is removed. */
final class Copying implements AutoCloseable {
    record Copy(String copyId) {}

    record Asked(int count) {}

    record Begin(Amount body) {}

    record Amount(@Range(min = 1, max = 1000) int count) {}

    record At(int made) {}

    record Result(int copies) {}

    static final Table TABLE = Table.named("copies").key("PK", "SK");
    static final Table SUPPORT = Support.table("copies");
    static final Entity<Copy> COPY =
            TABLE.entity(Copy.class).key("COPIES", "{copyId}").accept("HOT_PARTITION", "a test makes a few");
    static final Pattern<Copy> COPIES = COPY.query("All copies");
    static final Pattern<Copy> COPY_BY_ID = COPY.get("A copy");
    static final Jobs.Declaration JOBS = Jobs.on(SUPPORT);
    static final LongWorks.Declaration WORKS = LongWorks.on(SUPPORT);
    static final Model MODEL = Model.of("copies", TABLE).with(SUPPORT);

    private static final Right<Principal, Object> EVERYBODY = Right.everybody("EVERYBODY");
    private static final WorkRunner.Options OPTIONS = new WorkRunner.Options(
            new JobRunner.Options(2, 8, Duration.ofSeconds(60), Duration.ofMillis(5)),
            Duration.ofSeconds(30),
            Duration.ofMillis(10),
            Duration.ofMillis(50));

    /** What a test does before a step is decided; gets how many are made. */
    interface Before {
        void step(WorkContext<Asked> work, int made) throws Exception;
    }

    final ItemStore store;
    final LongWorks works;
    final Operations<Principal> operations;
    private final WorkKind<Asked, At> kind;
    private final List<WorkRunner> runners = new ArrayList<>();

    Copying(ItemStore store, Clock clock, Before before) {
        this.store = store;
        Jobs jobs = new Jobs(store, JOBS, clock);
        Changes changes = new Changes(jobs, new Random(3));
        this.kind = WorkKind.of("copy", Asked.class, At.class, (WorkContext<Asked> work, @Nullable At from) -> {
                    int made = from == null ? 0 : from.made();
                    before.step(work, made);
                    return next(work.asked().count(), made);
                })
                .undoneBy((work, from) -> undo(from == null ? 0 : from.made()))
                .knownTo((who, work) -> who.subject().startsWith("auditor"))
                .cancelledBy((who, work) -> who.subject().equals("auditor-in-chief"))
                .withOpen(3);
        this.works = new LongWorks(store, WORKS, jobs, clock).of(kind);
        this.operations = new Operations<>(
                Api.declared("copies", new Api.About("Copies", "Copies.", "/copies/v1"), Shapes.plain()),
                new Operations.Setting<>(
                        Call::principal, who -> store, changes, new Times(clock), new Ids(new Random(4))));
        operations
                .post("begin", "/copies", Begin.class)
                .about("Begins to copy")
                .right(EVERYBODY)
                .created()
                .changes(WorkView.class, this::begin);
        WorkOperations.declare(operations, works, EVERYBODY);
    }

    WorkRunner runner() {
        WorkRunner made = new WorkRunner(works, operations.changes(), OPTIONS, new Random(5)).start();
        runners.add(made);
        return made;
    }

    private Decision<WorkView> begin(Given<Principal, Begin> given) {
        int count = given.asked().body().count();
        LongWork work = works.prepare(given.call().principal(), kind, "copies", new Asked(count));
        return works.begin(Decision.of(works.view(work)), work);
    }

    private static WorkStep<At> next(int count, int made) {
        if (made == count) {
            return WorkStep.<At>end(new Result(count)).progress(count, count, "copies.made");
        }
        return WorkStep.to(new At(made + 1))
                .progress(made + 1, count, "copies.making")
                .writing(Decision.done().create(COPY, new Copy("copy-" + made)));
    }

    private static WorkStep<At> undo(int made) {
        return made == 0
                ? WorkStep.end(null)
                : WorkStep.to(new At(made - 1))
                        .progress(made - 1, 0, "copies.removing")
                        .writing(Decision.done().delete(COPY_BY_ID.of("copy-" + (made - 1)), Expect.PRESENT));
    }

    List<String> copies() {
        return store.consistent().first(COPIES.of(), 1000).stream()
                .map(Copy::copyId)
                .toList();
    }

    @Override
    public void close() {
        runners.forEach(WorkRunner::close);
    }
}
