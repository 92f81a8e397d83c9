package dev.trestle.systems.formkiq.attributes;

import dev.trestle.systems.formkiq.api.OnSite;
import dev.trestle.systems.formkiq.model.Attributes.AttributeType;
import dev.trestle.systems.formkiq.model.Attributes.DataType;
import dev.trestle.systems.formkiq.model.Attributes.WatermarkScale;
import dev.trestle.systems.formkiq.model.Attributes.WatermarkxAnchor;
import dev.trestle.systems.formkiq.model.Attributes.WatermarkyAnchor;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the operations on attributes take and give. */
public final class AttributeViews {
    /** Where a watermark stands; offsets are in points. */
    public record Position(
            @Nullable WatermarkxAnchor xAnchor,
            @Nullable WatermarkyAnchor yAnchor,
            @Nullable Double xOffset,
            @Nullable Double yOffset) {}

    public record Watermark(
            @Nullable Double fontSize,
            @Nullable String text,
            @Nullable Double rotation,
            @Nullable String imageDocumentId,
            @Nullable WatermarkScale scale,
            @Nullable Position position) {}

    record DefinitionView(
            AttributeType type,
            String key,
            DataType dataType,
            @Nullable Watermark watermark) {}

    record DefinitionsView(@Nullable String next, List<DefinitionView> attributes) {}

    record OneDefinition(DefinitionView attribute) {}

    record AllowedValuesView(
            List<String> allowedValues, @Nullable Map<String, String> localizedAllowedValues) {}

    record ListDefinitions(
            @Nullable String siteId,
            @Nullable String next,
            @Nullable String limit) implements OnSite {}

    record NewDefinition(
            @Nullable String key,
            @Nullable DataType dataType,
            @Nullable AttributeType type,
            @Nullable Watermark watermark) {}

    record NewDefinitionBody(@Nullable NewDefinition attribute) {}

    record AddDefinition(@Nullable String siteId, NewDefinitionBody body) implements OnSite {}

    record ByDefinition(@Nullable String siteId, String key) implements OnSite {}

    record UpdateDefinition(@Nullable String siteId, String key, NewDefinitionBody body) implements OnSite {}

    /** How one document stands to another. */
    public enum Relationship {
        PRIMARY,
        ATTACHMENT,
        APPENDIX,
        SUPPLEMENT,
        ASSOCIATED,
        RENDITION
    }

    /** Which of two kinds of entity types a name is of. */
    public enum Namespace {
        PRESET,
        CUSTOM
    }

    /** A value of any kind; which one it is follows from what is given. */
    public record NewAttribute(
            @Nullable String key,
            @Nullable String stringValue,
            @Nullable List<String> stringValues,
            @Nullable BigDecimal numberValue,
            @Nullable List<BigDecimal> numberValues,
            @Nullable Boolean booleanValue,
            @Nullable String classificationId,
            @Nullable String documentId,
            @Nullable Relationship relationship,
            @Nullable Relationship inverseRelationship,
            @Nullable String entityTypeId,
            @Nullable String entityId,
            @Nullable Namespace namespace) {
        NewAttribute named(String other) {
            return new NewAttribute(
                    other,
                    stringValue,
                    stringValues,
                    numberValue,
                    numberValues,
                    booleanValue,
                    classificationId,
                    documentId,
                    relationship,
                    inverseRelationship,
                    entityTypeId,
                    entityId,
                    namespace);
        }
    }

    /** What kind of value an attribute of a document has, as the API writes it. */
    public enum ShownType {
        BOOLEAN,
        KEY_ONLY,
        NUMBER,
        STRING,
        PUBLICATION,
        CLASSIFICATION,
        COMPOSITE_STRING,
        RELATIONSHIPS,
        WATERMARK,
        ENTITY
    }

    /** An attribute of a document with all its values. */
    public record ValueView(
            String key,
            @Nullable String stringValue,
            @Nullable List<String> stringValues,
            @Nullable BigDecimal numberValue,
            @Nullable List<BigDecimal> numberValues,
            @Nullable Boolean booleanValue,
            @Nullable String insertedDate,
            @Nullable String userId,
            ShownType valueType) {}

    record ValuesView(@Nullable String next, List<ValueView> attributes) {}

    record OneValue(ValueView attribute) {}

    record ListValues(
            String documentId,
            @Nullable String siteId,
            @Nullable String limit,
            @Nullable String next) implements OnSite {}

    record NewAttributes(@Nullable List<NewAttribute> attributes) {}

    record WriteValues(String documentId, @Nullable String siteId, NewAttributes body) implements OnSite {}

    record ByValue(
            String documentId,
            String attributeKey,
            @Nullable String siteId) implements OnSite {}

    record ByOneValue(
            String documentId,
            String attributeKey,
            String attributeValue,
            @Nullable String siteId) implements OnSite {}

    record OneNewValue(@Nullable NewAttribute attribute) {}

    record SetValue(
            String documentId,
            String attributeKey,
            @Nullable String siteId,
            OneNewValue body) implements OnSite {}

    /** What is made anew of a document. */
    enum ReindexTarget {
        ATTRIBUTES
    }

    record ReindexBody(@Nullable ReindexTarget target) {}

    record Reindex(String documentId, @Nullable String siteId, ReindexBody body) implements OnSite {}

    private AttributeViews() {}
}
