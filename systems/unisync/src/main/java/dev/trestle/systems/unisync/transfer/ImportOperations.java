package dev.trestle.systems.unisync.transfer;

import static dev.trestle.systems.unisync.model.SupportTable.IMPORT_BY_ID;
import static dev.trestle.systems.unisync.people.Right.CREATE_SHOWSETS;
import static dev.trestle.systems.unisync.people.Right.READ;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.content.ObjectBucket;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.operation.Item;
import dev.trestle.platform.operation.Operations;
import dev.trestle.platform.time.Times;
import dev.trestle.platform.uploads.Arrivals;
import dev.trestle.platform.work.LongWorks;
import dev.trestle.platform.work.WorkOperations;
import dev.trestle.platform.work.WorkView;
import dev.trestle.systems.unisync.model.ImportFile;
import dev.trestle.systems.unisync.model.User;
import dev.trestle.systems.unisync.people.Rights;
import dev.trestle.systems.unisync.showsets.ShowSetChanges;
import dev.trestle.systems.unisync.showsets.ShowSets;
import dev.trestle.systems.unisync.transfer.ImportRequests.AnnounceImport;
import dev.trestle.systems.unisync.transfer.ImportRequests.AnnouncedImport;
import dev.trestle.systems.unisync.transfer.ImportRequests.ByImport;
import dev.trestle.systems.unisync.transfer.ImportRequests.ImportView;
import dev.trestle.systems.unisync.transfer.ImportRequests.Preview;
import dev.trestle.systems.unisync.transfer.ImportRequests.PreviewImport;

/** The operations that import a file in the background. An import is its owner's alone. */
public final class ImportOperations implements AutoCloseable {
    private static final Item<User, ImportFile> IMPORT = Item.<User, ImportFile>of("There is no such import.")
            .showing((who, file) -> ImportView.of(file))
            .atLeast(Role.OWNER, (who, file) -> file.userId().equals(who.userId()) ? Role.OWNER : null);

    private final Imports imports;
    private final LongWorks works;

    private enum Role {
        OWNER
    }

    /** What imports run on. */
    public record Parts(
            ItemStore store,
            ObjectBucket bucket,
            LongWorks works,
            Arrivals arrivals,
            ShowSets showSets,
            ShowSetChanges changes,
            Times times) {}

    public ImportOperations(Parts parts) {
        this.works = parts.works();
        ImportFiles files = new ImportFiles(parts.bucket());
        RowPlanner planner = new RowPlanner(parts.showSets(), parts.changes());
        ImportWork work =
                new ImportWork(parts.store(), files, planner, parts.showSets(), parts.changes(), parts.times());
        this.imports = new Imports(parts.store(), files, planner, work, works, parts.arrivals());
    }

    public void handleBy(JobRunner runner) {
        imports.handleBy(runner);
    }

    public void declare(Operations<User> operations) {
        operations
                .post("announceImport", "/imports", AnnounceImport.class)
                .about("Announces a table of ShowSets, which is sent to the address that this gives")
                .description(
                        "The columns are those of the export. A row of a new id creates a ShowSet. A row of one that is"
                                + " there changes the columns that differ, if its rowTag is still the ShowSet's: else it is a"
                                + " conflict. Commas or semicolons, UTF-8, at most " + ImportFiles.ROWS_MAX
                                + " rows and "
                                + ImportFiles.BYTES_MAX + " bytes.")
                .right(Rights.of(CREATE_SHOWSETS))
                .refuses(Kind.RATE_LIMITED)
                .created()
                .changes(AnnouncedImport.class, imports::announce);
        operations
                .get("getImport", "/imports/{importId}", ByImport.class)
                .about("An import, and whether its file has arrived")
                .right(Rights.of(CREATE_SHOWSETS))
                .on(IMPORT, given -> IMPORT_BY_ID.of(given.asked().importId()))
                .gives(ImportView.class, (given, read) -> ImportView.of(imports.settled(read.record())));
        operations
                .get("previewImport", "/imports/{importId}/preview", PreviewImport.class)
                .about("What an import would make of each row")
                .right(Rights.of(CREATE_SHOWSETS))
                .refuses(Kind.CONFLICT)
                .on(IMPORT, given -> IMPORT_BY_ID.of(given.asked().importId()))
                .gives(Preview.class, (given, read) -> imports.preview(given, read.record()));
        operations
                .post("startImport", "/imports/{importId}/start", ByImport.class)
                .about("Imports a file as long work: rows that can be imported are, the others are reported")
                .right(Rights.of(CREATE_SHOWSETS))
                .refuses(Kind.UNPROCESSABLE, Kind.RATE_LIMITED)
                .created()
                .on(IMPORT, given -> IMPORT_BY_ID.of(given.asked().importId()))
                .changes(WorkView.class, imports::start);
        operations
                .get("getImportReport", "/imports/{importId}/report", ByImport.class)
                .about("What became of each row that is imported by now, as a table")
                .right(Rights.of(CREATE_SHOWSETS))
                .on(IMPORT, given -> IMPORT_BY_ID.of(given.asked().importId()))
                .repliesBytes((given, read) -> imports.report(read.record()), Imports.TYPE);
        WorkOperations.declare(operations, works, Rights.of(READ));
    }

    @Override
    public void close() {
        imports.close();
    }
}
