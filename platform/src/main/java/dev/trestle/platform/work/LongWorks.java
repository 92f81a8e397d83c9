package dev.trestle.platform.work;

import dev.trestle.model.Entity;
import dev.trestle.model.Model;
import dev.trestle.model.Pattern;
import dev.trestle.model.Table;
import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.model.operation.WriteRefusedException;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Holder;
import dev.trestle.platform.api.Json;
import dev.trestle.platform.api.Page;
import dev.trestle.platform.api.Principal;
import dev.trestle.platform.api.Problem;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.jobs.Job;
import dev.trestle.platform.jobs.Jobs;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.time.Times;
import dev.trestle.platform.work.LongWork.Failure;
import dev.trestle.platform.work.LongWork.Progress;
import dev.trestle.platform.work.LongWork.State;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A system's long work, in its support table. {@link WorkRunner} does it.
 *
 * <pre>{@code
 * LongWork work = works.prepare(given.call().principal(), IMPORT, file, new Import(file));
 * return works.begin(Decision.of(works.view(work)), work);
 * }</pre>
 *
 * <p>It is shown to who began it, and to those whom its kind names; to everybody else there is none.
 */
public final class LongWorks {
    /** What the types of its jobs begin with. */
    public static final String JOB = "work:";

    private static final int TEXT_MAX = 100_000;
    private static final int COUNTED_MAX = 100;
    private static final int TRIES_MAX = 10;
    private static final Duration CANCELLATION_KEPT = Duration.ofDays(30);
    private static final String BY_ID = "A task";
    private static final String OF_HOLDER = "Tasks of a person, newest first";
    private static final String CANCELLATION = "Whether a task was cancelled";
    private static final String SLOTS = "Slots of tasks";

    private final ItemStore relaxed;
    private final ItemStore store;
    private final Declaration declared;
    private final Jobs jobs;
    private final Clock clock;
    private final Map<String, WorkKind<?, ?>> kinds = new ConcurrentHashMap<>();
    private final List<Consumer<String>> cancelListeners = new CopyOnWriteArrayList<>();

    /** The entities and patterns of long work in a table. */
    public record Declaration(
            Entity<LongWork> entity,
            Pattern<LongWork> byId,
            Pattern<LongWork> ofHolder,
            Entity<Cancellation> cancellations,
            Pattern<Cancellation> cancellation,
            Entity<WorkSlot> slot,
            Pattern<WorkSlot> slots) {}

    public LongWorks(ItemStore store, Declaration declared, Jobs jobs, Clock clock) {
        this.relaxed = store;
        this.store = store.consistent();
        this.declared = declared;
        this.jobs = jobs;
        this.clock = clock;
    }

    /** Declares long work on a table with the index GSI1. */
    public static Declaration on(Table table) {
        Entity<LongWork> works = table.entity(LongWork.class)
                .about("Work that takes long, and how far it is")
                // Its holder has the tenant in it, and a runner does the work of all tenants.
                .unscoped()
                .key("LONG_WORK#{workId}", "WORK")
                .index("GSI1", "LONG_WORKS#{holder}", "{createdAt}#{workId}");
        Entity<Cancellation> cancellations = table.entity(Cancellation.class)
                .about("That a task was cancelled")
                .unscoped()
                .key("LONG_WORK#{workId}", "CANCELLATION");
        Entity<WorkSlot> slots = table.entity(WorkSlot.class)
                .about("A place of a group's open work")
                .unscoped()
                .key("LONG_WORK_SLOTS#{group}", "{number:00000}");
        return new Declaration(
                works,
                works.get(BY_ID),
                works.query(OF_HOLDER).on("GSI1").descending(),
                cancellations,
                cancellations.get(CANCELLATION),
                slots,
                slots.query(SLOTS));
    }

    /** The long work that a model declares, if it has any. */
    public static Optional<Declaration> in(Model model) {
        return model.allTables().stream()
                .filter(table -> table.entities().stream().anyMatch(entity -> entity.type() == LongWork.class))
                .findFirst()
                .map(table -> new Declaration(
                        entity(table, LongWork.class),
                        pattern(table, BY_ID),
                        pattern(table, OF_HOLDER),
                        entity(table, Cancellation.class),
                        pattern(table, CANCELLATION),
                        entity(table, WorkSlot.class),
                        pattern(table, SLOTS)));
    }

