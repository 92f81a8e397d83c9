package dev.trestle.server.console;

import dev.trestle.model.Index;
import dev.trestle.model.Pattern;
import dev.trestle.model.Table;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.system.SystemDefinition;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** One item, and where it leads: the collections that it lies in, and the patterns that its own fields are the parameters of. */
final class Items {
    /** An item as it stands in a list. */
    record Row(
            Map<String, Object> key,
            @Nullable String entity,
            @Nullable String tenant,
            Map<String, Object> item) {}

    /**
     * Items with the same partition key, in the table or an index.
     *
     * @param index null for the table itself
     */
    record Collection(@Nullable String index, String attribute, Map<String, Object> partition) {}

    /** A pattern that can be asked with what the item says. */
    record Reference(String table, String pattern, List<String> entities, Map<String, String> values) {}

    /**
     * All about an item.
     *
     * @param locked why it cannot be edited; null if it can
     * @param unreadable why the system cannot read it; null if it can
     * @param fields what the entity's form shows of it; null if it has none
     * @param companions whether companion items or unique values are written with it
     */
    record View(
            Row row,
            List<Collection> collections,
            List<Reference> references,
            @Nullable String locked,
            @Nullable String unreadable,
            @Nullable Map<String, @Nullable Object> fields,
            boolean companions) {}

    private Items() {}

    static Row row(Table table, Map<String, AttributeValue> item) {
        Recognised known = Recognised.of(table, item);
        return new Row(
                DynamoJson.ofItem(keyOf(table, item)),
                known == null ? null : known.entity().name(),
                known == null ? null : known.scoping().tenant(),
                DynamoJson.ofItem(item));
    }

    static View view(SystemDefinition<?> system, Table table, Map<String, AttributeValue> item) {
        Recognised known = Recognised.of(table, item);
        return new View(
                row(table, item),
                collections(table, item),
                known == null ? List.of() : references(system, known.fields(table, item)),
                Edit.lockedBecause(known),
                known == null ? null : known.unreadableBecause(item),
                known == null ? null : EntityForm.fields(known, item),
                known != null && known.entity().hasCompany());
    }

    /** The primary key; without what a projection left out. */
    static Map<String, AttributeValue> keyOf(Table table, Map<String, AttributeValue> item) {
        Map<String, AttributeValue> key = new TreeMap<>();
        for (String attribute : keyAttributes(table)) {
            AttributeValue value = item.get(attribute);
            if (value != null) {
                key.put(attribute, value);
            }
        }
        return key;
    }

    static List<String> keyAttributes(Table table) {
        String sort = table.sort();
        return sort == null ? List.of(table.partition()) : List.of(table.partition(), sort);
    }

    /** A key that somebody sent, whole. */
    static Map<String, AttributeValue> key(Table table, Map<String, Object> sent) {
        Map<String, AttributeValue> key = DynamoJson.item(sent, "key");
        if (!key.keySet().equals(Set.copyOf(keyAttributes(table)))) {
            throw ApiException.invalid("key", "must have just " + String.join(" and ", keyAttributes(table)))
                    .withCode("key-attributes", Map.of("names", String.join(", ", keyAttributes(table))));
        }
        return key;
    }

    private static List<Collection> collections(Table table, Map<String, AttributeValue> item) {
        List<Collection> all = new ArrayList<>();
        AttributeValue partition = item.get(table.partition());
        if (partition != null && table.sort() != null) {
            all.add(new Collection(null, table.partition(), DynamoJson.of(partition)));
        }
        for (Index index : table.indexes()) {
            AttributeValue value = item.get(index.partition());
            boolean whole = index.sort() == null || item.containsKey(index.sort());
            if (value != null && whole && !index.local()) {
                all.add(new Collection(index.name(), index.partition(), DynamoJson.of(value)));
            }
        }
        return all;
    }

    private static List<Reference> references(SystemDefinition<?> system, Map<String, String> fields) {
        List<Reference> all = new ArrayList<>();
        for (Table table : system.model().allTables()) {
            for (Pattern<?> pattern : table.patterns()) {
                List<String> parameters = pattern.parameters();
                boolean asked = pattern.kind() != Pattern.Kind.SCAN
                        && pattern.kind() != Pattern.Kind.CHANGE
                        && !parameters.isEmpty()
                        && fields.keySet().containsAll(parameters);
                if (asked && isAskable(pattern, fields)) {
                    Map<String, String> values = new LinkedHashMap<>();
                    parameters.forEach(name -> values.put(name, fields.getOrDefault(name, "")));
                    all.add(new Reference(
                            table.name(),
                            pattern.name(),
                            pattern.entities().stream().map(each -> each.name()).toList(),
                            values));
                }
            }
        }
        return all;
    }

    /** A field of the same name may hold something else there. */
    private static boolean isAskable(Pattern<?> pattern, Map<String, String> fields) {
        Map<String, String> values = new LinkedHashMap<>();
        pattern.parameters().forEach(name -> values.put(name, fields.getOrDefault(name, "")));
        try {
            Parameters.bind(pattern, values, null, null);
            return true;
        } catch (ApiException refused) {
            return false;
        }
    }
}
