package dev.trestle.engine.table;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.api.AttributeDefinition;
import dev.trestle.engine.api.IndexSpec;
import dev.trestle.engine.api.OnDemandThroughput;
import dev.trestle.engine.api.ProjectionSpec;
import dev.trestle.engine.api.RestoreTableFromBackup;
import dev.trestle.engine.api.TableSettings;
import dev.trestle.engine.api.Throughput;
import dev.trestle.engine.check.Required;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What a table is like that a RestoreTableFromBackup makes: keys, indexes, billing and table class are the source's, unless the
 * request has others. Its stream, expiry and protection against deletion are not restored, as with the service.
 */
public final class RestoredTable {
    private static final String INVALID = "One or more parameter values were invalid: ";

    private final TableDef source;
    private final RestoreTableFromBackup request;

    private RestoredTable(TableDef source, RestoreTableFromBackup request) {
        this.source = source;
        this.request = request;
    }

    /** What can be said of the parameters one by one. */
    public static void check(RestoreTableFromBackup request) {
        TableConstraints.check(request);
    }

    /** The definition; {@code newId} gives the ids of the table and its indexes. */
    public static TableDef define(
            TableDef source, RestoreTableFromBackup request, RestoreDef restore, IntSupplier newId) {
        return new RestoredTable(source, request).define(restore, newId);
    }

    private TableDef define(RestoreDef restore, IntSupplier newId) {
        String mode = Objects.requireNonNullElse(
                request.billingModeOverride(),
                Objects.requireNonNullElse(source.settings().billingMode(), "PROVISIONED"));
        boolean onDemand = mode.equals("PAY_PER_REQUEST");
        int id = newId.getAsInt();
        List<IndexDef> indexes = new ArrayList<>();
        indexes.addAll(kept(request.localSecondaryIndexOverride(), "LocalSecondaryIndexOverride", true, false, newId));
        List<IndexDef> global =
                kept(request.globalSecondaryIndexOverride(), "GlobalSecondaryIndexOverride", false, onDemand, newId);
        indexes.addAll(global);
        TableSettings settings = SettingsRules.onCreation(settings(mode, onDemand), specs(global));
        return new TableDef(
                id,
                UUID.randomUUID().toString(),
                Required.of(request.targetTableName()),
                source.key(),
                definitions(indexes),
                List.copyOf(indexes),
                settings,
                restore.at(),
                onDemand ? restore.at() : null,
                TableFeatures.NONE.withRestore(restore));
    }

    private TableSettings settings(String mode, boolean onDemand) {
        TableSettings before = source.settings();
        Throughput provisioned = request.provisionedThroughputOverride();
        OnDemandThroughput ceilings = request.onDemandThroughputOverride();
        return new TableSettings(
                mode,
                provisioned == null && !onDemand ? before.provisionedThroughput() : provisioned,
                ceilings == null && onDemand ? before.onDemandThroughput() : ceilings,
                before.tableClass(),
                false);
    }

    /** All indexes of the kind, or those that the request names; none can be added or changed. */
    private List<IndexDef> kept(
            @Nullable List<IndexSpec> named, String parameter, boolean local, boolean onDemand, IntSupplier newId) {
        List<IndexDef> kept = new ArrayList<>();
        if (named == null) {
            for (IndexDef index : source.indexes()) {
                if (index.local() == local) {
                    kept.add(restored(index, null, onDemand, newId));
                }
            }
            return kept;
        }
        Set<String> names = new HashSet<>();
        for (IndexSpec spec : named) {
            IndexDef index = source.index(Required.of(spec.indexName()));
            if (index == null || index.local() != local || !matches(index, spec)) {
                throw EngineException.validation(INVALID + parameter + ": the index " + spec.indexName()
                        + " does not match an index of the backup. A restore may leave indexes out, but not add or change"
                        + " them");
            }
            if (!names.add(index.name())) {
                throw EngineException.validation(INVALID + "Duplicate index name: " + index.name());
            }
            kept.add(restored(index, spec, onDemand, newId));
        }
        return kept;
    }

    private static boolean matches(IndexDef index, IndexSpec spec) {
        ProjectionSpec projection = Required.of(spec.projection());
        return TableDescriber.schema(index.key()).equals(spec.keySchema())
                && Objects.equals(index.projection().projectionType(), projection.projectionType())
                && names(index.projection()).equals(names(projection));
    }

    private static Set<String> names(ProjectionSpec projection) {
        List<String> included = projection.nonKeyAttributes();
        return included == null ? Set.of() : new HashSet<>(included);
    }

    private static IndexDef restored(IndexDef index, @Nullable IndexSpec spec, boolean onDemand, IntSupplier newId) {
        Throughput provisioned = spec == null ? null : spec.provisionedThroughput();
        OnDemandThroughput ceilings = spec == null ? null : spec.onDemandThroughput();
        return new IndexDef(
                newId.getAsInt(),
                index.name(),
                index.local(),
                index.key(),
                index.projection(),
                IndexDef.Status.ACTIVE,
                provisioned == null && !onDemand ? index.provisionedThroughput() : provisioned,
                ceilings == null && onDemand ? index.onDemandThroughput() : ceilings);
    }

    private static List<IndexSpec> specs(List<IndexDef> global) {
        return global.stream()
                .map(index -> new IndexSpec(
                        index.name(), null, null, index.provisionedThroughput(), index.onDemandThroughput()))
                .toList();
    }

    /** Those of the source that a key still uses. */
    private List<AttributeDefinition> definitions(List<IndexDef> indexes) {
        Set<String> used = new LinkedHashSet<>(source.key().names());
        indexes.forEach(index -> used.addAll(index.key().names()));
        return source.attributeDefinitions().stream()
                .filter(definition -> used.contains(definition.attributeName()))
                .toList();
    }
}
