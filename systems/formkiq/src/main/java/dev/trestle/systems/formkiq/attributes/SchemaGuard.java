package dev.trestle.systems.formkiq.attributes;

import dev.trestle.model.Bound;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Retrieved;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.model.Attributes;
import dev.trestle.systems.formkiq.model.Attributes.Attribute;
import dev.trestle.systems.formkiq.model.Attributes.DataType;
import dev.trestle.systems.formkiq.model.DocumentAttributes.DocumentAttribute;
import dev.trestle.systems.formkiq.model.DocumentAttributes.ValueType;
import dev.trestle.systems.formkiq.schemas.EffectiveSchema;
import dev.trestle.systems.formkiq.schemas.SchemaDocument.SchemaAttribute;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Holds the attributes that a document is about to have to the schemas that it obeys, and completes them. */
final class SchemaGuard {
    private final ItemStore store;
    private final List<EffectiveSchema> schemas;

    private SchemaGuard(ItemStore store, List<EffectiveSchema> schemas) {
        this.store = store;
        this.schemas = schemas;
    }

    /** {@code rows} are all that the document is about to have. */
    static SchemaGuard of(ItemStore store, Collection<DocumentAttribute> rows) {
        Set<String> classIds = new LinkedHashSet<>();
        rows.stream()
                .filter(row -> row.valueType() == ValueType.CLASSIFICATION)
                .map(DocumentAttribute::stringValue)
                .forEach(id -> {
                    if (id != null && !id.isEmpty()) {
                        classIds.add(id);
                    }
                });
        return new SchemaGuard(store, EffectiveSchema.of(store, classIds));
    }

    List<EffectiveSchema> schemas() {
        return schemas;
    }

    /** The values that required attributes get where the document has none. */
    List<Wanted> defaults(Set<String> present) {
        Set<String> missing = new LinkedHashSet<>();
        schemas.forEach(schema -> schema.required().keySet().stream()
                .filter(key -> !present.contains(key))
                .forEach(missing::add));
        Map<String, Attribute> definitions = definitions(missing);
        List<Wanted> wanted = new ArrayList<>();
        for (String key : missing) {
            Attribute definition = definitions.get(key);
            List<String> values = defaultOf(key);
            if (definition != null && definition.dataType() == DataType.KEY_ONLY) {
                wanted.add(new Wanted(key, ValueType.KEY_ONLY, List.of(), null));
            } else if (definition != null && !values.isEmpty()) {
                wanted.add(value(key, definition.dataType(), values));
            }
        }
        return wanted;
    }

    /** The first default that all schemas allow; if there is none, the first one, which the check then refuses. */
    private List<String> defaultOf(String key) {
        List<List<String>> known = new ArrayList<>();
        schemas.forEach(schema -> known.addAll(schema.defaults().getOrDefault(key, List.of())));
        return known.stream()
                .filter(values -> schemas.stream()
                        .map(schema -> schema.find(key))
                        .allMatch(says -> says == null
                                || says.allowed().isEmpty()
                                || says.allowed().containsAll(values)))
                .findFirst()
                .orElse(known.isEmpty() ? List.of() : known.get(0));
    }

    private static Wanted value(String key, DataType type, List<String> texts) {
        return switch (type) {
            case NUMBER ->
                new Wanted(
                        key,
                        ValueType.NUMBER,
                        texts.stream().<Object>map(BigDecimal::new).toList(),
                        null);
            case BOOLEAN -> new Wanted(key, ValueType.BOOLEAN, List.of(Boolean.valueOf(texts.get(0))), null);
            default -> new Wanted(key, ValueType.STRING, List.copyOf(texts), null);
        };
    }

    private Map<String, Attribute> definitions(Set<String> keys) {
        List<Bound<Attribute>> asked = keys.stream()
                .filter(key -> !key.isEmpty() && key.indexOf('#') < 0)
                .map(Attributes.ATTRIBUTE_BY_KEY::of)
                .toList();
        Map<String, Attribute> found = new LinkedHashMap<>();
        if (!asked.isEmpty()) {
            Retrieved read = store.retrieve(asked);
            asked.forEach(each ->
                    read.readable(each).ifPresent(row -> found.put(row.record().key(), row.record())));
        }
        return found;
    }

    /** Refuses what the document is about to have, with all that is wrong with it. */
    void check(Map<String, List<DocumentAttribute>> byKey) {
        Refusals refusals = new Refusals();
        for (EffectiveSchema schema : schemas) {
            schema.required()
                    .keySet()
                    .forEach(key ->
                            refusals.addIf(!byKey.containsKey(key), key, "missing required attribute '" + key + "'"));
            byKey.forEach((key, rows) -> checkKey(schema, key, rows, refusals));
        }
        refusals.check();
    }

    /** Refuses what the document is about to have of some keys; what else it has or lacks is not looked at. */
    void check(Map<String, List<DocumentAttribute>> byKey, Set<String> keys) {
        Refusals refusals = new Refusals();
        for (EffectiveSchema schema : schemas) {
            keys.forEach(key -> checkKey(schema, key, byKey.getOrDefault(key, List.of()), refusals));
        }
        refusals.check();
    }

    /** Refuses to take a required attribute away. */
    void checkRemoved(Set<String> gone) {
        Refusals refusals = new Refusals();
        gone.stream()
                .filter(key -> schemas.stream().anyMatch(each -> each.required().containsKey(key)))
                .forEach(key -> refusals.add(key, "'" + key + "' is a required attribute"));
        refusals.check();
    }

    private static void checkKey(EffectiveSchema schema, String key, List<DocumentAttribute> rows, Refusals refusals) {
        if (Definitions.isReserved(key)) {
            return;
        }
        SchemaAttribute says = schema.find(key);
        if (says == null) {
            refusals.addIf(
                    !schema.allowsAdditional(),
                    key,
                    "attribute '" + key + "' is not listed as a required or optional attribute");
            return;
        }
        boolean isOther = !says.allowed().isEmpty()
                && rows.stream().anyMatch(row -> !says.allowed().contains(row.value()));
        refusals.addIf(
                isOther,
                key,
                "invalid attribute value '" + key + "', only allowed values are " + String.join(",", says.allowed()));
        checkCount(says.minNumberOfValues(), says.maxNumberOfValues(), rows.size(), refusals);
    }

    private static void checkCount(@Nullable BigDecimal min, @Nullable BigDecimal max, int values, Refusals refusals) {
        if (min == null || max == null) {
            return;
        }
        BigDecimal count = BigDecimal.valueOf(values);
        refusals.addIf(
                        count.compareTo(min) < 0,
                        "minNumberOfValues",
                        "number of attributes " + values + " is less than minimum of " + min.toPlainString())
                .addIf(
                        max.signum() >= 0 && count.compareTo(max) > 0,
                        "maxNumberOfValues",
                        "number of attributes " + values + " is more than maximum of " + max.toPlainString());
    }

    /** The sets of keys whose combinations of values the document has rows of, each in its schema's order. */
    Set<List<String>> compositeKeys() {
        Set<List<String>> all = new LinkedHashSet<>();
        schemas.forEach(each -> all.addAll(each.compositeKeys()));
        return all;
    }
}
