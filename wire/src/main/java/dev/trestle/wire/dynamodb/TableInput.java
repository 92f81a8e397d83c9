package dev.trestle.wire.dynamodb;

import dev.trestle.engine.api.AttributeDefinition;
import dev.trestle.engine.api.CreateTable;
import dev.trestle.engine.api.IndexSpec;
import dev.trestle.engine.api.KeySchemaElement;
import dev.trestle.engine.api.ListTables;
import dev.trestle.engine.api.OnDemandThroughput;
import dev.trestle.engine.api.ProjectionSpec;
import dev.trestle.engine.api.StreamSpecification;
import dev.trestle.engine.api.TableSettings;
import dev.trestle.engine.api.Tag;
import dev.trestle.engine.api.Throughput;
import dev.trestle.engine.api.TimeToLiveSpecification;
import dev.trestle.engine.api.UpdateTable;
import dev.trestle.engine.api.UpdateTimeToLive;
import dev.trestle.wire.json.Fields;
import dev.trestle.wire.json.Shape;
import dev.trestle.wire.json.Type;
import dev.trestle.wire.json.Types;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Requests on tables. Encryption at rest and warm throughput are accepted and have no effect; what would change the table's behaviour
 * is refused.
 */
final class TableInput {
    private static final Type<List<Fields>> KEY_SCHEMA =
            Types.list(Shape.of("KeySchemaElement").with(Types.TEXT, "AttributeName", "KeyType"));
    static final Shape THROUGHPUT =
            Shape.of("ProvisionedThroughput").with(Types.LONG, "ReadCapacityUnits", "WriteCapacityUnits");
    static final Shape ON_DEMAND =
            Shape.of("OnDemandThroughput").with(Types.LONG, "MaxReadRequestUnits", "MaxWriteRequestUnits");
    static final Type<List<Fields>> LOCAL_INDEXES = Types.list(index("LocalSecondaryIndex"));
    static final Type<List<Fields>> GLOBAL_INDEXES = Types.list(index("GlobalSecondaryIndex"));

    static final Type<List<Fields>> TAGS = Types.list(Shape.of("Tag").with(Types.TEXT, "Key", "Value"));

    private static final Shape INDEX_UPDATE = Shape.of("GlobalSecondaryIndexUpdate")
            .with(index("CreateGlobalSecondaryIndexAction"), "Create")
            .with(index("UpdateGlobalSecondaryIndexAction"), "Update")
            .with(Shape.of("DeleteGlobalSecondaryIndexAction").with(Types.TEXT, "IndexName"), "Delete");

    private static final String[] REFUSED = {
        "ResourcePolicy",
        "VectorIndexes",
        "GlobalTableSourceArn",
        "GlobalTableSettingsReplicationMode",
        "ReplicaUpdates",
        "MultiRegionConsistency",
        "GlobalTableWitnessUpdates",
        "VectorIndexUpdates"
    };

    static final Shape CREATE = table("CreateTableInput")
            .with(KEY_SCHEMA, "KeySchema")
            .with(LOCAL_INDEXES, "LocalSecondaryIndexes")
            .with(GLOBAL_INDEXES, "GlobalSecondaryIndexes")
            .with(TAGS, "Tags");

    static final Shape UPDATE = table("UpdateTableInput").with(Types.list(INDEX_UPDATE), "GlobalSecondaryIndexUpdates");

    static final Shape LIST = Shape.of("ListTablesInput")
            .with(Types.TEXT, "ExclusiveStartTableName")
            .with(Types.INTEGER, "Limit");

    static final Shape TIME_TO_LIVE = Shape.of("UpdateTimeToLiveInput")
            .with(Types.TEXT, "TableName")
            .with(
                    Shape.of("TimeToLiveSpecification")
                            .with(Types.TEXT, "AttributeName")
                            .with(Types.FLAG, "Enabled"),
                    "TimeToLiveSpecification");

    private TableInput() {}

    private static Shape table(String name) {
        return Shape.of(name)
                .with(Types.TEXT, "TableName", "BillingMode", "TableClass")
                .with(Types.FLAG, "DeletionProtectionEnabled")
                .with(
                        Types.list(Shape.of("AttributeDefinition").with(Types.TEXT, "AttributeName", "AttributeType")),
                        "AttributeDefinitions")
                .with(THROUGHPUT, "ProvisionedThroughput")
                .with(ON_DEMAND, "OnDemandThroughput")
                .with(
                        Shape.of("StreamSpecification")
                                .with(Types.FLAG, "StreamEnabled")
                                .with(Types.TEXT, "StreamViewType"),
                        "StreamSpecification")
                .with(Types.ANY, REFUSED);
    }

    private static Shape index(String name) {
        return Shape.of(name)
                .with(Types.TEXT, "IndexName")
                .with(KEY_SCHEMA, "KeySchema")
                .with(
                        Shape.of("Projection")
                                .with(Types.TEXT, "ProjectionType")
                                .with(Types.TEXTS, "NonKeyAttributes"),
                        "Projection")
                .with(THROUGHPUT, "ProvisionedThroughput")
                .with(ON_DEMAND, "OnDemandThroughput");
    }

