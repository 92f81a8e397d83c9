package dev.trestle.engine.table;

import dev.trestle.engine.api.AttributeDefinition;
import dev.trestle.engine.api.ProjectionSpec;
import dev.trestle.engine.api.TableSettings;
import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A table definition as a stored item, so that one format serves both. */
public final class TableCodec {
    private TableCodec() {}

    public static byte[] encode(TableDef table) {
        Fields out = new Fields();
        out.put("id", table.id());
        out.put("uuid", table.uuid());
        out.put("name", table.name());
        out.put("created", table.createdAt());
        out.put("onDemandSince", table.onDemandSince());
        out.put("partition", list(table.key().partition(), TableCodec::keyAttribute));
        out.put("sort", list(table.key().sort(), TableCodec::keyAttribute));
        out.put("attributes", list(table.attributeDefinitions(), TableCodec::definition));
        out.put("indexes", list(table.indexes(), TableCodec::index));
        TableSettings settings = table.settings();
        out.put("billingMode", settings.billingMode());
        out.put("tableClass", settings.tableClass());
        out.putFlag("deletionProtection", settings.deletionProtectionEnabled());
        out.putThroughput(settings.provisionedThroughput(), settings.onDemandThroughput());
        if (table.stream() != null) {
            out.put("stream", stream(table.stream()));
        }
        if (table.expiry() != null) {
            out.put("expiry", expiry(table.expiry()));
        }
        if (table.restore() != null) {
            out.put("restore", restore(table.restore()));
        }
        if (!table.tags().isEmpty()) {
            out.putTexts("tags", table.tags());
        }
        return StoredItem.of(out.map).bytes();
    }

    public static TableDef decode(byte[] bytes) {
        Fields in = new Fields(StoredItem.ofBytes(bytes).toMap());
        TableSettings settings = new TableSettings(
                in.text("billingMode"),
                in.provisioned(),
                in.onDemand(),
                in.text("tableClass"),
                in.flag("deletionProtection"));
        return new TableDef(
                (int) in.number("id"),
                in.requiredText("uuid"),
                in.requiredText("name"),
                new KeyDef(in.list("partition", TableCodec::keyAttribute), in.list("sort", TableCodec::keyAttribute)),
                in.list("attributes", f -> new AttributeDefinition(f.requiredText("name"), f.requiredText("type"))),
                in.list("indexes", TableCodec::index),
                settings,
                in.requiredInstant("created"),
                in.instant("onDemandSince"),
                new TableFeatures(
                        stream(in.fields("stream")),
                        expiry(in.fields("expiry")),
                        restore(in.fields("restore")),
                        in.texts("tags")));
    }

    private static Value stream(StreamRef stream) {
        Fields out = new Fields();
        out.put("id", stream.id());
        out.put("label", stream.label());
        out.put("view", stream.view().name());
        out.putFlag("enabled", stream.enabled());
        return out.toValue();
    }

    private static @Nullable StreamRef stream(@Nullable Fields in) {
        return in == null
                ? null
                : new StreamRef(
                        (int) in.number("id"),
                        in.requiredText("label"),
                        StreamView.valueOf(in.requiredText("view")),
                        Boolean.TRUE.equals(in.flag("enabled")));
    }

    private static Value expiry(ExpiryDef expiry) {
        Fields out = new Fields();
        out.put("id", expiry.id());
        out.put("attribute", expiry.attribute());
        out.put("status", expiry.status().name());
        out.put("changed", expiry.changedAt());
        return out.toValue();
    }

    private static @Nullable ExpiryDef expiry(@Nullable Fields in) {
        return in == null
                ? null
                : new ExpiryDef(
                        (int) in.number("id"),
                        in.requiredText("attribute"),
                        ExpiryDef.Status.valueOf(in.requiredText("status")),
                        in.requiredInstant("changed"));
    }

    private static Value restore(RestoreDef restore) {
        Fields out = new Fields();
        out.put("backup", restore.backupArn());
        out.put("source", restore.sourceTableArn());
        out.put("at", restore.at());
        out.putFlag("inProgress", restore.inProgress());
        return out.toValue();
    }

    private static @Nullable RestoreDef restore(@Nullable Fields in) {
        return in == null
                ? null
                : new RestoreDef(
                        in.requiredText("backup"),
                        in.requiredText("source"),
                        in.requiredInstant("at"),
                        Boolean.TRUE.equals(in.flag("inProgress")));
    }

    static Value keyAttribute(KeyAttribute attribute) {
        Fields out = new Fields();
        out.put("name", attribute.name());
        out.put("type", attribute.type().name());
        return out.toValue();
    }

    static KeyAttribute keyAttribute(Fields in) {
        return new KeyAttribute(in.requiredText("name"), Value.Type.valueOf(in.requiredText("type")));
    }

    private static Value definition(AttributeDefinition definition) {
        Fields out = new Fields();
        out.put("name", definition.attributeName());
        out.put("type", definition.attributeType());
        return out.toValue();
    }

    private static Value index(IndexDef index) {
        Fields out = new Fields();
        out.put("id", index.id());
        out.put("name", index.name());
        out.putFlag("local", index.local());
        out.put("partition", list(index.key().partition(), TableCodec::keyAttribute));
        out.put("sort", list(index.key().sort(), TableCodec::keyAttribute));
        out.put("projection", index.projection().projectionType());
        List<String> included = index.projection().nonKeyAttributes();
        if (included != null) {
            out.put("included", list(included, Value.S::new));
        }
        out.put("status", index.status().name());
        out.putThroughput(index.provisionedThroughput(), index.onDemandThroughput());
        return out.toValue();
    }

    private static IndexDef index(Fields in) {
        Value included = in.map.get("included");
        List<String> names = included instanceof Value.L texts
                ? texts.elements().stream()
                        .map(text -> ((Value.S) text).value())
                        .toList()
                : null;
        return new IndexDef(
                (int) in.number("id"),
                in.requiredText("name"),
                Boolean.TRUE.equals(in.flag("local")),
                new KeyDef(in.list("partition", TableCodec::keyAttribute), in.list("sort", TableCodec::keyAttribute)),
                new ProjectionSpec(in.text("projection"), names),
                IndexDef.Status.valueOf(in.requiredText("status")),
                in.provisioned(),
                in.onDemand());
    }

    static <T> Value list(List<T> elements, Function<T, Value> encode) {
        List<Value> values = new ArrayList<>();
        for (T element : elements) {
            values.add(encode.apply(element));
        }
        return new Value.L(values);
    }
}
