package dev.trestle.engine.table;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.ErrorCode;
import dev.trestle.engine.api.AttributeDefinition;
import dev.trestle.engine.api.IndexSpec;
import dev.trestle.engine.api.KeySchemaElement;
import dev.trestle.engine.api.TableSettings;
import dev.trestle.engine.api.UpdateTable;
import dev.trestle.engine.store.Commit;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What one UpdateTable request makes of a table. */
final class TableUpdate {
    private static final String INVALID = "One or more parameter values were invalid: ";

    private final Catalog catalog;
    private final TableDef before;
    private final List<IndexDef> indexes;
    private final Commit commit = new Commit();
    private List<AttributeDefinition> definitions;

    private TableUpdate(Catalog catalog, TableDef before) {
        this.catalog = catalog;
        this.before = before;
        this.indexes = new ArrayList<>(before.indexes());
        this.definitions = before.attributeDefinitions();
    }

    static TableDef apply(Catalog catalog, StreamRules streams, TableDef table, UpdateTable request, Instant now) {
        checkNotEmpty(request);
        StreamRules.check(request.stream());
        TableSettings settings = SettingsRules.onUpdate(table.settings(), request.settings());
        TableUpdate update = new TableUpdate(catalog, table);
        List<UpdateTable.IndexUpdate> changes = request.globalSecondaryIndexUpdates();
        if (changes != null) {
            checkOneStructuralChange(changes);
            for (UpdateTable.IndexUpdate change : changes) {
                update.apply(change, request.attributeDefinitions(), settings);
            }
        }
        boolean becameOnDemand = SettingsRules.isOnDemand(settings) && !SettingsRules.isOnDemand(table.settings());
        TableDef after = table.withIndexes(update.definitions, List.copyOf(update.indexes))
                .withSettings(settings, becameOnDemand ? now : table.onDemandSince());
        return streams.save(after, table.stream(), request.stream(), now, update.commit);
    }

    private static void checkNotEmpty(UpdateTable request) {
        TableSettings settings = request.settings();
        boolean nothing = request.globalSecondaryIndexUpdates() == null
                && request.stream() == null
                && settings.billingMode() == null
                && settings.provisionedThroughput() == null
                && settings.onDemandThroughput() == null
                && settings.tableClass() == null
                && settings.deletionProtectionEnabled() == null;
        if (nothing) {
            throw EngineException.validation(
                    "At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, GlobalSecondaryIndexUpdates or"
                            + " SSESpecification or ReplicaUpdates is required");
        }
    }

    private static void checkOneStructuralChange(List<UpdateTable.IndexUpdate> changes) {
        if (changes.isEmpty()) {
            throw EngineException.validation(INVALID + "List of GlobalSecondaryIndexUpdates is empty");
        }
        long structural = changes.stream()
                .filter(change -> change.create() != null || change.delete() != null)
                .count();
        if (structural > 1) {
            throw EngineException.of(
                    ErrorCode.LIMIT_EXCEEDED,
                    "Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously per table");
        }
    }

    private void apply(
            UpdateTable.IndexUpdate change, @Nullable List<AttributeDefinition> given, TableSettings settings) {
        IndexSpec create = change.create();
        UpdateTable.ThroughputChange throughput = change.update();
        String delete = change.delete();
        int set = (create == null ? 0 : 1) + (throughput == null ? 0 : 1) + (delete == null ? 0 : 1);
        if (set != 1) {
            throw EngineException.validation(
                    INVALID + "Only one of Create, Update or Delete may be specified in a GlobalSecondaryIndexUpdate");
        }
        if (create != null) {
            create(create, given, settings);
        } else if (delete != null) {
            delete(delete);
        } else if (throughput != null) {
            changeThroughput(throughput);
        }
    }

    private void create(IndexSpec spec, @Nullable List<AttributeDefinition> given, TableSettings settings) {
        checkIdle();
        SettingsRules.checkIndex(settings.billingMode(), spec);
        Map<String, AttributeDefinition> merged = new LinkedHashMap<>();
        definitions.forEach(definition -> merged.put(definition.attributeName(), definition));
        if (given != null) {
            given.forEach(definition -> merge(merged, definition, spec));
        }
        TableRules rules = new TableRules(List.copyOf(merged.values()));
        rules.alreadyUsed(before.key());
        indexes.forEach(index -> rules.alreadyUsed(index.key()));
        IndexDef index = rules.global(spec, catalog.newId(), IndexDef.Status.CREATING);
        rules.checkAllUsed(true);
        if (before.index(index.name()) != null) {
            throw EngineException.validation("Attempting to create an index which already exists");
        }
        indexes.add(index);
        TableRules.checkIndexes(indexes);
        definitions = List.copyOf(merged.values());
    }

    /** A type that differs from what the attribute has is an error for the new index's key; elsewhere the service goes on with the old one. */
    private static void merge(Map<String, AttributeDefinition> merged, AttributeDefinition definition, IndexSpec spec) {
        AttributeDefinition known = merged.putIfAbsent(definition.attributeName(), definition);
        if (known != null && !known.equals(definition) && isKey(spec, known.attributeName())) {
            throw EngineException.validation(
                    "Attributes cannot be redefined. Please check that your attribute has the same type as previously"
                            + " defined. Existing schema: " + shown(known) + " New schema: " + shown(definition));
        }
    }

    private static boolean isKey(IndexSpec spec, String attribute) {
        List<KeySchemaElement> schema = spec.keySchema();
        return schema != null && schema.stream().anyMatch(element -> attribute.equals(element.attributeName()));
    }

    private static String shown(AttributeDefinition definition) {
        return "Schema:[SchemaElement: key{" + definition.attributeName() + ":" + definition.attributeType() + "}]";
    }

    /** Also ends the backfill of an index that is still being made. */
    private void delete(String name) {
        IndexDef index = requireGlobal(name);
        indexes.remove(index);
        Maintenance.reclaimLater(index.id(), commit);
        definitions = definitions.stream()
                .filter(definition -> isUsed(definition.attributeName()))
                .toList();
    }

    private boolean isUsed(String attribute) {
        return before.key().names().contains(attribute)
                || indexes.stream().anyMatch(index -> index.key().names().contains(attribute));
    }

    private void changeThroughput(UpdateTable.ThroughputChange change) {
        String name = change.indexName() == null ? "" : change.indexName();
        IndexDef index = requireGlobal(name);
        indexes.set(
                indexes.indexOf(index),
                index.withThroughput(change.provisionedThroughput(), change.onDemandThroughput()));
    }

    private IndexDef requireGlobal(String name) {
        IndexDef index = before.index(name);
        if (index == null || index.local()) {
            throw EngineException.of(ErrorCode.RESOURCE_NOT_FOUND, "Requested resource not found");
        }
        return index;
    }

    /** As with the service, a table that is being given an index takes no second one until it is done. */
    private void checkIdle() {
        for (IndexDef index : indexes) {
            if (index.status() == IndexDef.Status.CREATING) {
                throw EngineException.of(
                        ErrorCode.RESOURCE_IN_USE,
                        "Attempt to change a resource which is still in use: Table is being updated: " + before.name());
            }
        }
    }
}
