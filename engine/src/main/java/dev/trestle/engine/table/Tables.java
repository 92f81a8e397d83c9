package dev.trestle.engine.table;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.ErrorCode;
import dev.trestle.engine.api.AttributeDefinition;
import dev.trestle.engine.api.CreateTable;
import dev.trestle.engine.api.IndexSpec;
import dev.trestle.engine.api.ListTables;
import dev.trestle.engine.api.TableDescription;
import dev.trestle.engine.api.TableSettings;
import dev.trestle.engine.api.UpdateTable;
import dev.trestle.engine.check.Constraints;
import dev.trestle.engine.check.Required;
import dev.trestle.engine.store.Commit;
import dev.trestle.engine.store.Counters;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.IntPredicate;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** CreateTable, DescribeTable, UpdateTable, DeleteTable and ListTables. */
public final class Tables {
    private static final int LIST_MAX = 100;
    private static final String INVALID = "One or more parameter values were invalid: ";

    private final Catalog catalog;
    private final Maintenance maintenance;
    private final TableDescriber describer;
    private final StreamRules streamRules;
    private final Clock clock;
    private volatile IntPredicate beingBackedUp = id -> false;

    public Tables(
            Catalog catalog, Maintenance maintenance, Counters counters, Clock clock, String region, String accountId) {
        this.catalog = catalog;
        this.maintenance = maintenance;
        this.clock = clock;
        this.streamRules = new StreamRules(catalog);
        this.describer = new TableDescriber(counters, region, accountId);
    }

    /** Which ids of tables a backup still reads from: those tables are not deleted meanwhile. */
    public void keepWhile(IntPredicate reading) {
        beingBackedUp = reading;
    }

    public TableDescription create(CreateTable request) {
        return create(request, null);
    }

    /** Makes a table whose items expire from the first on, if an attribute for that is given. */
    public TableDescription create(CreateTable request, @Nullable String expiryAttribute) {
        TableConstraints.check(request);
        String name = TableNames.resolve(Required.of(request.tableName()));
        TableSettings settings = SettingsRules.onCreation(request.settings(), request.globalSecondaryIndexes());
        // Checked once outside, for the order of errors: a bad schema is reported before a name that is taken.
        define(request, name, settings, () -> 0);
        StreamRules.check(request.stream());
        Map<String, String> tags = Tags.onCreation(request.tags());
        TableDef created = catalog.change(() -> {
            if (catalog.find(name) != null) {
                throw EngineException.of(ErrorCode.RESOURCE_IN_USE, "Table already exists: " + name);
            }
            TableDef defined = define(request, name, settings, catalog::newId).withTags(tags);
            TableDef table = expiryAttribute == null ? defined : defined.withExpiry(expiry(expiryAttribute));
            return streamRules.save(table, null, request.stream(), clock.instant(), new Commit());
        });
        return describer.describe(created, "CREATING");
    }

    /** An empty table has no items that a backfill would have to look at. */
    private ExpiryDef expiry(String attribute) {
        return new ExpiryDef(catalog.newId(), attribute, ExpiryDef.Status.ENABLED, clock.instant());
    }

