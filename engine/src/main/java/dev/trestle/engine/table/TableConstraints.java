package dev.trestle.engine.table;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.api.AttributeDefinition;
import dev.trestle.engine.api.CreateTable;
import dev.trestle.engine.api.IndexSpec;
import dev.trestle.engine.api.KeySchemaElement;
import dev.trestle.engine.api.ProjectionSpec;
import dev.trestle.engine.api.RestoreTableFromBackup;
import dev.trestle.engine.api.StreamSpecification;
import dev.trestle.engine.api.TableSettings;
import dev.trestle.engine.api.Throughput;
import dev.trestle.engine.api.UpdateTable;
import dev.trestle.engine.check.Constraints;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What can be said of the parameters of CreateTable, UpdateTable and RestoreTableFromBackup one by one. Paths are named as in the service's messages. */
final class TableConstraints {
    private static final int NAME_MAX = 255;
    private static final int KEYS_MAX = 2;
    private static final String[] BILLING_MODES = {"PROVISIONED", "PAY_PER_REQUEST"};
    private static final String[] VIEW_TYPES = {"NEW_IMAGE", "OLD_IMAGE", "NEW_AND_OLD_IMAGES", "KEYS_ONLY"};

    private final Constraints constraints = new Constraints();

    private TableConstraints() {}

    static void check(CreateTable request) {
        if (request.tableName() == null) {
            throw EngineException.validation(
                    "The parameter 'TableName' is required but was not present in the request");
        }
        TableConstraints all = new TableConstraints();
        all.constraints
                .tableName(request.tableName())
                .required("attributeDefinitions", request.attributeDefinitions())
                .required("keySchema", request.keySchema());
        all.constraints.shownLength("keySchema", shown(request.keySchema()), KEYS_MAX);
        all.definitions(request.attributeDefinitions());
        all.schema("keySchema", request.keySchema());
        all.indexes("localSecondaryIndexes", request.localSecondaryIndexes());
        all.indexes("globalSecondaryIndexes", request.globalSecondaryIndexes());
        all.settings(request.settings());
        all.stream(request.stream());
        all.constraints.check();
    }

    static void check(UpdateTable request) {
        TableConstraints all = new TableConstraints();
        all.constraints.tableName(request.tableName());
        all.definitions(request.attributeDefinitions());
        all.settings(request.settings());
        all.stream(request.stream());
        List<UpdateTable.IndexUpdate> updates = request.globalSecondaryIndexUpdates();
        for (int i = 0; updates != null && i < updates.size(); i++) {
            IndexSpec create = updates.get(i).create();
            if (create != null) {
                all.index("globalSecondaryIndexUpdates." + (i + 1) + ".member.create", create);
            }
        }
        all.constraints.check();
    }

    static void check(RestoreTableFromBackup request) {
        TableConstraints all = new TableConstraints();
        all.constraints.required("targetTableName", request.targetTableName());
        all.constraints.name("targetTableName", request.targetTableName());
        all.constraints.backupArn("backupArn", request.backupArn());
        all.constraints.oneOf("billingModeOverride", request.billingModeOverride(), BILLING_MODES);
        all.indexes("globalSecondaryIndexOverride", request.globalSecondaryIndexOverride());
        all.indexes("localSecondaryIndexOverride", request.localSecondaryIndexOverride());
        all.throughput("provisionedThroughputOverride", request.provisionedThroughputOverride());
        all.constraints.check();
    }

    private void definitions(@Nullable List<AttributeDefinition> definitions) {
        for (int i = 0; definitions != null && i < definitions.size(); i++) {
            AttributeDefinition definition = definitions.get(i);
            String path = "attributeDefinitions." + (i + 1) + ".member.";
            constraints
                    .required(path + "attributeName", definition.attributeName())
                    .length(path + "attributeName", definition.attributeName(), 1, NAME_MAX)
                    .required(path + "attributeType", definition.attributeType())
                    .oneOf(path + "attributeType", definition.attributeType(), "B", "N", "S");
        }
    }

    private static @Nullable List<String> shown(@Nullable List<KeySchemaElement> schema) {
        return schema == null
                ? null
                : schema.stream()
                        .map(element -> "KeySchemaElement(attributeName=" + element.attributeName() + ", keyType="
                                + element.keyType() + ")")
                        .toList();
    }

    private void schema(String path, @Nullable List<KeySchemaElement> schema) {
        for (int i = 0; schema != null && i < schema.size(); i++) {
            KeySchemaElement element = schema.get(i);
            String member = path + "." + (i + 1) + ".member.";
            constraints
                    .required(member + "attributeName", element.attributeName())
                    .length(member + "attributeName", element.attributeName(), 1, NAME_MAX)
                    .required(member + "keyType", element.keyType())
                    .oneOf(member + "keyType", element.keyType(), "HASH", "RANGE");
        }
    }

    private void indexes(String path, @Nullable List<IndexSpec> specs) {
        for (int i = 0; specs != null && i < specs.size(); i++) {
            index(path + "." + (i + 1) + ".member", specs.get(i));
        }
    }

    private void index(String path, IndexSpec spec) {
        constraints
                .required(path + ".indexName", spec.indexName())
                .name(path + ".indexName", spec.indexName())
                .required(path + ".keySchema", spec.keySchema())
                .required(path + ".projection", spec.projection());
        schema(path + ".keySchema", spec.keySchema());
        ProjectionSpec projection = spec.projection();
        if (projection != null) {
            constraints.oneOf(
                    path + ".projection.projectionType", projection.projectionType(), "ALL", "INCLUDE", "KEYS_ONLY");
            List<String> included = projection.nonKeyAttributes();
            constraints.length(path + ".projection.nonKeyAttributes", included, 1, 20);
            for (int i = 0; included != null && i < included.size(); i++) {
                constraints.length(
                        path + ".projection.nonKeyAttributes." + (i + 1) + ".member", included.get(i), 1, NAME_MAX);
            }
        }
        throughput(path + ".provisionedThroughput", spec.provisionedThroughput());
    }

    private void settings(TableSettings settings) {
        constraints
                .oneOf("billingMode", settings.billingMode(), BILLING_MODES)
                .oneOf("tableClass", settings.tableClass(), "STANDARD", "STANDARD_INFREQUENT_ACCESS");
        throughput("provisionedThroughput", settings.provisionedThroughput());
    }

    private void stream(@Nullable StreamSpecification stream) {
        if (stream != null) {
            constraints
                    .required("streamSpecification.streamEnabled", stream.streamEnabled())
                    .oneOf("streamSpecification.streamViewType", stream.streamViewType(), VIEW_TYPES);
        }
    }

    private void throughput(String path, @Nullable Throughput throughput) {
        if (throughput != null) {
            constraints
                    .atLeast(path + ".readCapacityUnits", throughput.readCapacityUnits(), 1)
                    .atLeast(path + ".writeCapacityUnits", throughput.writeCapacityUnits(), 1);
        }
    }
}
