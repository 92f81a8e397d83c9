package dev.trestle.objects.index;

import dev.trestle.engine.api.AttributeDefinition;
import dev.trestle.engine.api.CreateTable;
import dev.trestle.engine.api.IndexSpec;
import dev.trestle.engine.api.KeySchemaElement;
import dev.trestle.engine.api.ProjectionSpec;
import dev.trestle.engine.api.TableSettings;
import java.util.ArrayList;
import java.util.List;

/** How the engine is told to make the tables. */
final class Schema {
    private static final TableSettings SETTINGS = new TableSettings("PAY_PER_REQUEST", null, null, null, null);

    private Schema() {}

    static CreateTable of(Table table) {
        List<AttributeDefinition> attributes = new ArrayList<>();
        List<KeySchemaElement> keys = new ArrayList<>();
        attributes.add(new AttributeDefinition(table.partition(), table == Table.BUCKETS ? "S" : "B"));
        keys.add(new KeySchemaElement(table.partition(), "HASH"));
        String sort = table.sort();
        if (sort != null) {
            attributes.add(new AttributeDefinition(sort, "B"));
            keys.add(new KeySchemaElement(sort, "RANGE"));
        }
        List<IndexSpec> indexes = null;
        if (!table.listed().isEmpty()) {
            attributes.add(new AttributeDefinition(Attribute.BUCKET, "B"));
            attributes.add(new AttributeDefinition(Attribute.KEY, "B"));
            indexes = List.of(new IndexSpec(
                    Table.BY_KEY,
                    List.of(
                            new KeySchemaElement(Attribute.BUCKET, "HASH"),
                            new KeySchemaElement(Attribute.KEY, "RANGE")),
                    new ProjectionSpec("INCLUDE", table.listed()),
                    null,
                    null));
        }
        return new CreateTable(table.tableName(), attributes, keys, null, indexes, SETTINGS, null);
    }
}