    private TableDef define(CreateTable request, String name, TableSettings settings, IntSupplier newId) {
        List<AttributeDefinition> definitions = Required.of(request.attributeDefinitions());
        TableRules rules = new TableRules(definitions);
        int id = newId.getAsInt();
        KeyDef key = rules.key(Required.of(request.keySchema()));
        List<IndexDef> indexes = new ArrayList<>();
        for (IndexSpec spec : specs(request.localSecondaryIndexes(), "LocalSecondaryIndexes")) {
            indexes.add(rules.local(spec, key, newId.getAsInt()));
        }
        for (IndexSpec spec : specs(request.globalSecondaryIndexes(), "GlobalSecondaryIndexes")) {
            indexes.add(rules.global(spec, newId.getAsInt(), IndexDef.Status.ACTIVE));
        }
        rules.checkAllUsed(!indexes.isEmpty());
        TableRules.checkIndexes(indexes);
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS); // as it is stored
        return new TableDef(
                id,
                UUID.randomUUID().toString(),
                name,
                key,
                List.copyOf(definitions),
                List.copyOf(indexes),
                settings,
                now,
                SettingsRules.isOnDemand(settings) ? now : null,
                TableFeatures.NONE);
    }

    private static List<IndexSpec> specs(@Nullable List<IndexSpec> given, String parameter) {
        if (given != null && given.isEmpty()) {
            throw EngineException.validation(INVALID + "List of " + parameter + " is empty");
        }
        return given == null ? List.of() : given;
    }

    public TableDescription describe(@Nullable String tableName) {
        new Constraints().tableName(tableName).check();
        return describer.describe(require(Required.of(tableName)));
    }

    /** A definition as it is shown, also one that is not current. */
    public TableDescription describe(TableDef table) {
        return describer.describe(table);
    }

    public TableDescription delete(@Nullable String tableName) {
        new Constraints().tableName(tableName).check();
        TableDef deleted = catalog.change(() -> {
            TableDef table = requireUsable(catalog, Required.of(tableName));
            if (beingBackedUp.test(table.id())) {
                throw inUse("Table is being backed up: " + table.name());
            }
            if (Boolean.TRUE.equals(table.settings().deletionProtectionEnabled())) {
                throw EngineException.validation(
                        "Resource cannot be deleted as it is currently protected against deletion. Disable deletion"
                                + " protection first.");
            }
            Commit commit = new Commit();
            Maintenance.reclaimLater(table.id(), commit);
            table.indexes().forEach(index -> Maintenance.reclaimLater(index.id(), commit));
            if (table.expiry() != null && table.expiry().isKept()) {
                Maintenance.reclaimLater(table.expiry().id(), commit);
            }
            streamRules.remove(table, clock.instant(), commit);
            return table;
        });
        maintenance.wake();
        return describer.describe(deleted, "DELETING");
    }

    public TableDescription update(UpdateTable request) {
        TableConstraints.check(request);
        TableDef updated = catalog.change(() -> {
            TableDef table = requireUsable(catalog, Required.of(request.tableName()));
            return TableUpdate.apply(catalog, streamRules, table, request, clock.instant());
        });
        maintenance.wake();
        return describer.describe(updated, "UPDATING");
    }

    /** Exchanges what two tables with the same keys and indexes hold: readers see all of one or all of the other under a name. */
    public void swap(@Nullable String tableName, @Nullable String otherName) {
        new Constraints().tableName(tableName).check();
        new Constraints().tableName(otherName).check();
        catalog.change(() -> {
            TableDef one = requireUsable(catalog, Required.of(tableName));
            TableDef other = requireUsable(catalog, Required.of(otherName));
            for (TableDef table : List.of(one, other)) {
                if (beingBackedUp.test(table.id())) {
                    throw inUse("Table is being backed up: " + table.name());
                }
            }
            TableSwap.apply(catalog, one, other, clock.instant());
            return one;
        });
        maintenance.wake();
    }

    public ListTables.Result list(ListTables request) {
        new Constraints()
                .length("exclusiveStartTableName", request.exclusiveStartTableName(), 3, 255)
                .atLeast("limit", request.limit(), 1)
                .atMost("limit", request.limit(), LIST_MAX)
                .check();
        int limit = request.limit() == null ? LIST_MAX : request.limit();
        List<String> names = catalog.names(request.exclusiveStartTableName(), limit + 1);
        if (names.size() <= limit) {
            return new ListTables.Result(names, null);
        }
        List<String> page = names.subList(0, limit);
        return new ListTables.Result(page, page.get(limit - 1));
    }

    private TableDef require(String nameOrArn) {
        return require(catalog, nameOrArn);
    }

    /** As {@link Catalog#require}, with the longer message that operations on tables give. */
    static TableDef require(Catalog catalog, String nameOrArn) {
        String name = TableNames.resolve(nameOrArn);
        TableDef table = catalog.find(name);
        if (table == null) {
            throw EngineException.of(
                    ErrorCode.RESOURCE_NOT_FOUND, "Requested resource not found: Table: " + name + " not found");
        }
        return table;
    }

    /** As above, of a table that may be changed now. */
    static TableDef requireUsable(Catalog catalog, String nameOrArn) {
        TableDef table = require(catalog, nameOrArn);
        if (table.isBeingRestored()) {
            throw inUse("Table is being created: " + table.name());
        }
        return table;
    }

    static EngineException inUse(String reason) {
        return EngineException.of(
                ErrorCode.RESOURCE_IN_USE, "Attempt to change a resource which is still in use: " + reason);
    }
}
