package dev.trestle.systems.formkiq.retention;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.api.Reply;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.jobs.Jobs;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Operations;
import dev.trestle.systems.formkiq.api.Answers.Message;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.Dates;
import dev.trestle.systems.formkiq.api.OnSite;
import dev.trestle.systems.formkiq.api.Pages;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.api.Rights;
import dev.trestle.systems.formkiq.documents.Disposing;
import dev.trestle.systems.formkiq.model.Attributes;
import dev.trestle.systems.formkiq.model.Attributes.DataType;
import dev.trestle.systems.formkiq.model.Documents.Document;
import dev.trestle.systems.formkiq.model.RetentionRows;
import dev.trestle.systems.formkiq.model.RetentionRows.Disposal;
import dev.trestle.systems.formkiq.model.RetentionRows.Look;
import dev.trestle.systems.formkiq.model.RetentionRows.Outcome;
import dev.trestle.systems.formkiq.model.RetentionRows.Schedule;
import dev.trestle.systems.formkiq.model.Schemas;
import dev.trestle.systems.formkiq.schemas.EffectiveSchema;
import java.time.Clock;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The operations on how long documents of a class are kept, and on the documents whose time has come. */
public final class RetentionOperations {
    /** The type of the jobs that look for documents whose time has come. */
    private static final String LOOK = "retention";

    private static final int YEARS_MAX = 200;
    private static final int DAYS_MAX = 3650;
    private static final int NOTICE = 30;
    private static final int LISTED_MAX = 10_000;

    private final Disposals disposals;
    private final RetentionLook look;
    private final Jobs jobs;
    private final Pages pages;

    public RetentionOperations(Disposing disposing, Changes changes, Jobs jobs, Pages pages, Clock clock) {
        this.disposals = new Disposals(disposing, changes, clock);
        this.look = new RetentionLook(disposals, changes, clock);
        this.jobs = jobs;
        this.pages = pages;
    }

    /** Has the job done. */
    public void runBy(JobRunner runner) {
        runner.handle(LOOK, look::run);
    }

    record InSite(@Nullable String siteId) implements OnSite {}

    record ScheduleView(
            String classificationId,
            int years,
            @Nullable String dateAttribute,
            Outcome outcome,
            int noticeDays,
            String userId,
            String changedDate) {}

    record LookView(@Nullable String startedDate, @Nullable String endedDate, int looked, int undated) {}

    record SchedulesView(
            List<ScheduleView> schedules, @Nullable LookView look) {}

    record NewSchedule(
            @Nullable Integer years,
            @Nullable String dateAttribute,
            @Nullable Outcome outcome,
            @Nullable Integer noticeDays) {}

    record SetSchedule(String classificationId, @Nullable String siteId, NewSchedule body) implements OnSite {}

    record ByClass(String classificationId, @Nullable String siteId) implements OnSite {}

    record ListDisposals(
            @Nullable String siteId,
            @Nullable String limit,
            @Nullable String next) implements OnSite {}

    /** What keeps a document, or that nothing does. */
    enum State {
        /** Its day is still to come, or it has not been listed for long enough. */
        UPCOMING,
        KEPT,
        HELD,
        /** Somebody has to decide. */
        REVIEW,
        /** The next look deletes it. */
        PURGE,
        /** It may go, and nothing is done to it. */
        EXPIRED
    }

    record DisposalView(
            String documentId,
            @Nullable String path,
            String classificationId,
            String due,
            Outcome outcome,
            State state,
            String listedDate,
            @Nullable String keptUntil,
            @Nullable String decidedBy) {}

    record DisposalsView(@Nullable String next, List<DisposalView> disposals) {}

    enum Verdict {
        KEEP,
        PURGE
    }

    record Decide(@Nullable Verdict decision, @Nullable String keptUntil) {}

    record DecideAsked(String documentId, @Nullable String siteId, Decide body) implements OnSite {}

