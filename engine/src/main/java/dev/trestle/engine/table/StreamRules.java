package dev.trestle.engine.table;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.api.StreamSpecification;
import dev.trestle.engine.check.Required;
import dev.trestle.engine.store.Commit;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What a request's StreamSpecification means for a table. Changes are made within {@link Catalog#change}. */
final class StreamRules {
    private final Catalog catalog;

    StreamRules(Catalog catalog) {
        this.catalog = catalog;
    }

    static void check(@Nullable StreamSpecification given) {
        if (given == null) {
            return;
        }
        String view = given.streamViewType();
        if (isEnabled(given) && (view == null || view.isEmpty())) {
            throw EngineException.validation(
                    "Invalid StreamViewType: Stream ViewType must not be null or empty when enabling streams.");
        }
        if (!isEnabled(given) && view != null) {
            throw EngineException.validation(
                    "Invalid StreamViewType: Stream StreamEnabled was false but a StreamViewType was present.");
        }
    }

    /** Saves the table with the stream that the request gives it, or without the one that it takes away. */
    TableDef save(
            TableDef table,
            @Nullable StreamRef before,
            @Nullable StreamSpecification given,
            Instant now,
            Commit commit) {
        boolean had = before != null && before.enabled();
        if (given == null || (before == null && !isEnabled(given) && catalog.find(table.name()) == null)) {
            catalog.save(table, commit);
            return table;
        }
        if (isEnabled(given) && had) {
            throw EngineException.validation("Table already has an enabled stream: TableName: " + table.name());
        }
        if (!isEnabled(given) && (before == null || !had)) {
            throw EngineException.validation("Table has no stream to disable: TableName: " + table.name());
        }
        StreamRef stream;
        if (before == null || !had) {
            StreamView view = StreamView.valueOf(Required.of(given.streamViewType()));
            stream = catalog.streams().begin(catalog.newId(), table.name(), table.key(), view, now, commit);
        } else {
            catalog.streams().end(before.id(), now, commit);
            stream = new StreamRef(before.id(), before.label(), before.view(), false);
        }
        TableDef changed = table.withStream(stream);
        catalog.save(changed, commit);
        return changed;
    }

    /** Removes the table; its stream ends, and stays readable for its time. */
    void remove(TableDef table, Instant now, Commit commit) {
        StreamRef stream = table.stream();
        if (stream != null && stream.enabled()) {
            catalog.streams().end(stream.id(), now, commit);
        }
        catalog.remove(table, commit);
    }

    private static boolean isEnabled(StreamSpecification given) {
        return Boolean.TRUE.equals(given.streamEnabled());
    }
}
