package dev.trestle.server.installation;

import dev.trestle.model.Model;
import dev.trestle.model.Table;
import dev.trestle.model.UnreadableItem;
import dev.trestle.model.evolution.Deployment;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.http.OutgoingConnector;
import dev.trestle.platform.identity.Identity;
import dev.trestle.platform.mail.Outbox;
import dev.trestle.platform.notices.Notices;
import dev.trestle.platform.outgoing.OutgoingHttp;
import dev.trestle.platform.settings.SharedSettings;
import dev.trestle.platform.system.Bucket;
import dev.trestle.platform.system.Environment;
import dev.trestle.platform.system.SystemDefinition;
import dev.trestle.platform.system.SystemDefinition.NamedBucket;
import dev.trestle.platform.table.PlatformTable;
import dev.trestle.server.config.Configuration;
import dev.trestle.server.config.Keys;
import dev.trestle.server.systems.Systems;
import java.nio.file.Path;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Gives each system what it runs on: its settings, its tables and buckets under the names that they have here, what all of them share. */
final class SystemHost implements AutoCloseable {
    private final Configuration configuration;
    private final Storage storage;
    private final Clock clock;
    private final SharedSettings shared;
    private final OutgoingHttp outgoing;
    private final Map<String, Bucket> buckets = new LinkedHashMap<>();
    private @Nullable OutgoingConnector connector;

    /**
     * What a system has of the server.
     *
     * @param publicUrl under which browsers reach the server
     * @param cursorKey authenticates the system's cursors; the same at every start
     * @param unreadable is told of stored items that do not fit their records
     */
    record Place(
            String publicUrl,
            byte[] cursorKey,
            UnreadableItem.Listener unreadable,
            Identity identity,
            Outbox outbox,
            Notices notices,
            BooleanSupplier jobsPaused) {
        /** For what does the jobs that it enqueues itself. */
        Place unpaused() {
            return new Place(publicUrl, cursorKey, unreadable, identity, outbox, notices, () -> false);
        }
    }

    SystemHost(Configuration configuration, Storage storage, Clock clock) {
        this.configuration = configuration;
        this.storage = storage;
        this.clock = clock;
        this.shared = configuration.get(SharedSettings.GROUP);
        this.outgoing = new OutgoingHttp(
                OutgoingHttp.Resolver.ofThisMachine(),
                (address, request) -> connector().send(address, request),
                shared.outgoing().allowed());
    }

    /** Made when a request is first sent: its threads cost a start time. */
    private synchronized OutgoingConnector connector() {
        OutgoingConnector known = connector;
        if (known == null) {
            known = new OutgoingConnector();
            connector = known;
        }
        return known;
    }

    <S extends Record> Environment<S> environment(SystemDefinition<S> system, DynamoDbClient items, Place place) {
        Model model = system.model();
        Function<Table, String> names = Systems.names(configuration);
        ItemStore.Builder store = ItemStore.builder(items, model)
                .clock(clock)
                .cursorKey(place.cursorKey())
                .onUnreadable(place.unreadable());
        model.allTables().forEach(table -> store.name(table, names.apply(table)));
        // A system's change and the mail that tells of it are one transaction.
        store.name(PlatformTable.SUPPORT, PlatformTable.SUPPORT.name());
        return new Environment<>(
                configuration.get(system.settings()),
                shared,
                configuration.get(Keys.STORAGE_REGION),
                store.build(),
                new Deployment(model, items, names, clock),
                storage.streams(),
                configuration.get(Keys.STORAGE) == Keys.Storage.EMBEDDED,
                buckets(system, place.publicUrl()),
                place.identity(),
                outgoing,
                place.outbox(),
                place.notices(),
                Path.of(configuration.get(Keys.DATA), "work", system.name()),
                place.jobsPaused());
    }

    private Map<String, Bucket> buckets(SystemDefinition<?> system, String publicUrl) {
        Map<String, Bucket> own = new LinkedHashMap<>();
        for (NamedBucket each : system.buckets()) {
            List<String> pageOrigins = storage.isLocal() ? List.of() : List.of(publicUrl);
            Bucket bucket = buckets.computeIfAbsent(
                    each.key().name(),
                    key -> new Bucket(
                            configuration.get(each.key()),
                            storage::objects,
                            () -> storage.presigner(publicUrl),
                            pageOrigins));
            own.put(each.name(), bucket);
        }
        return own;
    }

    /** Has the buckets of all systems created that are missing: now if they are on this machine, otherwise beside what else is started. */
    void createBuckets(Closing closing) {
        if (storage.isLocal()) {
            buckets.values().forEach(bucket -> storage.createIfMissing(bucket.name()));
        } else {
            closing.add("the creation of buckets", BucketCreation.begin(buckets));
        }
    }

    /** When no system runs any more. */
    @Override
    public synchronized void close() {
        if (connector != null) {
            connector.close();
        }
    }
}