    public void declare(Operations<Caller> api) {
        api.get("GetRetention", "/x/retention", InSite.class)
                .about("How long documents of each class are kept, and when documents were last looked at")
                .right(Rights.ADMIN_OR_GOVERN)
                .gives(
                        SchedulesView.class,
                        given -> schedules(disposals.store(given.by().site())));
        api.put("SetRetention", "/x/retention/{classificationId}", SetSchedule.class)
                .about("Says how long documents of a class are kept, and what happens then")
                .right(Rights.ADMIN_OR_GOVERN)
                .refuses(Kind.NOT_FOUND, Kind.INVALID)
                .changes(this::set)
                .gives(Message.class, (given, jobId) -> {
                    boolean unused = !jobId.isEmpty() && jobs.hasten(jobId);
                    return Reply.of(new Message("Retention set"));
                });
        api.delete("DeleteRetention", "/x/retention/{classificationId}", ByClass.class)
                .about("Has documents of a class kept without end again")
                .right(Rights.ADMIN_OR_GOVERN)
                .refuses(Kind.NOT_FOUND)
                .changes(this::delete)
                .gives(Message.class, (given, jobId) -> {
                    boolean unused = !jobId.isEmpty() && jobs.hasten(jobId);
                    return Reply.of(new Message("Retention deleted"));
                });
        api.get("GetDisposals", "/x/disposals", ListDisposals.class)
                .about("The documents whose time has come or is about to, the first first")
                .right(Rights.ADMIN_OR_GOVERN)
                .refuses(Kind.INVALID)
                .gives(DisposalsView.class, this::list);
        api.post("DecideDisposal", "/x/disposals/{documentId}", DecideAsked.class)
                .about("Keeps a document until a later day, or deletes one for good whose time has come")
                .right(Rights.ADMIN_OR_GOVERN)
                .refuses(Kind.NOT_FOUND, Kind.INVALID, Kind.CONFLICT)
                .gives(Message.class, this::decide);
    }

    private static SchedulesView schedules(ItemStore store) {
        LookView look = store.get(RetentionRows.LOOK_OF_SITE.of())
                .map(row -> new LookView(
                        row.startedAt() == null ? null : Dates.text(row.startedAt()),
                        row.endedAt() == null ? null : Dates.text(row.endedAt()),
                        row.looked(),
                        row.undated()))
                .orElse(null);
        return new SchedulesView(
                Disposals.schedules(store).values().stream()
                        .sorted(Comparator.comparing(Schedule::classificationId))
                        .map(each -> new ScheduleView(
                                each.classificationId(),
                                each.years(),
                                each.dateAttribute(),
                                each.outcome(),
                                each.noticeDays(),
                                each.changedBy(),
                                Dates.text(each.changedAt())))
                        .toList(),
                look);
    }

    private Decision<String> set(Given<Caller, SetSchedule> given) {
        String site = given.by().site();
        ItemStore store = disposals.store(site);
        String classId = given.asked().classificationId();
        NewSchedule asked = given.asked().body();
        boolean isClass = classId.indexOf('#') < 0
                && store.stored(Schemas.CLASSIFICATION_BY_ID.of(classId, EffectiveSchema.DOCUMENT))
                        .isPresent();
        if (!isClass) {
            throw Refusals.notFound("Classification '" + classId + "' not found");
        }
        int years = asked.years() == null ? 0 : asked.years();
        int notice = asked.noticeDays() == null ? NOTICE : asked.noticeDays();
        String key = asked.dateAttribute() == null || asked.dateAttribute().isEmpty() ? null : asked.dateAttribute();
        Outcome outcome = asked.outcome() == null ? Outcome.REVIEW : asked.outcome();
        boolean hasText = key == null
                || key.indexOf('#') < 0
                        && store.get(Attributes.ATTRIBUTE_BY_KEY.of(key))
                                .filter(definition -> definition.dataType() == DataType.STRING)
                                .isPresent();
        new Refusals()
                .addIf(years < 1 || years > YEARS_MAX, "years", "must be from 1 to " + YEARS_MAX)
                .addIf(notice < 1 || notice > DAYS_MAX, "noticeDays", "must be from 1 to " + DAYS_MAX)
                .addIf(!hasText, "dateAttribute", "attribute '" + key + "' is no attribute with texts")
                .check();
        Optional<Stored<Look>> running = store.stored(RetentionRows.LOOK_OF_SITE.of());
        String jobId = running.map(row -> row.record().jobId()).orElseGet(Jobs::newId);
        Decision<String> decision = Decision.of(jobId)
                .check(Schemas.CLASSIFICATION_BY_ID.of(classId, EffectiveSchema.DOCUMENT), Expect.PRESENT)
                .put(
                        RetentionRows.SCHEDULE,
                        new Schedule(
                                classId,
                                years,
                                key,
                                outcome,
                                notice,
                                given.by().user(),
                                given.at().truncatedTo(ChronoUnit.SECONDS)));
        return running.isPresent()
                ? decision.check(RetentionRows.LOOK_OF_SITE.of(), Expect.equal("jobId", jobId))
                : decision.create(RetentionRows.LOOK, new Look(jobId, null, List.of(), null, null, 0, 0))
                        .job(jobId, LOOK, site, new RetentionLook.Site(site), java.time.Duration.ZERO);
    }

