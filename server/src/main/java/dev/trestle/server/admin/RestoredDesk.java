package dev.trestle.server.admin;

import dev.trestle.engine.Engine;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Reply;
import dev.trestle.server.admin.HostedSystems.TableUse;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/**
 * Tables that were restored from backups: swapped in, or deleted. A swap exchanges what two tables hold, so the other one has what was there
 * before, and a second swap undoes the first. While a system runs, its table is swapped at the next start.
 */
final class RestoredDesk {
    private final DynamoDbClient items;
    private final Optional<LocalStore> local;
    private final HostedSystems hosted;

    RestoredDesk(DynamoDbClient items, Optional<LocalStore> local, HostedSystems hosted) {
        this.items = items;
        this.local = local;
        this.hosted = hosted;
    }

    record ByTable(String table) {}

    record Swap(String table, String copy) {}

    record SwapTable(Swap body) {}

    void addTo(Desk desk) {
        desk.act("deleteTable", ByTable.class, ByTable::table, (call, q) -> {
                    delete(q.table());
                    return null;
                })
                .act(
                        "swapTable",
                        SwapTable.class,
                        q -> q.body().table() + " with " + q.body().copy(),
                        (call, q) -> swap(q.body()))
                .act("cancelSwap", ByTable.class, ByTable::table, (call, q) -> {
                    if (!swaps().remove(q.table())) {
                        throw ApiException.notFound("No swap of this table waits.");
                    }
                    return null;
                });
    }

    private PendingSwaps swaps() {
        return new PendingSwaps(store().data());
    }

    private LocalStore store() {
        return local.filter(store -> store.engine() != null)
                .orElseThrow(() -> ApiException.conflict(
                        "Only tables on this machine can be swapped. In DynamoDB, restore under the name that the system uses.",
                        null));
    }

    /** The copy that waits to take the place of a table, by table. */
    static Map<String, String> waiting(Optional<LocalStore> local) {
        return local.filter(store -> store.engine() != null)
                .map(store -> new PendingSwaps(store.data()).all())
                .orElse(Map.of());
    }

    private void delete(String table) {
        hosted.user(table).ifPresent(use -> {
            throw ApiException.conflict(
                    table + " is the table of " + use.system() + ". Only tables that no system uses are deleted here.",
                    null);
        });
        waiting(local).forEach((swapped, copy) -> {
            if (copy.equals(table)) {
                throw ApiException.conflict(
                        table + " takes the place of " + swapped + " at the next start. Cancel that first.", null);
            }
        });
        items.deleteTable(request -> request.tableName(table));
    }

    private Reply swap(Swap wanted) {
        TableDescription table = describe(wanted.table());
        TableDescription copy = describe(wanted.copy());
        LocalStore store = store();
        TableUse use = hosted.user(wanted.table())
                .orElseThrow(() -> ApiException.conflict(wanted.table() + " is the table of no system.", null));
        if (use.support()) {
            throw ApiException.conflict(
                    wanted.table() + " holds what only " + use.system()
                            + " keeps consistent with its other tables. Restore a copy of the whole store instead.",
                    null);
        }
        if (hosted.user(wanted.copy()).isPresent() || !isCopyOf(copy, table)) {
            throw ApiException.conflict(
                    wanted.copy() + " was not restored from a backup of " + wanted.table() + ".", null);
        }
        if (!shape(table).equals(shape(copy)) || !table.keySchema().equals(copy.keySchema())) {
            throw ApiException.conflict(
                    wanted.copy() + " has other keys or indexes than " + wanted.table()
                            + " has now. Read it, and take over the items that you need.",
                    null);
        }
        if (use.running()) {
            new PendingSwaps(store.data()).add(wanted.table(), wanted.copy());
            return Reply.of(Map.of("state", "AT_NEXT_START", "system", use.system()))
                    .status(202);
        }
        Engine engine = Objects.requireNonNull(store.engine());
        engine.swapTables(wanted.table(), wanted.copy());
        return Reply.of(Map.of("state", "DONE", "system", use.system()));
    }

    private TableDescription describe(String name) {
        return items.describeTable(request -> request.tableName(name)).table();
    }

    /** Whether a table was made of a backup of another. */
    static boolean isCopyOf(TableDescription copy, TableDescription table) {
        return copy.restoreSummary() != null
                && Objects.equals(copy.restoreSummary().sourceTableArn(), table.tableArn());
    }

    private static Set<Object> shape(TableDescription table) {
        Set<Object> indexes = table.globalSecondaryIndexes().stream()
                .map(index -> Map.of("name", index.indexName(), "key", index.keySchema(), "has", index.projection()))
                .collect(Collectors.toSet());
        table.localSecondaryIndexes()
                .forEach(index -> indexes.add(
                        Map.of("name", index.indexName(), "key", index.keySchema(), "has", index.projection())));
        return indexes;
    }
}
