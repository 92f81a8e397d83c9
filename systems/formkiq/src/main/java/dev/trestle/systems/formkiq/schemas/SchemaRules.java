package dev.trestle.systems.formkiq.schemas;

import dev.trestle.model.Bound;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Retrieved;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.model.Attributes;
import dev.trestle.systems.formkiq.model.Attributes.Attribute;
import dev.trestle.systems.formkiq.model.Attributes.DataType;
import dev.trestle.systems.formkiq.model.Schemas.SiteCompositeKey;
import dev.trestle.systems.formkiq.schemas.SchemaDocument.CompositeKey;
import dev.trestle.systems.formkiq.schemas.SchemaDocument.SchemaAttribute;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a schema has to be before it is kept. Each stage collects all that is wrong; the next one begins where none is. */
final class SchemaRules {
    /** Each attribute is held to in the transaction that keeps the schema. */
    static final int ATTRIBUTES_MAX = 80;

    private static final int COMPOSITES_MAX = 20;
    private static final int PARTS_MAX = 5;
    private static final int VALUES_MAX = 200;
    /** Their rows are written in a bounded number of steps. */
    private static final int ALL_VALUES_MAX = 3000;

    private static final int TEXT_MAX = 500;
    private static final int JSON_MAX = 300_000;

    private SchemaRules() {}

    /**
     * Refuses a schema with all that a stage finds.
     *
     * @param site the schema of the site, if this is that of a class
     */
    static void check(ItemStore store, SchemaDocument schema, @Nullable SchemaDocument site) {
        checkSizes(schema);
        checkShape(schema);
        if (site != null) {
            checkOverrides(schema, site);
        }
        checkNamed(schema);
        checkDefinitions(schema, definitions(store, schema));
        checkCounts(schema);
    }

    private static void checkSizes(SchemaDocument schema) {
        Refusals refusals = new Refusals()
                .require(schema.name(), "name")
                .addIf(schema.attributes() == null, "schema", "'schema' is required")
                .addIf(
                        schema.name() != null && schema.name().length() > TEXT_MAX,
                        "name",
                        "value cannot exceed " + TEXT_MAX)
                .addIf(
                        schema.all().size() > ATTRIBUTES_MAX,
                        "schema",
                        "a schema has at most " + ATTRIBUTES_MAX + " attributes")
                .addIf(
                        schema.compositeKeys().size() > COMPOSITES_MAX,
                        "compositeKeys",
                        "a schema has at most " + COMPOSITES_MAX + " compositeKeys");
        for (CompositeKey each : schema.compositeKeys()) {
            refusals.addIf(
                    each.keys().size() > PARTS_MAX,
                    "compositeKeys",
                    "compositeKeys must have at most " + PARTS_MAX + " values");
        }
        for (SchemaAttribute each : schema.all()) {
            refusals.addIf(
                    isLarge(each.allowed()) || isLarge(each.defaults()),
                    each.key(),
                    "at most " + VALUES_MAX + " values of " + TEXT_MAX + " characters each");
        }
        long values =
                schema.all().stream().mapToLong(each -> each.allowed().size()).sum();
        refusals.addIf(values > ALL_VALUES_MAX, "schema", "a schema has at most " + ALL_VALUES_MAX + " allowed values");
        refusals.check();
        if (schema.text().length() > JSON_MAX) {
            throw Refusals.of("schema", "value cannot exceed " + JSON_MAX);
        }
    }

    private static boolean isLarge(List<String> values) {
        return values.size() > VALUES_MAX || values.stream().anyMatch(each -> each.length() > TEXT_MAX);
    }

    private static void checkShape(SchemaDocument schema) {
        Refusals refusals = new Refusals();
        for (SchemaAttribute each : schema.required()) {
            boolean isOther = !each.allowed().isEmpty() && !each.allowed().containsAll(each.defaults());
            refusals.addIf(isOther, "defaultValue", "defaultValue must be part of allowed values");
        }
        Set<String> seen = new HashSet<>();
        for (CompositeKey each : schema.compositeKeys()) {
            refusals.addIf(each.keys().size() < 2, "compositeKeys", "compositeKeys must have more than 1 value")
                    .addIf(
                            !seen.add(SiteCompositeKey.searchKeys(each.keys())),
                            "compositeKeys",
                            "duplicate compositeKey");
        }
        refusals.check();
    }