    private Decision<String> delete(Given<Caller, ByClass> given) {
        ItemStore store = disposals.store(given.by().site());
        String classId = given.asked().classificationId();
        Stored<Schedule> before = store.stored(RetentionRows.SCHEDULE_OF_CLASS.of(classId))
                .orElseThrow(() -> Refusals.notFound("Retention of '" + classId + "' not found"));
        return Decision.of(store.get(RetentionRows.LOOK_OF_SITE.of())
                        .map(Look::jobId)
                        .orElse(""))
                .delete(RetentionRows.SCHEDULE, before);
    }

    private DisposalsView list(Given<Caller, ListDisposals> given) {
        ItemStore store = disposals.store(given.by().site());
        List<Disposal> listed = new ArrayList<>(store.first(RetentionRows.DISPOSALS.of(), LISTED_MAX));
        listed.sort(Comparator.comparing(Disposal::due).thenComparing(Disposal::documentId));
        Map<String, Schedule> schedules = Disposals.schedules(store);
        Pages.Listing<Disposal> page = pages.of(
                pages.asked(
                        given.by(),
                        "GetDisposals",
                        List.of(),
                        given.asked().limit(),
                        given.asked().next(),
                        null),
                listed);
        return new DisposalsView(
                page.next(),
                page.items().stream().map(each -> view(store, schedules, each)).toList());
    }

    private DisposalView view(ItemStore store, Map<String, Schedule> schedules, Disposal disposal) {
        Optional<Document> document = disposals.document(store, disposal.documentId());
        return new DisposalView(
                disposal.documentId(),
                document.map(Document::path).orElse(null),
                disposal.classificationId(),
                disposal.due(),
                disposal.outcome(),
                state(store, schedules, disposal),
                Dates.text(disposal.listedAt()),
                disposal.keptUntil(),
                disposal.decidedBy());
    }

    private State state(ItemStore store, Map<String, Schedule> schedules, Disposal disposal) {
        if (Disposals.isHeld(store, disposal.documentId())) {
            return State.HELD;
        }
        LocalDate today = disposals.today();
        if (disposal.keptUntil() != null && today.isBefore(LocalDate.parse(disposal.keptUntil()))) {
            return State.KEPT;
        }
        if (!disposals.isOver(disposal, notice(schedules, disposal))) {
            return State.UPCOMING;
        }
        return switch (disposal.outcome()) {
            case NOTHING -> State.EXPIRED;
            case REVIEW -> State.REVIEW;
            case PURGE -> State.PURGE;
        };
    }

    private static int notice(Map<String, Schedule> schedules, Disposal disposal) {
        Schedule schedule = schedules.get(disposal.classificationId());
        return schedule == null ? DAYS_MAX : schedule.noticeDays();
    }

    private Message decide(Given<Caller, DecideAsked> given) {
        String documentId = given.asked().documentId();
        String site = given.by().site();
        ItemStore store = disposals.store(site);
        Decide asked = given.asked().body();
        Stored<Disposal> before = store.stored(RetentionRows.DISPOSAL_OF_DOCUMENT.of(documentId))
                .orElseThrow(() -> Refusals.noDocument(documentId));
        if (asked.decision() == null) {
            throw Refusals.of("decision", "'decision' is required");
        }
        if (asked.decision() == Verdict.KEEP) {
            disposals.keep(store, before, until(asked), given.by().user());
            return new Message("Document kept until " + asked.keptUntil());
        }
        if (!disposals.isOver(before.record(), notice(Disposals.schedules(store), before.record()))) {
            throw Refusals.conflict("the time of this document has not come");
        }
        if (Disposals.isHeld(store, documentId)
                || !disposals.purge(site, documentId, given.by().actor())) {
            throw Refusals.conflict("document is under legal hold");
        }
        return new Message("'" + documentId + "' object deleted all versions");
    }

    private String until(Decide asked) {
        String text = asked.keptUntil() == null ? "" : asked.keptUntil();
        Optional<LocalDate> day = text.length() == 10 ? Due.date(text) : Optional.empty();
        new Refusals()
                .addIf(day.isEmpty(), "keptUntil", "must be a day such as 2031-03-03")
                .addIf(
                        day.isPresent() && !day.get().isAfter(disposals.today()),
                        "keptUntil",
                        "must be later than today")
                .addIf(
                        day.isPresent() && day.get().isAfter(disposals.today().plusYears(YEARS_MAX)),
                        "keptUntil",
                        "must be within " + YEARS_MAX + " years")
                .check();
        return text;
    }
}
