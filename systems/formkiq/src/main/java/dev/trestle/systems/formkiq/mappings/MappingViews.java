package dev.trestle.systems.formkiq.mappings;

import dev.trestle.systems.formkiq.api.OnSite;
import dev.trestle.systems.formkiq.model.Mappings.LabelMatchingType;
import dev.trestle.systems.formkiq.model.Mappings.Mapping;
import dev.trestle.systems.formkiq.model.Mappings.MappingAttribute;
import dev.trestle.systems.formkiq.model.Mappings.MetadataField;
import dev.trestle.systems.formkiq.model.Mappings.SourceType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the operations on mappings take and give. */
final class MappingViews {
    record AttributeFields(
            @Nullable String attributeKey,
            @Nullable SourceType sourceType,
            @Nullable String defaultValue,
            @Nullable List<String> defaultValues,
            @Nullable List<String> labelTexts,
            @Nullable LabelMatchingType labelMatchingType,
            @Nullable MetadataField metadataField,
            @Nullable String validationRegex) {
        static AttributeFields of(MappingAttribute stored) {
            return new AttributeFields(
                    stored.attributeKey(),
                    stored.sourceType(),
                    stored.defaultValue(),
                    stored.defaultValues(),
                    stored.labelTexts(),
                    stored.labelMatchingType(),
                    stored.metadataField(),
                    stored.validationRegex());
        }

        boolean hasDefault() {
            return !empty(defaultValue) || !empty(defaultValues);
        }

        MappingAttribute stored() {
            return new MappingAttribute(
                    String.valueOf(attributeKey),
                    sourceType,
                    empty(defaultValue) ? null : defaultValue,
                    empty(defaultValues) ? null : defaultValues,
                    empty(labelTexts) ? null : labelTexts,
                    labelMatchingType,
                    metadataField,
                    empty(validationRegex) ? null : validationRegex);
        }
    }

    record MappingFields(
            @Nullable String name,
            @Nullable String description,
            @Nullable List<AttributeFields> attributes) {}

    record MappingBody(@Nullable MappingFields mapping) {}

    record MappingView(String mappingId, String name, String description, List<AttributeFields> attributes) {
        static MappingView of(Mapping stored) {
            String description = stored.description();
            return new MappingView(
                    stored.documentId(),
                    stored.name(),
                    description == null ? "" : description,
                    stored.attributes().stream().map(AttributeFields::of).toList());
        }
    }

    record MappingsView(
            List<MappingView> mappings, @Nullable String next) {}

    record OneMapping(MappingView mapping) {}

    record MadeMapping(String mappingId) {}

    record ListMappings(
            @Nullable String siteId,
            @Nullable String limit,
            @Nullable String next) implements OnSite {}

    record AddMapping(@Nullable String siteId, MappingBody body) implements OnSite {}

    record ByMapping(String mappingId, @Nullable String siteId) implements OnSite {}

    record SetMapping(String mappingId, @Nullable String siteId, MappingBody body) implements OnSite {}

    static boolean empty(@Nullable String text) {
        return text == null || text.isEmpty();
    }

    static boolean empty(@Nullable List<String> texts) {
        return texts == null || texts.isEmpty();
    }

    private MappingViews() {}
}