    private static void checkOverrides(SchemaDocument schema, SchemaDocument site) {
        Set<String> required = new HashSet<>();
        site.required().forEach(each -> required.add(each.key()));
        Refusals refusals = new Refusals();
        for (SchemaAttribute each : schema.optional()) {
            refusals.addIf(
                    required.contains(each.key()), each.key(), "attribute cannot override site schema attribute");
        }
        refusals.check();
    }

    private static void checkNamed(SchemaDocument schema) {
        Refusals refusals = new Refusals();
        schema.required()
                .forEach(each -> refusals.addIf(each.key().isEmpty(), "", "required attribute missing attributeKey'"));
        schema.optional()
                .forEach(each -> refusals.addIf(each.key().isEmpty(), "", "optional attribute missing attributeKey'"));
        refusals.check();
    }

    private static void checkDefinitions(SchemaDocument schema, Map<String, Attribute> definitions) {
        Refusals refusals = new Refusals();
        Set<String> required = new HashSet<>();
        schema.required().forEach(each -> required.add(each.key()));
        for (SchemaAttribute each : schema.all()) {
            String key = each.key();
            Attribute definition = definitions.get(key);
            if (definition == null) {
                refusals.add(key, "attribute '" + key + "' not found");
                continue;
            }
            boolean isKeyOnly = definition.dataType() == DataType.KEY_ONLY;
            refusals.addIf(
                            isKeyOnly && !each.allowed().isEmpty(),
                            key,
                            "attribute '" + key + "' does not allow allowed values")
                    .addIf(
                            isKeyOnly && !each.defaults().isEmpty(),
                            key,
                            "attribute '" + key + "' does not allow default values");
            each.defaults()
                    .forEach(value -> refusals.addIf(
                            !isOfType(value, definition.dataType()),
                            key,
                            "default value '" + value + "' is no value of attribute '" + key + "'"));
        }
        for (SchemaAttribute each : schema.optional()) {
            refusals.addIf(
                    required.contains(each.key()),
                    each.key(),
                    "attribute '" + each.key() + "' is in both required & optional lists");
        }
        Set<String> listed = schema.keys();
        for (CompositeKey composite : schema.compositeKeys()) {
            for (String key : composite.keys()) {
                refusals.addIf(!definitions.containsKey(key), key, "attribute '" + key + "' not found")
                        .addIf(
                                definitions.containsKey(key) && !schema.allowsAdditional() && !listed.contains(key),
                                key,
                                "attribute '" + key + "' not listed in required/optional attributes");
            }
        }
        refusals.check();
    }

    private static boolean isOfType(String value, DataType type) {
        if (type == DataType.BOOLEAN) {
            return value.equals("true") || value.equals("false");
        }
        if (type != DataType.NUMBER) {
            return true;
        }
        try {
            return value.length() < 100 && new BigDecimal(value).precision() > 0;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private static void checkCounts(SchemaDocument schema) {
        Refusals refusals = new Refusals();
        for (SchemaAttribute each : schema.all()) {
            BigDecimal min = each.minNumberOfValues();
            BigDecimal max = each.maxNumberOfValues();
            if (min == null && max == null) {
                continue;
            }
            if (min == null || max == null) {
                refusals.add(
                        min == null ? "minNumberOfValues" : "maxNumberOfValues",
                        "both 'minNumberOfValues' and 'maxNumberOfValues' is required");
            } else {
                refusals.addIf(
                        max.signum() >= 0 && min.compareTo(max) > 0,
                        "minNumberOfValues",
                        "minNumberOfValues cannot be more than maxNumberOfValues");
            }
        }
        refusals.check();
    }

    private static Map<String, Attribute> definitions(ItemStore store, SchemaDocument schema) {
        Set<String> keys = new HashSet<>(schema.keys());
        schema.compositeKeys().forEach(each -> keys.addAll(each.keys()));
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
}
