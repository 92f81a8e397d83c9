package dev.trestle.oracle.generate;

import dev.trestle.conformance.cases.Json;
import dev.trestle.conformance.cases.Step;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The tables that all requests are about. */
final class Universe {

    /** A key attribute and its type, S, N or B. */
    record Attribute(String name, String type) {}

    /** A secondary index; a local one has its table's partition key. */
    record Index(
            String name,
            boolean local,
            Attribute hash,
            @Nullable Attribute range,
            Map<String, Object> projection) {}

    /** A table. */
    record Table(String name, Attribute hash, @Nullable Attribute range, List<Index> indexes) {

        List<Attribute> keys() {
            return range == null ? List.of(hash) : List.of(hash, range);
        }

        boolean isKey(String attribute) {
            return keys().stream().anyMatch(key -> key.name().equals(attribute));
        }
    }

    static final Map<String, Object> ALL = Json.of("ProjectionType", "ALL");
    static final Map<String, Object> KEYS_ONLY = Json.of("ProjectionType", "KEYS_ONLY");
    /**
     * The index that comes and goes. Its keys always have the right types: DynamoDB Local never ends making an index of
     * items in which they have not.
     */
    static final Index EXTRA =
            new Index("extra", false, new Attribute("e", "S"), new Attribute("f", "N"), include("a", "map"));

    static final Table HASH = new Table("oracle-hash", new Attribute("pk", "S"), null, List.of(EXTRA));

    private static final Attribute S_KEY = new Attribute("pk", "S");
    private static final Attribute B_KEY = new Attribute("pk", "B");

    static final List<Table> TABLES = List.of(
            HASH,
            new Table(
                    "oracle-ranged",
                    S_KEY,
                    new Attribute("sk", "N"),
                    List.of(
                            new Index("by-l", true, S_KEY, new Attribute("l", "S"), ALL),
                            new Index("by-m", true, S_KEY, new Attribute("m", "N"), KEYS_ONLY),
                            new Index(
                                    "global",
                                    false,
                                    new Attribute("g", "S"),
                                    new Attribute("h", "N"),
                                    include("a", "b")))),
            new Table(
                    "oracle-binary",
                    new Attribute("pk", "N"),
                    new Attribute("sk", "B"),
                    List.of(
                            new Index("flat", false, new Attribute("g", "S"), null, ALL),
                            new Index("keys", false, new Attribute("h", "N"), new Attribute("l", "S"), KEYS_ONLY))),
            new Table(
                    "oracle-strings",
                    B_KEY,
                    new Attribute("sk", "S"),
                    List.of(
                            new Index("inverted", false, new Attribute("sk", "S"), B_KEY, ALL),
                            new Index("by-n", true, B_KEY, new Attribute("n", "N"), include("a")))));

    private Universe() {}

    private static Map<String, Object> include(String... names) {
        return Json.of("ProjectionType", "INCLUDE", "NonKeyAttributes", List.<Object>of((Object[]) names));
    }

    /** The requests that make the tables; {@link #EXTRA} comes and goes later. */
    static List<Step> creation() {
        List<Step> steps = new ArrayList<>();
        for (Table table : TABLES) {
            Map<String, String> types = new LinkedHashMap<>();
            table.keys().forEach(key -> types.put(key.name(), key.type()));
            List<Object> local = new ArrayList<>();
            List<Object> global = new ArrayList<>();
            for (Index index : table.indexes()) {
                if (!index.equals(EXTRA)) {
                    (index.local() ? local : global).add(indexJson(index));
                    definitions(index).forEach(types::put);
                }
            }
            Map<String, Object> request = Json.of(
                    "TableName",
                    table.name(),
                    "AttributeDefinitions",
                    definitionsJson(types),
                    "KeySchema",
                    schemaJson(table.hash(), table.range()),
                    "BillingMode",
                    "PAY_PER_REQUEST");
            if (!local.isEmpty()) {
                request.put("LocalSecondaryIndexes", local);
            }
            if (!global.isEmpty()) {
                request.put("GlobalSecondaryIndexes", global);
            }
            steps.add(Step.once("CreateTable", request));
        }
        return steps;
    }

    static Map<String, String> definitions(Index index) {
        Map<String, String> types = new LinkedHashMap<>();
        types.put(index.hash().name(), index.hash().type());
        if (index.range() != null) {
            types.put(index.range().name(), index.range().type());
        }
        return types;
    }

    static Map<String, Object> indexJson(Index index) {
        return Json.of(
                "IndexName",
                index.name(),
                "KeySchema",
                schemaJson(index.hash(), index.range()),
                "Projection",
                index.projection());
    }

    static List<Object> definitionsJson(Map<String, String> types) {
        List<Object> definitions = new ArrayList<>();
        types.forEach((name, type) -> definitions.add(Json.of("AttributeName", name, "AttributeType", type)));
        return definitions;
    }

    private static List<Object> schemaJson(Attribute hash, @Nullable Attribute range) {
        List<Object> schema = new ArrayList<>();
        schema.add(Json.of("AttributeName", hash.name(), "KeyType", "HASH"));
        if (range != null) {
            schema.add(Json.of("AttributeName", range.name(), "KeyType", "RANGE"));
        }
        return schema;
    }
}
