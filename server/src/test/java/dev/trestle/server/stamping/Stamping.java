package dev.trestle.server.stamping;

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
import dev.trestle.platform.jobs.Jobs;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Operations;
import dev.trestle.platform.operation.Right;
import dev.trestle.platform.schema.Length;
import dev.trestle.platform.system.Running;
import dev.trestle.platform.system.SystemDefinition;
import dev.trestle.platform.time.Ids;
import dev.trestle.platform.time.Times;
import dev.trestle.platform.work.LongWork;
import dev.trestle.platform.work.LongWorks;
import dev.trestle.platform.work.WorkException;
import dev.trestle.platform.work.WorkKind;
import dev.trestle.platform.work.WorkOperations;
import dev.trestle.platform.work.WorkRunner;
import dev.trestle.platform.work.WorkStep;
import dev.trestle.platform.work.WorkView;
import java.time.Clock;
import java.util.Random;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** A small system with long work: it stamps forty letters, as fast as a test lets it, and takes the stamps off again. */
public final class Stamping {
    /** A stamp needs one of these. */
    public static final Semaphore INK = new Semaphore(0);

    private static final int LETTERS = 40;
    private static final Table TABLE = Table.named("stamping").key("PK", "SK");
    private static final Table SUPPORT = Support.table("stamping");

    record Stamp(String batch, int number) {}

    record Asked(String batch) {}

    record At(int stamped) {}

    record Result(int letters) {}

    record Begin(Batch body) {}

    record Batch(@Length(min = 1, max = 20) String batch) {}

    private static final Entity<Stamp> STAMP = TABLE.entity(Stamp.class).key("BATCH#{batch}", "{number:000}");
    private static final Pattern<Stamp> STAMP_BY_NUMBER = STAMP.get("A stamp");
    private static final Jobs.Declaration JOBS = Jobs.on(SUPPORT);
    private static final LongWorks.Declaration WORKS = LongWorks.on(SUPPORT);
    private static final Model MODEL = Model.of("stamping", TABLE).with(SUPPORT);
    private static final Right<Principal, Object> EVERYBODY = Right.everybody("EVERYBODY");
    private static final WorkKind<Asked, At> STAMPING = WorkKind.of("stamp", Asked.class, At.class, (work, from) -> {
                int stamped = from == null ? 0 : from.stamped();
                while (!INK.tryAcquire(10, TimeUnit.MILLISECONDS)) {
                    if (work.isCancelled()) {
                        throw new IllegalStateException("stopped");
                    }
                }
                return next(work.asked().batch(), stamped);
            })
            .undoneBy((work, from) -> undo(work.asked().batch(), from == null ? 0 : from.stamped()));

    public static final SystemDefinition<SystemDefinition.NoSettings> SYSTEM = SystemDefinition.of(
                    "stamping", () -> Stamping.MODEL)
            .opening(environment -> open(environment.store(), environment.clock()))
            .withPages(Stamping.class);

    private Stamping() {}

    private static Running open(ItemStore store, Clock clock) {
        Jobs jobs = new Jobs(store, JOBS, clock);
        Changes changes = new Changes(jobs, new Random(1));
        LongWorks works = new LongWorks(store, WORKS, jobs, clock).of(STAMPING);
        Operations<Principal> operations = new Operations<>(
                Api.declared("stamping", new Api.About("Stamping", "Stamps.", "/stamping/v1"), Shapes.problemDetails()),
                new Operations.Setting<>(
                        Call::principal, who -> store, changes, new Times(clock), new Ids(new Random(2))));
        operations
                .post("stamp", "/batches", Begin.class)
                .about("Stamps a batch")
                .right(EVERYBODY)
                .created()
                .changes(WorkView.class, given -> {
                    String batch = given.asked().body().batch();
                    LongWork work = works.prepare(given.call().principal(), STAMPING, batch, new Asked(batch));
                    return works.begin(Decision.of(works.view(work)), work);
                });
        WorkOperations.declare(operations, works, EVERYBODY);
        WorkRunner runner = new WorkRunner(works, changes, WorkRunner.Options.standard(), new Random(3)).start();
        return Running.of(operations.api()).with(runner::close);
    }

    private static WorkStep<At> next(String batch, int stamped) {
        if (batch.equals("torn") && stamped == 2) {
            throw new WorkException("TORN", "Letter 3 is torn.");
        }
        if (stamped == LETTERS) {
            return WorkStep.<At>end(new Result(LETTERS)).progress(LETTERS, LETTERS, null);
        }
        return WorkStep.to(new At(stamped + 1))
                .progress(stamped + 1, LETTERS, "stamping.stamped")
                .writing(Decision.done().create(STAMP, new Stamp(batch, stamped)));
    }

    private static WorkStep<At> undo(String batch, int stamped) {
        return stamped == 0
                ? WorkStep.end(null)
                : WorkStep.to(new At(stamped - 1))
                        .progress(stamped - 1, LETTERS, null)
                        .writing(Decision.done().delete(STAMP_BY_NUMBER.of(batch, stamped - 1), Expect.PRESENT));
    }
}
