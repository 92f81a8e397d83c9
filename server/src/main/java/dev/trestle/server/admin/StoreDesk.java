package dev.trestle.server.admin;

import dev.trestle.engine.Engine;
import dev.trestle.engine.api.CreateTable;
import dev.trestle.engine.api.DiskSpace;
import dev.trestle.engine.api.ExportTable;
import dev.trestle.engine.api.ImportTable;
import dev.trestle.engine.api.TransferProgress;
import dev.trestle.engine.verify.VerifyReport;
import dev.trestle.objects.ObjectStore;
import dev.trestle.objects.api.VerifyResult;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Call;
import dev.trestle.platform.api.Page;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.api.Reply;
import dev.trestle.platform.audit.Act.Area;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The whole of what this machine keeps: copied, proved sound, and tables as files. A request names directories, never paths: they lie in
 * the data directory, and nothing else is read or written.
 */
final class StoreDesk {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,99}");

    private final Optional<LocalStore> local;
    private final Tasks tasks;

    StoreDesk(Optional<LocalStore> local, Tasks tasks) {
        this.local = local;
        this.tasks = tasks;
    }

    record Named(String name) {}

    record CreateCopy(Named body) {}

    record Verify(@Nullable Boolean contents) {}

    record VerifyStore(Verify body) {}

    record Export(String table, String name, @Nullable Integer level) {}

    record ExportStore(Export body) {}

    record Import(
            String name,
            @Nullable String table,
            @Nullable String key,
            @Nullable String sort) {}

    record ImportStore(Import body) {}

    /** The room of the data directory's disk. */
    record Disk(String state, long freeBytes, long warnBytes, long stopBytes) {
        static Disk of(DiskSpace space) {
            return new Disk(
                    space.state().name().toLowerCase(Locale.ROOT),
                    space.usableBytes(),
                    space.lowBytes(),
                    space.floorBytes());
        }
    }

    void addTo(Desk desk) {
        desk.look("getDisk", AdminApi.None.class, (call, q) -> Disk.of(store().diskSpace()))
                .look("listCopies", AdminApi.None.class, (call, q) -> new Page<>(Copies.list(store().backups()), null))
                .act("createCopy", Area.BACKUP, CreateCopy.class, q -> q.body().name(), this::copy)
                .act("deleteCopy", Area.BACKUP, Named.class, Named::name, (call, q) -> {
                    Copies.delete(store().backups(), checked(q.name()));
                    return null;
                })
                .act("verifyStore", Area.BACKUP, VerifyStore.class, q -> "", this::verify)
                .act(
                        "exportTable",
                        Area.BACKUP,
                        ExportStore.class,
                        q -> q.body().table() + " to " + q.body().name(),
                        this::export)
                .act(
                        "importTable",
                        Area.BACKUP,
                        ImportStore.class,
                        q -> q.body().name(),
                        this::importTable);
    }

    private LocalStore store() {
        return local.orElseThrow(() -> ApiException.conflict(
                "This server keeps nothing on its own machine. AWS's own backups and exports are for what is in AWS.",
                null));
    }

    private Engine engine() {
        Engine engine = store().engine();
        if (engine == null) {
            throw itemsElsewhere();
        }
        return engine;
    }

    private static ApiException itemsElsewhere() {
        return ApiException.conflict(
                "This server's items are in DynamoDB, not on its machine. Tables there are backed up one by one.",
                null);
    }

    private static String checked(String name) {
        if (!NAME.matcher(name).matches()) {
            throw ApiException.invalid("name", "must be letters, digits, _ and -, at most 100")
                    .withCode("copy-name");
        }
        return name;
    }

    private static Reply begun(Tasks.View task) {
        return Reply.of(task).status(202);
    }

    private Reply copy(Call call, CreateCopy q) throws IOException {
        LocalStore store = store();
        if (store.engine() == null) {
            throw itemsElsewhere();
        }
        Path target = store.backups().resolve(checked(q.body().name()));
        if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            throw ApiException.conflict("There is a copy of that name already.", null)
                    .withCode("copy-exists");
        }
        Files.createDirectories(store.backups());
        return begun(tasks.begin("backup", target.getFileName().toString(), Desk.by(call), "bytes", progress -> {
            store.copier().copyTo(target, progress::at);
            long bytes = FileBytes.below(target);
            progress.at(bytes, bytes);
            return Map.of("directory", target.toString(), "bytes", bytes);
        }));
    }

    private Reply verify(Call call, VerifyStore q) {
        Engine engine = engine();
        ObjectStore objects = store().objects();
        boolean contents = q.body().contents() == null || q.body().contents();
        return begun(tasks.begin("verify", "", Desk.by(call), "items", progress -> {
            long total = LocalStore.entries(engine);
            VerifyReport report = engine.verify(done -> progress.at(Math.min(done, total), total));
            Map<String, Object> result = new LinkedHashMap<>();
            result.put("tables", report.tables());
            result.put("items", report.items());
            result.put("indexEntries", report.indexEntries());
            result.put("expiryEntries", report.expiryEntries());
            result.put("streamRecords", report.streamRecords());
            List<String> problems = new ArrayList<>(report.problems());
            long count = report.problemCount();
            if (objects != null) {
                VerifyResult found = objects.verify(contents);
                result.put("buckets", found.buckets());
                result.put("objects", found.objects());
                result.put("versions", found.versions());
                result.put("uploads", found.uploads());
                result.put("blobs", found.blobs());
                result.put("blobBytes", found.blobBytes());
                problems.addAll(found.problems());
                count += found.problemCount();
            }
            result.put("problemCount", count);
            result.put("problems", problems);
            progress.at(total, total);
            return result;
        }));
    }

    private Reply export(Call call, ExportStore q) throws IOException {
        Engine engine = engine();
        Export wanted = q.body();
        engine.describeTable(wanted.table()); // a name that is wrong is told at once
        Path target = store().transfers().resolve(checked(wanted.name()));
        Files.createDirectories(target);
        int level = wanted.level() == null ? ExportTable.FAST : wanted.level();
        return begun(tasks.begin("export", wanted.table(), Desk.by(call), "items", progress -> {
            ExportTable.Result result =
                    engine.exportTable(new ExportTable(wanted.table(), target, level, listener(progress)));
            Map<String, Object> made = new LinkedHashMap<>();
            made.put("directory", result.directory().toString());
            made.put("exportTime", result.exportTime());
            made.put("resumed", result.resumed());
            made.put("files", result.files());
            made.put("items", result.items());
            made.put("jsonBytes", result.jsonBytes());
            made.put("fileBytes", result.fileBytes());
            return made;
        }));
    }

    private Reply importTable(Call call, ImportStore q) {
        Engine engine = engine();
        Import wanted = q.body();
        Path source = store().transfers().resolve(checked(wanted.name()));
        if (!Files.isDirectory(source)) {
            throw ApiException.notFound(
                    "There is no directory " + source + " on the server's machine. Put the export there.");
        }
        CreateTable definition = definition(wanted);
        return begun(tasks.begin("import", wanted.name(), Desk.by(call), "items", progress -> {
            ImportTable.Result result =
                    engine.importTable(new ImportTable(source, wanted.table(), definition, listener(progress)));
            Map<String, Object> made = new LinkedHashMap<>();
            made.put("table", result.tableName());
            made.put("created", result.created());
            made.put("files", result.files());
            made.put("items", result.items());
            made.put("resumedItems", result.resumedItems());
            made.put("jsonBytes", result.jsonBytes());
            made.put("fileBytes", result.fileBytes());
            return made;
        }));
    }

    private static @Nullable CreateTable definition(Import wanted) {
        try {
            return NewTable.of(wanted.table(), wanted.key(), wanted.sort());
        } catch (IllegalArgumentException e) {
            throw ApiException.of(Kind.INVALID, String.valueOf(e.getMessage()));
        }
    }

    private static TransferProgress.Listener listener(Tasks.Progress progress) {
        return now -> progress.at(now.items(), now.itemsTotal());
    }
}