    static CreateTable create(Fields in) {
        in.refuse(REFUSED);
        return new CreateTable(
                in.text("TableName"),
                attributeDefinitions(in),
                keySchema(in, "keySchema"),
                in.list("LocalSecondaryIndexes", TableInput::localIndex),
                in.list("GlobalSecondaryIndexes", TableInput::globalIndex),
                settings(in),
                stream(in),
                in.list("Tags", TableInput::tag));
    }

    static UpdateTable update(Fields in) {
        in.refuse(REFUSED);
        return new UpdateTable(
                in.text("TableName"),
                attributeDefinitions(in),
                in.list("GlobalSecondaryIndexUpdates", TableInput::indexUpdate),
                settings(in),
                stream(in));
    }

    static ListTables list(Fields in) {
        return new ListTables(in.text("ExclusiveStartTableName"), in.integer("Limit"));
    }

    static UpdateTimeToLive timeToLive(Fields in) {
        return new UpdateTimeToLive(
                in.text("TableName"),
                in.structure(
                        "TimeToLiveSpecification",
                        given -> new TimeToLiveSpecification(given.text("AttributeName"), given.flag("Enabled"))));
    }

    static Tag tag(Fields in) {
        return new Tag(in.text("Key"), in.text("Value"));
    }

    private static TableSettings settings(Fields in) {
        return new TableSettings(
                in.text("BillingMode"),
                throughput(in, "ProvisionedThroughput"),
                onDemand(in, "OnDemandThroughput"),
                in.text("TableClass"),
                in.flag("DeletionProtectionEnabled"));
    }

    private static @Nullable StreamSpecification stream(Fields in) {
        return in.structure(
                "StreamSpecification",
                given -> new StreamSpecification(given.flag("StreamEnabled"), given.text("StreamViewType")));
    }

    private static @Nullable List<AttributeDefinition> attributeDefinitions(Fields in) {
        List<AttributeDefinition> definitions = new ArrayList<>();
        List<Boolean> given = in.list("AttributeDefinitions", element -> {
            String path = "attributeDefinitions." + (definitions.size() + 1) + ".member.";
            return definitions.add(new AttributeDefinition(
                    element.requiredText("AttributeName", path + "attributeName"),
                    element.requiredText("AttributeType", path + "attributeType")));
        });
        return given == null ? null : definitions;
    }

    private static @Nullable List<KeySchemaElement> keySchema(Fields in, String where) {
        List<KeySchemaElement> schema = new ArrayList<>();
        List<Boolean> given = in.list("KeySchema", element -> {
            String path = where + "." + (schema.size() + 1) + ".member.";
            return schema.add(new KeySchemaElement(
                    element.requiredText("AttributeName", path + "attributeName"),
                    element.requiredText("KeyType", path + "keyType")));
        });
        return given == null ? null : schema;
    }

    /** A local index has no throughput of its own. */
    static IndexSpec localIndex(Fields in) {
        return new IndexSpec(
                in.text("IndexName"),
                keySchema(in, "localSecondaryIndexes.member.keySchema"),
                projection(in),
                null,
                null);
    }

    static IndexSpec globalIndex(Fields in) {
        return index(in, "globalSecondaryIndexes.member.keySchema");
    }

    private static IndexSpec index(Fields in, String schemaPath) {
        return new IndexSpec(
                in.text("IndexName"),
                keySchema(in, schemaPath),
                projection(in),
                throughput(in, "ProvisionedThroughput"),
                onDemand(in, "OnDemandThroughput"));
    }

    private static UpdateTable.IndexUpdate indexUpdate(Fields in) {
        String where = "globalSecondaryIndexUpdates.member.";
        return new UpdateTable.IndexUpdate(
                in.structure("Create", create -> index(create, where + "create.keySchema")),
                in.structure(
                        "Update",
                        update -> new UpdateTable.ThroughputChange(
                                update.text("IndexName"),
                                throughput(update, "ProvisionedThroughput"),
                                onDemand(update, "OnDemandThroughput"))),
                in.structure("Delete", delete -> delete.requiredText("IndexName", where + "delete.indexName")));
    }

    private static @Nullable ProjectionSpec projection(Fields in) {
        return in.structure(
                "Projection",
                given -> new ProjectionSpec(given.text("ProjectionType"), given.texts("NonKeyAttributes")));
    }

    static @Nullable Throughput throughput(Fields in, String name) {
        return in.structure(
                name,
                given -> new Throughput(
                        given.requiredWhole("ReadCapacityUnits", "provisionedThroughput.readCapacityUnits"),
                        given.requiredWhole("WriteCapacityUnits", "provisionedThroughput.writeCapacityUnits")));
    }

    static @Nullable OnDemandThroughput onDemand(Fields in, String name) {
        return in.structure(
                name,
                given -> new OnDemandThroughput(
                        given.whole("MaxReadRequestUnits"), given.whole("MaxWriteRequestUnits")));
    }
}
