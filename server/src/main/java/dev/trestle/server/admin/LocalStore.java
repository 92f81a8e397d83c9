package dev.trestle.server.admin;

import dev.trestle.engine.Engine;
import dev.trestle.engine.api.DiskSpace;
import dev.trestle.engine.api.ListTables;
import dev.trestle.engine.api.TableDescription;
import dev.trestle.objects.ObjectStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is kept in a data directory.
 *
 * @param engine null if the items are elsewhere
 * @param objects null if the objects are elsewhere
 * @param copier makes a whole copy
 */
public record LocalStore(
        Path data, @Nullable Engine engine, @Nullable ObjectStore objects, Copier copier) {
    private static final String BACKUPS = "backups";
    private static final String TRANSFERS = "transfers";

    /** Copies everything that is kept into a directory that is not there yet. */
    public interface Copier {
        void copyTo(Path target, Watcher watcher) throws IOException;
    }

    /** Told now and then how far a copy is. */
    public interface Watcher {
        void at(long bytesDone, long bytesTotal);
    }

    /** How much room the data directory's disk has. */
    DiskSpace diskSpace() {
        return engine != null ? engine.diskSpace() : objects != null ? objects.diskSpace() : DiskSpace.IN_MEMORY;
    }

    /** What a whole copy of a data directory has to hold, in bytes: copies and exports that lie in it are not copied again. */
    public static long bytesToCopy(Path data) {
        return FileBytes.below(data, Set.of(data.resolve(BACKUPS), data.resolve(TRANSFERS)));
    }

    /** Where copies of the whole store are, each in a directory of its own. */
    public Path backups() {
        return data.resolve(BACKUPS);
    }

    /** Where exports are, and where what is to be imported is looked for. */
    public Path transfers() {
        return data.resolve(TRANSFERS);
    }

    /** About how many entries there are in an engine's tables and indexes, for who wants to know how far a walk over them is. */
    public static long entries(Engine engine) {
        long entries = 0;
        String from = null;
        do {
            ListTables.Result names = engine.listTables(new ListTables(from, null));
            for (String name : names.tableNames()) {
                TableDescription table = engine.describeTable(name);
                entries += table.itemCount();
                entries += table.globalSecondaryIndexes().stream()
                        .mapToLong(index -> index.itemCount())
                        .sum();
                entries += table.localSecondaryIndexes().stream()
                        .mapToLong(index -> index.itemCount())
                        .sum();
            }
            from = names.lastEvaluatedTableName();
        } while (from != null);
        return entries;
    }
}
