package dev.trestle.systems.unisync.transfer;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Csv;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.api.Reply;
import dev.trestle.platform.jobs.JobContext;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.uploads.Announced;
import dev.trestle.platform.uploads.Announcement;
import dev.trestle.platform.uploads.Arrival;
import dev.trestle.platform.uploads.ArrivalLimits;
import dev.trestle.platform.uploads.Arrivals;
import dev.trestle.platform.work.LongWork;
import dev.trestle.platform.work.LongWorks;
import dev.trestle.platform.work.WorkException;
import dev.trestle.platform.work.WorkView;
import dev.trestle.systems.unisync.model.Area;
import dev.trestle.systems.unisync.model.ImportFile;
import dev.trestle.systems.unisync.model.ImportFile.State;
import dev.trestle.systems.unisync.model.ImportLine;
import dev.trestle.systems.unisync.model.ImportReport;
import dev.trestle.systems.unisync.model.ShowSet;
import dev.trestle.systems.unisync.model.ShowSetsTable;
import dev.trestle.systems.unisync.model.SupportTable;
import dev.trestle.systems.unisync.model.User;
import dev.trestle.systems.unisync.transfer.ImportRequests.AnnounceImport;
import dev.trestle.systems.unisync.transfer.ImportRequests.AnnouncedImport;
import dev.trestle.systems.unisync.transfer.ImportRequests.Preview;
import dev.trestle.systems.unisync.transfer.ImportRequests.PreviewImport;
import dev.trestle.systems.unisync.transfer.ImportRow.Problem;
import dev.trestle.systems.unisync.transfer.RowPlan.Outcome;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Imports of ShowSets from files. A file is announced, sent straight to the object store, previewed, and imported by {@link ImportWork}.
 * File and report are kept for a week.
 */
public final class Imports {
    static final String TYPE = "text/csv";

    private static final String FORGET = "forget-import";
    private static final Duration KEPT = Duration.ofDays(7);
    private static final Duration UPLOAD_LIFE = Duration.ofMinutes(15);
    private static final int OPEN_OF_ONE = 10;
    private static final int OPEN = 50;
    private static final ArrivalLimits LIMITS = ArrivalLimits.of(ImportFiles.BYTES_MAX, TYPE)
            .withLife(UPLOAD_LIFE, UPLOAD_LIFE)
            .withOpen(
                    new ArrivalLimits.Open(OPEN_OF_ONE, OPEN_OF_ONE * ImportFiles.BYTES_MAX),
                    new ArrivalLimits.Open(OPEN, OPEN * ImportFiles.BYTES_MAX));

    private final ItemStore relaxed;
    private final ItemStore store;
    private final ImportFiles files;
    private final RowPlanner planner;
    private final ImportWork work;
    private final LongWorks works;
    private final Arrivals arrivals;

    Imports(
            ItemStore store,
            ImportFiles files,
            RowPlanner planner,
            ImportWork work,
            LongWorks works,
            Arrivals arrivals) {
        this.relaxed = store;
        this.store = store.consistent();
        this.files = files;
        this.planner = planner;
        this.work = work;
        this.works = works.of(work.kind);
        this.arrivals = arrivals.of("import", LIMITS, arrival -> this.store, this::arrived);
    }

    record Forgotten(String importId, String key) {}

    void handleBy(JobRunner runner) {
        arrivals.takenBy(runner);
        runner.handle(FORGET, this::forget);
    }

    private void forget(JobContext job) {
        files.delete(job.payload(Forgotten.class).key());
    }

    Decision<AnnouncedImport> announce(Given<User, AnnounceImport> given) {
        String id = given.ids().random("imp_");
        String key = "imports/" + id + ".csv";
        Announced announced = arrivals.announce(
                given.call().principal(), Announcement.of("import", id, key).withType(TYPE));
        Instant now = given.at();
        ImportFile file = new ImportFile(
                id,
                given.by().userId(),
                given.asked().body().fileName(),
                key,
                announced.arrivalId(),
                State.AWAITED,
                null,
                null,
                now,
                now.plus(KEPT));
        return announced.in(Decision.of(new AnnouncedImport(
                        id, announced.put().url(), announced.put().headers(), announced.until()))
                .create(SupportTable.IMPORT_FILE, file)
                .job(FORGET, id, new Forgotten(id, key), KEPT));
    }

    private Decision<?> arrived(Arrival arrival) {
        Stored<ImportFile> read =
                store.stored(SupportTable.IMPORT_BY_ID.of(arrival.subject())).orElse(null);
        if (read == null) {
            return Decision.done(); // it has expired
        }
        boolean isTaken = arrival.found() != null;
        State refused = arrival.refusal() == null ? State.EXPIRED : State.REFUSED;
        String refusal =
                arrival.refusal() == null ? null : arrival.refusal().code().name();
        ImportFile after = read.record()
                .with(to -> to.state(isTaken ? State.READY : refused).refusal(refusal));
        return Decision.done().replace(SupportTable.IMPORT_FILE, read, after);
    }

