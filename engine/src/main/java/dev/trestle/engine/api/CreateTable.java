package dev.trestle.engine.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

public record CreateTable(
        @Nullable String tableName,
        @Nullable List<AttributeDefinition> attributeDefinitions,
        @Nullable List<KeySchemaElement> keySchema,
        @Nullable List<IndexSpec> localSecondaryIndexes,
        @Nullable List<IndexSpec> globalSecondaryIndexes,
        TableSettings settings,
        @Nullable StreamSpecification stream,
        @Nullable List<Tag> tags) {

    /** Without tags. */
    public CreateTable(
            @Nullable String tableName,
            @Nullable List<AttributeDefinition> attributeDefinitions,
            @Nullable List<KeySchemaElement> keySchema,
            @Nullable List<IndexSpec> localSecondaryIndexes,
            @Nullable List<IndexSpec> globalSecondaryIndexes,
            TableSettings settings,
            @Nullable StreamSpecification stream) {
        this(
                tableName,
                attributeDefinitions,
                keySchema,
                localSecondaryIndexes,
                globalSecondaryIndexes,
                settings,
                stream,
                null);
    }
}
