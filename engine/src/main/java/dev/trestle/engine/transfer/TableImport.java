package dev.trestle.engine.transfer;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.ErrorCode;
import dev.trestle.engine.api.CreateTable;
import dev.trestle.engine.api.ImportTable;
import dev.trestle.engine.api.KeySchemaElement;
import dev.trestle.engine.api.TransferProgress;
import dev.trestle.engine.store.Mutation;
import dev.trestle.engine.store.Store;
import dev.trestle.engine.store.StoreException;
import dev.trestle.engine.table.Catalog;
import dev.trestle.engine.table.TableDef;
import dev.trestle.engine.table.Tables;
import dev.trestle.engine.write.BulkWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Puts the items of an export into a table, several data files at a time. Each commit holds some items of one file and the note of how
 * many of its lines are in by then, so an import that was cut short goes on where it stopped, and puts nothing twice. A file whose
 * checksum is wrong is refused before any of its items is put.
 */
public final class TableImport {
    private static final String WHAT = "import";

    private final Store store;
    private final Catalog catalog;
    private final Tables tables;
    private final BulkWriter bulk;
    private final Set<Integer> underWay = ConcurrentHashMap.newKeySet();

    public TableImport(Store store, Catalog catalog, Tables tables, BulkWriter bulk) {
        this.store = store;
        this.catalog = catalog;
        this.tables = tables;
        this.bulk = bulk;
    }

    public ImportTable.Result importTable(ImportTable request) {
        try {
            ImportSource source = ImportSource.open(request.source());
            String name = request.tableName() != null ? request.tableName() : source.tableName();
            TableDefinition definition = request.definition() != null
                    ? new TableDefinition(request.definition(), null)
                    : source.definition();
            if (name == null) {
                throw EngineException.validation("The export in " + source.directory()
                        + " does not say which table it is of: give a table's name");
            }
            boolean created = catalog.find(name) == null;
            if (created) {
                create(source, name, definition);
            }
            TableDef table = catalog.require(name);
            checkKey(source, table, definition);
            if (!underWay.add(table.id())) {
                throw EngineException.of(
                        ErrorCode.RESOURCE_IN_USE, "Items are being imported into " + name + " already");
            }
            try {
                return new Run(request, source, table).run(created);
            } finally {
                underWay.remove(table.id());
            }
        } catch (IOException e) {
            throw new StoreException("the export in " + request.source() + " cannot be imported: " + e.getMessage(), e);
        }
    }

    private void create(ImportSource source, String name, @Nullable TableDefinition definition) {
        if (definition == null) {
            throw EngineException.validation("The export in " + source.directory() + " does not say how the table "
                    + name + " is made: create the table first, or give its keys");
        }
        CreateTable like = definition.create();
        CreateTable create = new CreateTable(
                name,
                like.attributeDefinitions(),
                like.keySchema(),
                like.localSecondaryIndexes(),
                like.globalSecondaryIndexes(),
                like.settings(),
                like.stream());
        tables.create(create, definition.expiryAttribute());
    }

    private void checkKey(ImportSource source, TableDef table, @Nullable TableDefinition definition) {
        List<KeySchemaElement> found = tables.describe(table).keySchema();
        if (definition != null && !Objects.equals(definition.create().keySchema(), found)) {
            throw EngineException.validation("The table " + table.name() + " has the key " + found + ", the export in "
                    + source.directory() + " is to have " + definition.create().keySchema());
        }
    }

    /** One call's work. */
    private final class Run {
        private final ImportTable request;
        private final ImportSource source;
        private final TableDef table;
        private final AtomicLong items = new AtomicLong();
        private final AtomicLong jsonBytes = new AtomicLong();
        private final AtomicLong fileBytes = new AtomicLong();

        Run(ImportTable request, ImportSource source, TableDef table) {
            this.request = request;
            this.source = source;
            this.table = table;
        }

        ImportTable.Result run(boolean created) throws IOException {
            long resumedItems = 0;
            List<Workers.Task> tasks = new ArrayList<>();
            List<byte[]> keys = new ArrayList<>();
            for (ImportSource.DataFileEntry file : source.files()) {
                byte[] key = ImportNote.key(table.id(), file);
                ImportNote note = ImportNote.read(store, key);
                keys.add(key);
                resumedItems += note.lines();
                jsonBytes.addAndGet(note.jsonBytes());
                long size = Files.size(file.path());
                if (note.lines() < file.items()) {
                    tasks.add(stopped -> {
                        new FileImport(bulk, table, file, key, note, this::count).run(stopped);
                        fileBytes.addAndGet(size);
                    });
                } else {
                    fileBytes.addAndGet(size);
                }
            }
            items.set(resumedItems);
            Workers.run(WHAT, tasks, () -> request.listener().goOn(progress()));
            removeNotes(keys);
            request.listener().goOn(progress());
            return new ImportTable.Result(
                    table.name(),
                    created,
                    source.files().size(),
                    items.get(),
                    resumedItems,
                    jsonBytes.get(),
                    fileBytes.get());
        }

        private void count(long moreItems, long moreJsonBytes) {
            items.addAndGet(moreItems);
            jsonBytes.addAndGet(moreJsonBytes);
        }

        private TransferProgress progress() {
            return new TransferProgress(items.get(), source.items(), jsonBytes.get(), fileBytes.get());
        }

        private void removeNotes(List<byte[]> keys) {
            Set<Integer> ids = catalog.all().stream().map(TableDef::id).collect(Collectors.toCollection(HashSet::new));
            List<Mutation> removals = ImportNote.removalOfOrphans(store, ids);
            keys.forEach(key -> removals.add(ImportNote.removal(key)));
            bulk.write(removals);
        }
    }
}