    /** A file as it is now: what has just arrived is seen. */
    ImportFile settled(ImportFile file) {
        if (file.state() != State.AWAITED) {
            return file;
        }
        arrivals.settle(file.arrivalId());
        return store.get(SupportTable.IMPORT_BY_ID.of(file.importId())).orElse(file);
    }

    private ImportRows rows(ImportFile read) {
        ImportFile file = settled(read);
        if (file.state() != State.READY) {
            throw ApiException.conflict("The file is not here: its state is " + file.state() + ".", file.state())
                    .withCode("import-not-ready");
        }
        try {
            return files.rows(file.key());
        } catch (WorkException e) {
            return new ImportRows(
                    List.of(),
                    List.of(new Problem(
                            null, e.code().toLowerCase(Locale.ROOT).replace('_', '-'), e.getMessage() + "")));
        }
    }

    /** What would become of each row now. */
    Preview preview(Given<User, PreviewImport> given, ImportFile file) {
        ImportRows table = rows(file);
        Map<String, ShowSet> known = showSets(table);
        Map<Outcome, Integer> counts = new EnumMap<>(Outcome.class);
        List<RowPlan.Line> lines = new ArrayList<>();
        PreviewImport asked = given.asked();
        Outcome only = asked.outcome();
        int passed = 0;
        for (ImportRow row : table.rows()) {
            RowPlan plan = planner.plan(
                    row, given.by(), given.at(), known.get(row.showSet().showSetId()));
            counts.merge(plan.outcome(), 1, Integer::sum);
            if (only != null && plan.outcome() != only) {
                continue;
            }
            if (passed >= asked.skip() && lines.size() < asked.limit()) {
                lines.add(plan.line());
            }
            passed++;
        }
        return new Preview(
                table.rows().size(),
                counts.getOrDefault(Outcome.CREATE, 0),
                counts.getOrDefault(Outcome.UPDATE, 0),
                counts.getOrDefault(Outcome.UNCHANGED, 0),
                counts.getOrDefault(Outcome.CONFLICT, 0),
                counts.getOrDefault(Outcome.REFUSED, 0),
                table.problems(),
                lines,
                passed);
    }

    private Map<String, ShowSet> showSets(ImportRows table) {
        Set<String> ids = new HashSet<>();
        table.rows().forEach(row -> ids.add(row.showSet().showSetId()));
        Map<String, ShowSet> known = new HashMap<>();
        for (Area area : ids.isEmpty() ? new Area[0] : Area.values()) {
            try (Stream<ShowSet> all =
                    relaxed.stream(ShowSetsTable.SHOWSETS_BY_AREA.of(area), ShowSetTransfer.SHOWSETS_MAX)) {
                all.filter(each -> ids.contains(each.showSetId())).forEach(each -> known.put(each.showSetId(), each));
            }
        }
        return known;
    }

    /** Begins to import a file, once. */
    Decision<WorkView> start(Given<User, ?> given, Stored<ImportFile> read) {
        ImportFile file = read.record();
        if (file.workId() != null) {
            throw ApiException.conflict("This file is imported already. Upload it again.", null)
                    .withCode("import-begun");
        }
        ImportRows table = rows(file);
        if (!table.problems().isEmpty() || table.rows().isEmpty()) {
            String why = table.problems().isEmpty()
                    ? "The file has no rows."
                    : table.problems().get(0).message();
            throw ApiException.of(Kind.UNPROCESSABLE, why).withCode("import-no-table");
        }
        LongWork begun = works.prepare(
                given.call().principal(),
                work.kind,
                file.fileName(),
                new ImportWork.Asked(file.importId(), given.by().userId()));
        return works.begin(Decision.of(works.view(begun)), begun)
                .replace(
                        SupportTable.IMPORT_FILE,
                        read,
                        file.with(to -> to.workId(begun.workId()).state(State.READY)),
                        "workId");
    }

    /** What became of each row that is done, as a table. */
    Reply report(ImportFile file) {
        return Reply.stream(TYPE, -1, out -> {
                    out.write((Csv.BYTE_ORDER_MARK
                                    + Csv.line(List.of("row", "showSetId", "outcome", "changed", "problems")))
                            .getBytes(StandardCharsets.UTF_8));
                    try (Stream<ImportReport> pages =
                            store.stream(SupportTable.REPORTS_OF_IMPORT.of(file.importId()), ImportFiles.ROWS_MAX)) {
                        for (ImportReport page : (Iterable<ImportReport>) pages::iterator) {
                            write(page, out);
                        }
                    }
                })
                .header("content-disposition", "attachment; filename=\"import-report.csv\"");
    }

    private static void write(ImportReport page, OutputStream out) throws IOException {
        for (ImportLine line : page.lines()) {
            out.write(Csv.joined(List.of(
                            Integer.toString(line.row()),
                            Csv.text(line.showSetId()),
                            Csv.text(line.outcome()),
                            Csv.text(line.changed()),
                            Csv.text(line.problems())))
                    .getBytes(StandardCharsets.UTF_8));
        }
    }

    void close() {
        arrivals.close();
    }
}
