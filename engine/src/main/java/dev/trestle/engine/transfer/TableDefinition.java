package dev.trestle.engine.transfer;

import dev.trestle.engine.api.AttributeDefinition;
import dev.trestle.engine.api.CreateTable;
import dev.trestle.engine.api.IndexSpec;
import dev.trestle.engine.api.KeySchemaElement;
import dev.trestle.engine.api.OnDemandThroughput;
import dev.trestle.engine.api.ProjectionSpec;
import dev.trestle.engine.api.TableSettings;
import dev.trestle.engine.api.Throughput;
import dev.trestle.engine.table.ExpiryDef;
import dev.trestle.engine.table.IndexDef;
import dev.trestle.engine.table.KeyAttribute;
import dev.trestle.engine.table.KeyDef;
import dev.trestle.engine.table.TableDef;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A table's definition as a file beside its export, which holds none itself: {@code CreateTable} has the parameters of that operation
 * as AWS writes them in JSON, without a stream; {@code TimeToLiveSpecification}, if the table's items expire, that of UpdateTimeToLive.
 */
record TableDefinition(CreateTable create, @Nullable String expiryAttribute) {
    private static final int EXPIRY_NAME_MAX = 255;

    static String text(TableDef table) throws IOException {
        Fields create = new Fields();
        create.put("TableName", table.name());
        List<Object> definitions = new ArrayList<>();
        for (AttributeDefinition definition : table.attributeDefinitions()) {
            definitions.add(Map.of(
                    "AttributeName", definition.attributeName(),
                    "AttributeType", definition.attributeType()));
        }
        create.put("AttributeDefinitions", definitions);
        create.put("KeySchema", keySchema(table.key()));
        create.put("LocalSecondaryIndexes", indexes(table, true));
        create.put("GlobalSecondaryIndexes", indexes(table, false));
        TableSettings settings = table.settings();
        create.put("BillingMode", settings.billingMode());
        create.put("ProvisionedThroughput", provisioned(settings.provisionedThroughput()));
        create.put("OnDemandThroughput", onDemand(settings.onDemandThroughput()));
        create.put("TableClass", settings.tableClass());
        create.put("DeletionProtectionEnabled", settings.deletionProtectionEnabled());
        Fields out = new Fields();
        out.put("CreateTable", create.map);
        ExpiryDef expiry = table.expiry();
        if (expiry != null && expiry.isKept()) {
            out.put("TimeToLiveSpecification", Map.of("Enabled", true, "AttributeName", expiry.attribute()));
        }
        return Json.text(out.map);
    }

    private static List<Object> keySchema(KeyDef key) {
        List<Object> schema = new ArrayList<>();
        for (KeyAttribute part : key.all()) {
            schema.add(Map.of(
                    "AttributeName", part.name(), "KeyType", key.partition().contains(part) ? "HASH" : "RANGE"));
        }
        return schema;
    }

    private static @Nullable List<Object> indexes(TableDef table, boolean local) {
        List<Object> indexes = new ArrayList<>();
        for (IndexDef index : table.indexes()) {
            if (index.local() == local) {
                Fields out = new Fields();
                out.put("IndexName", index.name());
                out.put("KeySchema", keySchema(index.key()));
                Fields projection = new Fields();
                projection.put("ProjectionType", index.projection().projectionType());
                projection.put("NonKeyAttributes", index.projection().nonKeyAttributes());
                out.put("Projection", projection.map);
                out.put("ProvisionedThroughput", provisioned(index.provisionedThroughput()));
                out.put("OnDemandThroughput", onDemand(index.onDemandThroughput()));
                indexes.add(out.map);
            }
        }
        return indexes.isEmpty() ? null : indexes;
    }

    private static @Nullable Object provisioned(@Nullable Throughput throughput) {
        return throughput == null
                ? null
                : Map.of(
                        "ReadCapacityUnits", throughput.readCapacityUnits(),
                        "WriteCapacityUnits", throughput.writeCapacityUnits());
    }

