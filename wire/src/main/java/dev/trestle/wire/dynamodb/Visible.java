package dev.trestle.wire.dynamodb;

import dev.trestle.engine.Engine;
import dev.trestle.engine.api.BackupDescription;
import dev.trestle.engine.api.ListBackups;
import dev.trestle.engine.api.ListStreams;
import dev.trestle.engine.api.ListTables;
import dev.trestle.wire.access.Grant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Lists without what the signer may not reach. Pages are as full as those of a store that has nothing else. */
final class Visible {
    private static final int PAGE = 100;

    private final Engine engine;

    Visible(Engine engine) {
        this.engine = engine;
    }

    /** A page of the engine's: what is on it, and where the next one begins. */
    private record Page<T>(List<T> entries, @Nullable String next) {}

    ListTables.Result tables(ListTables asked, Grant grant) {
        if (grant.isUnlimited()) {
            return engine.listTables(asked);
        }
        int limit = limit(asked.limit());
        List<String> names = collect(
                limit,
                asked.exclusiveStartTableName(),
                start -> {
                    ListTables.Result page = engine.listTables(new ListTables(start, asked.limit()));
                    return new Page<>(page.tableNames(), page.lastEvaluatedTableName());
                },
                grant.tables()::has);
        List<String> page = first(names, limit);
        return new ListTables.Result(page, names.size() > limit ? page.get(limit - 1) : null);
    }

    ListStreams.Result streams(ListStreams asked, Grant grant) {
        if (grant.isUnlimited()) {
            return engine.listStreams(asked);
        }
        int limit = limit(asked.limit());
        List<ListStreams.Stream> found = collect(
                limit,
                asked.exclusiveStartStreamArn(),
                start -> {
                    ListStreams.Result page =
                            engine.listStreams(new ListStreams(asked.tableName(), asked.limit(), start));
                    return new Page<>(page.streams(), page.lastEvaluatedStreamArn());
                },
                stream -> grant.tables().has(stream.tableName()));
        List<ListStreams.Stream> page = first(found, limit);
        return new ListStreams.Result(
                page, found.size() > limit ? page.get(limit - 1).streamArn() : null);
    }

    ListBackups.Result backups(ListBackups asked, Grant grant) {
        if (grant.isUnlimited()) {
            return engine.listBackups(asked);
        }
        int limit = limit(asked.limit());
        List<BackupDescription> found = collect(
                limit,
                asked.exclusiveStartBackupArn(),
                start -> {
                    ListBackups.Result page = engine.listBackups(new ListBackups(
                            asked.tableName(),
                            asked.limit(),
                            asked.timeRangeLowerBound(),
                            asked.timeRangeUpperBound(),
                            start,
                            asked.backupType()));
                    return new Page<>(page.backups(), page.lastEvaluatedBackupArn());
                },
                backup -> grant.tables().has(backup.sourceTable().tableName()));
        List<BackupDescription> page = first(found, limit);
        return new ListBackups.Result(
                page, found.size() > limit ? page.get(limit - 1).backupArn() : null);
    }

    /** A limit that makes no sense is refused by the engine, which is asked for the first page with it. */
    private static int limit(@Nullable Integer asked) {
        return asked == null ? PAGE : asked;
    }

    /** One more than the limit, to tell whether another page follows; each step goes on behind the last, so that it ends. */
    private static <T> List<T> collect(
            int limit, @Nullable String from, Function<@Nullable String, Page<T>> fetch, Predicate<T> isVisible) {
        List<T> found = new ArrayList<>();
        String start = from;
        do {
            Page<T> page = fetch.apply(start);
            page.entries().stream().filter(isVisible).forEach(found::add);
            start = page.next();
        } while (start != null && found.size() <= limit);
        return found;
    }

    private static <T> List<T> first(List<T> found, int limit) {
        return found.size() > limit ? found.subList(0, limit) : found;
    }
}
