package dev.trestle.server.admin;

import dev.trestle.engine.api.AttributeDefinition;
import dev.trestle.engine.api.CreateTable;
import dev.trestle.engine.api.KeySchemaElement;
import dev.trestle.engine.api.TableSettings;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A table to be made for an import, of keys as people write them: {@code pk:S}. */
public final class NewTable {
    private static final List<String> TYPES = List.of("S", "N", "B");

    private NewTable() {}

    /**
     * Null if no key is given.
     *
     * @throws IllegalArgumentException that says what is wrong with a key, beginning with its name
     */
    public static @Nullable CreateTable of(@Nullable String table, @Nullable String key, @Nullable String sort) {
        if (key == null) {
            if (sort != null) {
                throw new IllegalArgumentException("sort needs key beside it.");
            }
            return null;
        }
        List<AttributeDefinition> attributes = new ArrayList<>();
        List<KeySchemaElement> schema = new ArrayList<>();
        add("key", key, "HASH", attributes, schema);
        if (sort != null) {
            add("sort", sort, "RANGE", attributes, schema);
        }
        return new CreateTable(
                table,
                attributes,
                schema,
                null,
                null,
                new TableSettings("PAY_PER_REQUEST", null, null, null, null),
                null);
    }

    private static void add(
            String name,
            String given,
            String keyType,
            List<AttributeDefinition> attributes,
            List<KeySchemaElement> schema) {
        int colon = given.lastIndexOf(':');
        String type = given.substring(colon + 1);
        if (colon < 1 || !TYPES.contains(type)) {
            throw new IllegalArgumentException(
                    name + " must be a name, a colon and one of S, N and B, such as pk:S; not \"" + given + "\".");
        }
        attributes.add(new AttributeDefinition(given.substring(0, colon), type));
        schema.add(new KeySchemaElement(given.substring(0, colon), keyType));
    }
}