    @SuppressWarnings("unchecked") // an entity's type is that of its records
    private static <T extends Record> Entity<T> entity(Table table, Class<T> type) {
        return (Entity<T>) table.entities().stream()
                .filter(entity -> entity.type() == type)
                .findFirst()
                .orElseThrow();
    }

    @SuppressWarnings("unchecked") // the names are those of LongWorks.on
    private static <T extends Record> Pattern<T> pattern(Table table, String name) {
        return (Pattern<T>) table.patterns().stream()
                .filter(pattern -> pattern.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Declares a kind. */
    public LongWorks of(WorkKind<?, ?> kind) {
        if (kinds.putIfAbsent(kind.name, kind) != null) {
            throw new IllegalArgumentException("Long work of the kind " + kind.name + " is declared twice.");
        }
        return this;
    }

    /**
     * Long work to begin. It is not written until {@link #begin} has added it to a decision.
     *
     * @throws ApiException if the caller has too much of it that has not ended
     */
    public <P> LongWork prepare(Principal by, WorkKind<P, ?> kind, String subject, P asked) {
        String holder = Holder.of(by);
        long open = relaxed.first(declared.ofHolder().of(holder), COUNTED_MAX).stream()
                .filter(each -> each.kind().equals(kind.name) && !each.isEnded())
                .count();
        if (open >= kind.openMax) {
            throw tooMuch();
        }
        Instant now = new Times(clock).now();
        return new LongWork(
                Jobs.newId(),
                kind.name,
                subject,
                holder,
                by.tenant(),
                by.toString(),
                State.WAITING,
                json(asked),
                null,
                Progress.NONE,
                0,
                null,
                null,
                now,
                null,
                now,
                null,
                null);
    }

    private static ApiException tooMuch() {
        return new ApiException(
                Problem.of(Kind.RATE_LIMITED, "Too much of this is under way. Wait until some of it has ended.")
                        .withRetryAfter(Duration.ofSeconds(30)));
    }

    static @Nullable String text(@Nullable Object value) {
        return value == null ? null : json(value);
    }

    private static String json(Object value) {
        String json = Json.text(value);
        if (json.length() > TEXT_MAX) {
            throw new IllegalArgumentException("This is too long for long work: keep the data elsewhere and name it.");
        }
        return json;
    }

    /**
     * Has work begun with a decision.
     *
     * @throws ApiException if too much of its group is open
     */
    public <R extends @Nullable Object> Decision<R> begin(Decision<R> decision, LongWork work) {
        reserve(decision, work, kind(work).group);
        return decision.create(declared.entity(), work)
                .job(work.workId(), JOB + work.kind(), work.subject(), Map.of(), Duration.ZERO);
    }

    /** Takes a slot that is free. If another request takes the same one, it is decided anew. */
    private void reserve(Decision<?> decision, LongWork work, WorkKind.Group group) {
        if (group.openMax() == 0) {
            return;
        }
        String name = work.kind() + "#" + group.of().apply(work);
        List<Stored<WorkSlot>> slots = store.firstStored(declared.slots().of(name), group.openMax());
        Optional<Stored<WorkSlot>> free =
                slots.stream().filter(each -> isFree(each.record())).findFirst();
        if (free.isPresent()) {
            WorkSlot before = free.get().record();
            decision.replace(declared.slot(), free.get(), new WorkSlot(name, before.number(), work.workId()));
        } else if (slots.size() < group.openMax()) {
            decision.create(declared.slot(), new WorkSlot(name, slots.size(), work.workId()));
        } else {
            throw tooMuch();
        }
    }

    private boolean isFree(WorkSlot slot) {
        return find(slot.workId())
                .map(work -> work.isEnded() || isGivenUp(work))
                .orElse(true);
    }

    /** Work as who began it sees it. */
    public WorkView view(LongWork work) {
        return view(work, true);
    }

    private WorkView view(LongWork work, boolean mayCancel) {
        if (work.isEnded()) {
            return WorkView.of(work, work.state(), work.failure(), false);
        }
        if (isGivenUp(work)) {
            return WorkView.of(
                    work,
                    State.FAILED,
                    new Failure("GIVEN_UP", "It was tried too often. An administrator can retry it."),
                    false);
        }
        boolean cancelled = work.state() == State.CANCELLING || isCancelled(work.workId());
        return WorkView.of(work, cancelled ? State.CANCELLING : work.state(), work.failure(), mayCancel && !cancelled);
    }

    private boolean isGivenUp(LongWork work) {
        try {
            return jobs.get(work.workId()).state() == Job.State.PARKED;
        } catch (ApiException notYet) {
            return false; // it is about to be begun
        }
    }

    /**
     * Work that a caller may see.
     *
     * @throws ApiException if there is none that they may see
     */
    public WorkView get(Principal who, String workId) {
        LongWork work = known(who, workId);
        return view(work, kind(work).mayCancel(who, work));
    }

    /** What a caller began, newest first. */
    public Page<WorkView> list(Principal who, int limit, @Nullable String cursor) {
        var page = relaxed.page(declared.ofHolder().of(Holder.of(who)), limit, cursor);
        return new Page<>(
                page.items().stream().map(this::view).toList(), page.next().orElse(null));
    }

    /**
     * Cancels work for a caller. No further step of it is done; what it did is undone by its runner.
     *
     * @throws ApiException if there is none that they may see, they may not cancel it, or it has ended
     */
    public WorkView cancel(Principal who, String workId) {
        LongWork work = known(who, workId);
        if (!kind(work).mayCancel(who, work)) {
            throw ApiException.forbidden("the caller may see this work, but not cancel it");
        }
        return cancel(workId, who.toString());
    }

    private LongWork known(Principal who, String workId) {
        return find(workId)
                .filter(work -> kinds.containsKey(work.kind()) && kind(work).mayKnow(who, work))
                .orElseThrow(LongWorks::unknown);
    }

    /** Cancels any work: for administrators of the server. */
    public WorkView cancel(String workId, String by) {
        for (int tries = 0; tries < TRIES_MAX; tries++) {
            Stored<LongWork> read = store.stored(declared.byId().of(workId)).orElseThrow(LongWorks::unknown);
            if (read.record().isEnded()) {
                throw ApiException.conflict("It has ended already.", view(read.record(), false));
            }
            if (isCancelled(workId)) {
                break;
            }
            Instant now = clock.instant();
            Cancellation cancellation = new Cancellation(workId, by, now, now.plus(CANCELLATION_KEPT));
            try {
                store.transaction()
                        .create(declared.cancellations(), cancellation)
                        .check(declared.byId().of(workId), Expect.unchanged(read, "state"))
                        .commit();
                break;
            } catch (WriteRefusedException moved) {
                continue; // it has begun or ended meanwhile, or another was first
            }
        }
        if (isGivenUp(find(workId).orElseThrow(LongWorks::unknown))) {
            jobs.retry(workId); // so that it is undone
        } else {
            jobs.hasten(workId);
        }
        cancelListeners.forEach(each -> each.accept(workId));
        return view(find(workId).orElseThrow(LongWorks::unknown), false);
    }

    /** Work as administrators see it. */
    public Optional<WorkView> look(String workId) {
        return find(workId).map(work -> view(work, true));
    }

    Optional<LongWork> find(String workId) {
        return store.get(declared.byId().of(workId));
    }

    boolean isCancelled(String workId) {
        return store.get(declared.cancellation().of(workId)).isPresent();
    }

    WorkKind<?, ?> kind(LongWork work) {
        WorkKind<?, ?> kind = kinds.get(work.kind());
        if (kind == null) {
            throw new IllegalStateException("No long work of the kind " + work.kind() + " is declared.");
        }
        return kind;
    }

    Map<String, WorkKind<?, ?>> kinds() {
        return kinds;
    }

    void onCancel(Consumer<String> action) {
        cancelListeners.add(action);
    }

    Declaration declared() {
        return declared;
    }

    ItemStore store() {
        return store;
    }

    Jobs jobs() {
        return jobs;
    }

    Clock clock() {
        return clock;
    }

    private static ApiException unknown() {
        return ApiException.notFound("There is no such work.");
    }
}
