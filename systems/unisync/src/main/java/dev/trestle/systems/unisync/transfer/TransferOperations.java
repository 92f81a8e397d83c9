package dev.trestle.systems.unisync.transfer;

import static dev.trestle.systems.unisync.people.Right.CREATE_SHOWSETS;
import static dev.trestle.systems.unisync.people.Right.READ;

import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.operation.Operations;
import dev.trestle.systems.unisync.model.User;
import dev.trestle.systems.unisync.people.Rights;
import dev.trestle.systems.unisync.transfer.ShowSetTransfer.Import;
import dev.trestle.systems.unisync.transfer.ShowSetTransfer.Imported;

/** The operations that import and export ShowSets. */
public final class TransferOperations {
    private static final String CSV = "text/csv";
    private static final long BYTES_MAX = 5L * 1024 * 1024;

    private final ShowSetTransfer transfer;

    public TransferOperations(ShowSetTransfer transfer) {
        this.transfer = transfer;
    }

    public void declare(Operations<User> operations) {
        operations
                .post("importShowSets", "/import", Import.class)
                .about(
                        "Creates the ShowSets of a table, all or none; with preview, only says what is wrong, row by row")
                .description(
                        "The columns are those of the export, the first three needed: the statuses of stages and the"
                                + " version numbers are kept. A table with a problem is refused: 400, or 409 if an id was taken"
                                + " meanwhile, with a violation for each, whose field is rows/ROW/COLUMN.")
                .right(Rights.of(CREATE_SHOWSETS))
                .takes(CSV)
                .bodyBytesMax(BYTES_MAX)
                .refuses(Kind.CONFLICT)
                .gives(Imported.class, given -> transfer.read(given.by(), given.at(), given.asked()));
        operations
                .get("exportShowSets", "/export")
                .about("All ShowSets as a table")
                .right(Rights.of(READ))
                .repliesBytes(given -> transfer.export(), CSV);
        operations
                .get("getImportTemplate", "/import/template")
                .about("A table with the columns of an import, and no rows")
                .right(Rights.of(READ))
                .repliesBytes(given -> transfer.template(), CSV);
    }
}
