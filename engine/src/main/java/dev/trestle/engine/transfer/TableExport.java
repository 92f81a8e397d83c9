package dev.trestle.engine.transfer;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.ErrorCode;
import dev.trestle.engine.api.ExportTable;
import dev.trestle.engine.api.TableDescription;
import dev.trestle.engine.api.TransferProgress;
import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.store.Counters;
import dev.trestle.engine.store.Cursor;
import dev.trestle.engine.store.Family;
import dev.trestle.engine.store.Snapshot;
import dev.trestle.engine.store.Store;
import dev.trestle.engine.store.StoreException;
import dev.trestle.engine.table.Catalog;
import dev.trestle.engine.table.Keys;
import dev.trestle.engine.table.TableDef;
import dev.trestle.engine.table.Tables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Writes a table's items as files, as they were at one moment, on several threads: each data file holds the items of one range of
 * hashes. A finished file is kept; an export that was cut short goes on with the others, of the same moment (see {@link Moments}).
 */
public final class TableExport {
    private static final String WHAT = "export";
    private static final long HASHES = 1L << 32;
    /** Of items as DynamoDB counts them. What a crash costs is one file per thread. */
    private static final long FILE_BYTES = 16L * 1024 * 1024;

    private static final int FILES_MAX = 4096;
    private static final int ITEMS_BETWEEN_LOOKS = 256;

    private final Catalog catalog;
    private final Tables tables;
    private final Clock clock;
    private final Moments moments;

    public TableExport(Store store, Catalog catalog, Tables tables, Clock clock, @Nullable Path dataDirectory) {
        this.catalog = catalog;
        this.tables = tables;
        this.clock = clock;
        this.moments = new Moments(store, dataDirectory);
    }

    /** Finishes the export of this table to this place that was begun and not finished, or makes a new one. */
    public ExportTable.Result export(ExportTable request) {
        if (request.level() < 0 || request.level() > 9) {
            throw EngineException.validation("The level of gzip must be between 0 and 9, not " + request.level());
        }
        try {
            moments.forgetAbandoned();
            Instant now = clock.instant();
            Layout begun = claimUnfinished(request);
            Layout layout = begun == null ? begin(request, now) : begun;
            try {
                return new Run(request, layout, begun != null, now).run();
            } finally {
                moments.release(layout.exportId());
            }
        } catch (IOException e) {
            throw new StoreException(
                    "the table " + request.tableName() + " cannot be exported to " + request.target() + ": " + e, e);
        }
    }

    private @Nullable Layout claimUnfinished(ExportTable request) throws IOException {
        Path root = request.target().resolve(Layout.ROOT);
        if (!Files.isDirectory(root)) {
            return null;
        }
        List<Path> newestFirst;
        try (Stream<Path> found = Files.list(root)) {
            newestFirst = found.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path directory : newestFirst) {
            Layout layout = new Layout(directory);
            if (Files.exists(layout.state())
                    && moments.has(layout.exportId())
                    && ExportState.load(layout).tableName().equals(request.tableName())) {
                if (!moments.claim(layout.exportId())) {
                    throw EngineException.of(
                            ErrorCode.RESOURCE_IN_USE,
                            "The table " + request.tableName() + " is being exported to " + directory + " already");
                }
                return layout;
            }
        }
        return null;
    }

    private Layout begin(ExportTable request, Instant now) throws IOException {
        if (catalog.find(request.tableName()) == null) {
            throw noTable(request.tableName());
        }
        Layout layout = Layout.of(request.target(), Layout.newExportId(now));
        moments.claim(layout.exportId());
        boolean begun = false;
        try {
            DurableFiles.createDirectories(layout.data());
            DurableFiles.write(layout.started(), "");
            moments.keep(layout);
            begun = true;
            return layout;
        } finally {
            if (!begun) {
                moments.release(layout.exportId());
            }
        }
    }

    private static EngineException noTable(String name) {
        return EngineException.of(
                ErrorCode.RESOURCE_NOT_FOUND, "Requested resource not found: Table: " + name + " not found");
    }

    /** One call's work on one export. */
    private final class Run {
        private final ExportTable request;
        private final Layout layout;
        private final boolean resumed;
        private final Instant now;
        private final AtomicLong items = new AtomicLong();
        private final AtomicLong jsonBytes = new AtomicLong();
        private final AtomicLong fileBytes = new AtomicLong();
        private final Map<Integer, DataFile.Summary> finished = new ConcurrentSkipListMap<>();

        Run(ExportTable request, Layout layout, boolean resumed, Instant now) {
            this.now = now;
            this.request = request;
            this.layout = layout;
            this.resumed = resumed;
        }

