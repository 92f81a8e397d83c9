package dev.trestle.systems.formkiq.mappings;

import dev.trestle.model.Bound;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Retrieved;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.mappings.MappingViews.AttributeFields;
import dev.trestle.systems.formkiq.mappings.MappingViews.MappingFields;
import dev.trestle.systems.formkiq.model.Attributes;
import dev.trestle.systems.formkiq.model.Attributes.Attribute;
import dev.trestle.systems.formkiq.model.Attributes.DataType;
import dev.trestle.systems.formkiq.model.Mappings.Mapping;
import dev.trestle.systems.formkiq.model.Mappings.SourceType;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a mapping has to be: a name, and attributes that the site defines, each with a source that can give a value. */
final class MappingRules {
    private static final int ATTRIBUTES_MAX = 100;
    private static final int TEXT_MAX = 1000;
    private static final int TEXTS_MAX = 100;
    private static final Set<SourceType> WITHOUT_LABELS =
            EnumSet.of(SourceType.MANUAL, SourceType.DATA_CLASSIFICATION, SourceType.MALWARE_SCAN);

    private MappingRules() {}

    /** The mapping that is asked for, or a refusal with all that is wrong. */
    static Mapping checked(ItemStore store, String mappingId, @Nullable MappingFields asked) {
        if (asked == null) {
            throw Refusals.message("invalid request body");
        }
        List<AttributeFields> attributes = asked.attributes() == null ? List.of() : asked.attributes();
        new Refusals()
                .require(asked.name(), "name")
                .addIf(attributes.isEmpty(), "attributes", "'attributes' is required")
                .check();
        checkSizes(asked, attributes);
        Map<String, Attribute> definitions = definitions(store, attributes);
        Refusals fields = new Refusals();
        for (int i = 0; i < attributes.size(); i++) {
            checkFields("attribute[" + i + "].", attributes.get(i), definitions, fields);
        }
        fields.check();
        Refusals keys = new Refusals();
        attributes.stream()
                .map(each -> String.valueOf(each.attributeKey()))
                .filter(key -> !definitions.containsKey(key))
                .distinct()
                .forEach(key -> keys.add(key, "invalid attribute '" + key + "'"));
        boolean twice = attributes.stream()
                        .map(AttributeFields::attributeKey)
                        .distinct()
                        .count()
                < attributes.size();
        keys.addIf(twice, "", "duplicate attributes in mapping").check();
        String description = asked.description();
        return new Mapping(
                mappingId,
                String.valueOf(asked.name()),
                MappingViews.empty(description) ? null : description,
                attributes.stream().map(AttributeFields::stored).toList());
    }

    private static void checkSizes(MappingFields asked, List<AttributeFields> attributes) {
        Refusals sizes = new Refusals()
                .addIf(isLong(asked.name()), "name", "value cannot exceed " + TEXT_MAX)
                .addIf(isLong(asked.description()), "description", "value cannot exceed " + TEXT_MAX)
                .addIf(
                        attributes.size() > ATTRIBUTES_MAX,
                        "attributes",
                        "a mapping has at most " + ATTRIBUTES_MAX + " attributes");
        for (int i = 0; i < attributes.size(); i++) {
            AttributeFields each = attributes.get(i);
            boolean isLarge = isLong(each.defaultValue())
                    || isLong(each.validationRegex())
                    || areLarge(each.defaultValues())
                    || areLarge(each.labelTexts());
            sizes.addIf(
                    isLarge,
                    "attribute[" + i + "]",
                    "at most " + TEXTS_MAX + " texts of " + TEXT_MAX + " characters each");
        }
        sizes.check();
    }

    private static boolean isLong(@Nullable String text) {
        return text != null && text.length() > TEXT_MAX;
    }

    private static boolean areLarge(@Nullable List<String> texts) {
        return texts != null && (texts.size() > TEXTS_MAX || texts.stream().anyMatch(MappingRules::isLong));
    }

    private static void checkFields(
            String at, AttributeFields each, Map<String, Attribute> definitions, Refusals refusals) {
        SourceType source = each.sourceType();
        refusals.addIf(MappingViews.empty(each.attributeKey()), at + "attributeKey", "'attributeKey' is required")
                .addIf(source == null, at + "sourceType", "'sourceType' is required");
        boolean hasLabels = source != null && !WITHOUT_LABELS.contains(source);
        refusals.addIf(
                        hasLabels && each.labelMatchingType() == null,
                        at + "labelMatchingType",
                        "'labelMatchingType' is required")
                .addIf(
                        hasLabels && MappingViews.empty(each.labelTexts()),
                        at + "labelTexts",
                        "'labelTexts' is required")
                .addIf(
                        source == SourceType.METADATA && each.metadataField() == null,
                        at + "metadataField",
                        "'metadataField' is required")
                .addIf(!isPattern(each.validationRegex()), at + "validationRegex", "invalid 'validationRegex'");
        Attribute definition = definitions.get(String.valueOf(each.attributeKey()));
        boolean isKeyOnly = definition != null && definition.dataType() == DataType.KEY_ONLY;
        String defaults = "'defaultValue' or 'defaultValues' ";
        if (source == SourceType.MANUAL && isKeyOnly) {
            refusals.addIf(each.hasDefault(), at + "defaultValue", defaults + "cannot be used with KEY_ONLY attribute");
        } else if (source == SourceType.MANUAL) {
            refusals.addIf(!each.hasDefault(), at + "defaultValue", defaults + "is required");
        }
    }

    private static boolean isPattern(@Nullable String regex) {
        if (MappingViews.empty(regex)) {
            return true;
        }
        try {
            java.util.regex.Pattern unused = java.util.regex.Pattern.compile(String.valueOf(regex));
            return true;
        } catch (PatternSyntaxException e) {
            return false;
        }
    }

    private static Map<String, Attribute> definitions(ItemStore store, List<AttributeFields> attributes) {
        Stream<String> keys = attributes.stream()
                .map(each -> String.valueOf(each.attributeKey()))
                .filter(key -> !key.isEmpty() && key.indexOf('#') < 0)
                .distinct();
        List<Bound<Attribute>> asked = keys.map(Attributes.ATTRIBUTE_BY_KEY::of).toList();
        Map<String, Attribute> found = new LinkedHashMap<>();
        if (asked.isEmpty()) {
            return found;
        }
        Retrieved read = store.retrieve(asked);
        asked.stream()
                .map(read::readable)
                .flatMap(Optional::stream)
                .forEach(row -> found.put(row.record().key(), row.record()));
        return found;
    }
}
