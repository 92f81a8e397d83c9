package dev.trestle.engine.table;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.ErrorCode;
import dev.trestle.engine.check.Constraints;
import dev.trestle.engine.check.Required;
import org.jspecify.annotations.Nullable;

/** What tools ask of every table about features that the engine does not have: that the table has none of them. */
public final class AbsentFeatures {
    private static final int ARN_MAX = 1283;

    private final Catalog catalog;

    public AbsentFeatures(Catalog catalog) {
        this.catalog = catalog;
    }

    /** The name of a table, or of one of its indexes if there is one given, whose contributor insights are disabled. */
    public String contributorInsights(@Nullable String tableName, @Nullable String indexName) {
        new Constraints().tableName(tableName).name("indexName", indexName).check();
        TableDef table = Tables.require(catalog, Required.of(tableName));
        if (indexName != null && table.index(indexName) == null) {
            throw EngineException.of(
                    ErrorCode.RESOURCE_NOT_FOUND,
                    "Requested resource not found: Table: " + table.name() + " index: " + indexName + " not found");
        }
        return table.name();
    }

    /** The name of a table that streams to nowhere. */
    public String kinesisStreamingDestination(@Nullable String tableName) {
        new Constraints().tableName(tableName).check();
        return Tables.require(catalog, Required.of(tableName)).name();
    }

    /** Why there is no resource policy. */
    public EngineException resourcePolicy(@Nullable String resourceArn) {
        new Constraints()
                .required("resourceArn", resourceArn)
                .length("resourceArn", resourceArn, 1, ARN_MAX)
                .check();
        String arn = Required.of(resourceArn);
        Tables.require(catalog, TableNames.ofArn(arn));
        return EngineException.of(
                ErrorCode.POLICY_NOT_FOUND, "Resource-based policy not found for the provided ResourceArn: " + arn);
    }
}