        ExportTable.Result run() throws IOException {
            ExportState state;
            try (Moments.Moment moment = moments.open(layout.exportId())) {
                TableDef table = find(moment.snapshot());
                Counters.Count total = Counters.read(moment.snapshot(), table.id());
                state = state(table, total);
                ExportState.done(layout).forEach(this::finish);
                finished.values().forEach(this::count);
                List<Workers.Task> tasks = new ArrayList<>();
                for (int number = 0; number < state.files(); number++) {
                    if (!finished.containsKey(number)) {
                        tasks.add(task(moment.snapshot(), table.id(), state, number));
                    }
                }
                Workers.run(WHAT, tasks, () -> request.listener().goOn(progress(total.items())));
                writeManifests(table, total, state);
            }
            Files.deleteIfExists(layout.done());
            Files.deleteIfExists(layout.state());
            moments.forget(layout.exportId());
            request.listener().goOn(progress(items.get()));
            return new ExportTable.Result(
                    layout.exportId(),
                    layout.directory(),
                    state.exportTime(),
                    resumed,
                    state.files(),
                    items.get(),
                    jsonBytes.get(),
                    fileBytes.get());
        }

        private TableDef find(Snapshot snapshot) {
            return Catalog.load(snapshot).stream()
                    .filter(table -> table.name().equals(request.tableName()))
                    .findFirst()
                    .orElseThrow(() -> noTable(request.tableName()));
        }

        private ExportState state(TableDef table, Counters.Count total) throws IOException {
            if (Files.exists(layout.state())) {
                return ExportState.load(layout);
            }
            int files = (int) Math.min(FILES_MAX, total.bytes() / FILE_BYTES + 1);
            ExportState state = new ExportState(table.name(), now, now, files, request.level());
            DurableFiles.write(layout.definition(), TableDefinition.text(table) + "\n");
            state.save(layout);
            return state;
        }

        private Workers.Task task(Snapshot snapshot, int tableId, ExportState state, int number) {
            byte[] from = Keys.start(tableId, HASHES * number / state.files());
            byte[] to = Keys.start(tableId, HASHES * (number + 1) / state.files());
            return stopped -> {
                DataFile.Summary file = write(snapshot, from, to, number, state.level(), stopped);
                if (file != null) {
                    ExportState.markDone(layout, number, file);
                    finish(number, file);
                }
            };
        }

        /** Null if it was stopped. */
        private DataFile.@Nullable Summary write(
                Snapshot snapshot, byte[] from, byte[] to, int number, int level, BooleanSupplier stopped)
                throws IOException {
            try (DataFile file = new DataFile(layout.dataFile(number), level);
                    Cursor cursor = snapshot.walk(Family.ITEMS, from, to)) {
                int sinceLook = 0;
                long json = 0;
                long bytes = 0;
                while (cursor.next()) {
                    file.write(StoredItem.ofBytes(cursor.value()));
                    if (++sinceLook == ITEMS_BETWEEN_LOOKS) {
                        items.addAndGet(sinceLook);
                        jsonBytes.addAndGet(file.jsonBytes() - json);
                        fileBytes.addAndGet(file.fileBytes() - bytes);
                        json = file.jsonBytes();
                        bytes = file.fileBytes();
                        sinceLook = 0;
                        if (stopped.getAsBoolean()) {
                            return null;
                        }
                    }
                }
                DataFile.Summary summary = file.finish();
                items.addAndGet(sinceLook);
                jsonBytes.addAndGet(summary.jsonBytes() - json);
                fileBytes.addAndGet(summary.fileBytes() - bytes);
                return summary;
            }
        }

        private void finish(int number, DataFile.Summary file) {
            finished.put(number, file);
        }

        private void count(DataFile.Summary file) {
            items.addAndGet(file.items());
            jsonBytes.addAndGet(file.jsonBytes());
            fileBytes.addAndGet(file.fileBytes());
        }

        private TransferProgress progress(long total) {
            return new TransferProgress(items.get(), total, jsonBytes.get(), fileBytes.get());
        }

        private void writeManifests(TableDef table, Counters.Count total, ExportState state) throws IOException {
            if (items.get() != total.items()) {
                throw new StoreException(
                        "the export holds " + items.get() + " items where the table counts " + total.items()
                                + "; it was left incomplete. Run verify on the store",
                        null);
            }
            TableDescription description = tables.describe(table);
            Manifests.write(
                    layout,
                    finished,
                    new Manifests.About(
                            description.tableArn(),
                            table.uuid(),
                            state.exportTime(),
                            state.startTime(),
                            clock.instant(),
                            total.bytes()));
        }
    }
}