    private static @Nullable Object onDemand(@Nullable OnDemandThroughput throughput) {
        if (throughput == null) {
            return null;
        }
        Fields out = new Fields();
        out.put("MaxReadRequestUnits", throughput.maxReadRequestUnits());
        out.put("MaxWriteRequestUnits", throughput.maxWriteRequestUnits());
        return out.map;
    }

    static TableDefinition parse(String text) throws IOException {
        Json.Fields whole = Json.parse(text);
        Json.Fields create = whole.object("CreateTable");
        if (create == null) {
            throw new IOException("it has no object CreateTable");
        }
        Json.Fields expiry = whole.object("TimeToLiveSpecification");
        String attribute =
                expiry == null || !Boolean.TRUE.equals(expiry.flag("Enabled")) ? null : expiry.text("AttributeName");
        if (attribute != null && (attribute.isEmpty() || attribute.length() > EXPIRY_NAME_MAX)) {
            throw new IOException("the AttributeName of its TimeToLiveSpecification is not usable");
        }
        return new TableDefinition(create(create), attribute);
    }

    private static CreateTable create(Json.Fields in) throws IOException {
        List<AttributeDefinition> definitions = new ArrayList<>();
        for (Json.Fields definition : required(in, "AttributeDefinitions")) {
            definitions.add(
                    new AttributeDefinition(definition.text("AttributeName"), definition.text("AttributeType")));
        }
        return new CreateTable(
                in.text("TableName"),
                definitions,
                keySchema(in),
                indexes(in.objects("LocalSecondaryIndexes")),
                indexes(in.objects("GlobalSecondaryIndexes")),
                new TableSettings(
                        in.optionalText("BillingMode"),
                        provisioned(in),
                        onDemand(in),
                        in.optionalText("TableClass"),
                        in.flag("DeletionProtectionEnabled")),
                null);
    }

    private static List<KeySchemaElement> keySchema(Json.Fields in) throws IOException {
        List<KeySchemaElement> schema = new ArrayList<>();
        for (Json.Fields element : required(in, "KeySchema")) {
            schema.add(new KeySchemaElement(element.text("AttributeName"), element.text("KeyType")));
        }
        return schema;
    }

    private static @Nullable List<IndexSpec> indexes(@Nullable List<Json.Fields> given) throws IOException {
        if (given == null) {
            return null;
        }
        List<IndexSpec> indexes = new ArrayList<>();
        for (Json.Fields in : given) {
            Json.Fields projection = in.object("Projection");
            indexes.add(new IndexSpec(
                    in.text("IndexName"),
                    keySchema(in),
                    projection == null
                            ? null
                            : new ProjectionSpec(
                                    projection.optionalText("ProjectionType"), projection.texts("NonKeyAttributes")),
                    provisioned(in),
                    onDemand(in)));
        }
        return indexes;
    }

    private static @Nullable Throughput provisioned(Json.Fields in) throws IOException {
        Json.Fields units = in.object("ProvisionedThroughput");
        return units == null
                ? null
                : new Throughput(units.number("ReadCapacityUnits"), units.number("WriteCapacityUnits"));
    }

    private static @Nullable OnDemandThroughput onDemand(Json.Fields in) throws IOException {
        Json.Fields units = in.object("OnDemandThroughput");
        return units == null
                ? null
                : new OnDemandThroughput(ceiling(units, "MaxReadRequestUnits"), ceiling(units, "MaxWriteRequestUnits"));
    }

    private static @Nullable Long ceiling(Json.Fields units, String name) throws IOException {
        return units.map().get(name) == null ? null : Long.valueOf(units.number(name));
    }

    private static List<Json.Fields> required(Json.Fields in, String name) throws IOException {
        List<Json.Fields> objects = in.objects(name);
        if (objects == null) {
            throw new IOException("it has no list " + name);
        }
        return objects;
    }

    /** Members in the order in which they were put; a null is left out. */
    private static final class Fields {
        final Map<String, Object> map = new LinkedHashMap<>();

        void put(String name, @Nullable Object value) {
            if (value != null) {
                map.put(name, value);
            }
        }
    }
}
