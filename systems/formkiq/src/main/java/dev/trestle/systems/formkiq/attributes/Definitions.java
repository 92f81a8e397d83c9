package dev.trestle.systems.formkiq.attributes;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.api.UseCounts;
import dev.trestle.systems.formkiq.attributes.AttributeViews.DefinitionView;
import dev.trestle.systems.formkiq.attributes.AttributeViews.NewDefinition;
import dev.trestle.systems.formkiq.attributes.AttributeViews.Position;
import dev.trestle.systems.formkiq.attributes.AttributeViews.Watermark;
import dev.trestle.systems.formkiq.folders.FolderAccess;
import dev.trestle.systems.formkiq.model.Attributes;
import dev.trestle.systems.formkiq.model.Attributes.Attribute;
import dev.trestle.systems.formkiq.model.Attributes.AttributeType;
import dev.trestle.systems.formkiq.model.Attributes.DataType;
import dev.trestle.systems.formkiq.model.AttributesAttributeBuilder;
import dev.trestle.systems.formkiq.model.DocumentAttributes;
import dev.trestle.systems.formkiq.model.Permission;
import dev.trestle.systems.formkiq.model.Schemas;
import dev.trestle.systems.formkiq.schemas.EffectiveSchema;
import dev.trestle.systems.formkiq.schemas.SchemaDocument;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Definitions of attributes. Whether one is in use is decided on counts of its values, which are kept in the
 * transactions that write these.
 */
public final class Definitions {
    private static final int KEY_MAX = 200;
    private static final int LOOKED_AT_MAX = 100;
    private static final Set<String> RESERVED = Set.of(
            "publication",
            "classification",
            "malwarescanresult",
            "relationships",
            "checkout",
            "checkoutforlegalhold",
            "lockedby",
            "lockeddate",
            "esignaturedocusignenvelopeid",
            "esignaturedocusignstatus");
    private static final Set<String> LOCKS = Set.of("Checkout", "CheckoutForLegalHold");
    private static final String SCANNED = "MalwareScanResult";
    private static final Set<AttributeType> GUARDED = Set.of(AttributeType.OPA, AttributeType.GOVERNANCE);

    private Definitions() {}

    /** Whether a key says of a document that it is checked out, or held. */
    static boolean isLock(String key) {
        return LOCKS.contains(key);
    }

    /** Whether the system alone sets and removes what a document has under a key: no schema speaks of it, and no change of other values touches it. */
    static boolean isOfSystem(String key) {
        return isLock(key) || key.equals(SCANNED);
    }

    static boolean isReserved(String key) {
        return RESERVED.contains(key.toLowerCase(Locale.ROOT));
    }

    static boolean isGuarded(Attribute definition) {
        return GUARDED.contains(definition.type());
    }

    static DefinitionView view(Attribute attribute) {
        return new DefinitionView(attribute.type(), attribute.key(), attribute.dataType(), watermarkOf(attribute));
    }

    /** The watermark that a definition describes; null if it is none. */
    public static @Nullable Watermark watermarkOf(Attribute attribute) {
        if (attribute.dataType() != DataType.WATERMARK) {
            return null;
        }
        boolean isPlaced = attribute.watermarkxAnchor() != null
                || attribute.watermarkyAnchor() != null
                || attribute.watermarkxOffset() != null
                || attribute.watermarkyOffset() != null;
        return new Watermark(
                number(attribute.watermarkFontSize()),
                attribute.watermarkText(),
                number(attribute.watermarkRotation()),
                attribute.watermarkImageDocumentId(),
                attribute.watermarkScale(),
                isPlaced
                        ? new Position(
                                attribute.watermarkxAnchor(),
                                attribute.watermarkyAnchor(),
                                number(attribute.watermarkxOffset()),
                                number(attribute.watermarkyOffset()))
                        : null);
    }

    private static @Nullable Double number(@Nullable BigDecimal value) {
        return value == null ? null : value.doubleValue();
    }

    private static @Nullable BigDecimal number(@Nullable Double value) {
        return value == null ? null : BigDecimal.valueOf(value);
    }

    static Attribute require(ItemStore store, String key) {
        return find(store, key)
                .map(Stored::record)
                .orElseThrow(() -> Refusals.notFound("Attribute " + key + " not found"));
    }

    private static Optional<Stored<Attribute>> find(ItemStore store, String key) {
        return key.indexOf('#') >= 0 ? Optional.empty() : store.stored(Attributes.ATTRIBUTE_BY_KEY.of(key));
    }

    static Decision<Attribute> add(ItemStore store, Caller caller, @Nullable NewDefinition asked) {
        if (asked == null) {
            throw Refusals.message("invalid request body");
        }
        String key = asked.key();
        Refusals refusals = new Refusals().require(key, "key");
        refusals.check();
        String named = String.valueOf(key);
        AttributeType type = asked.type() == null ? AttributeType.STANDARD : asked.type();
        DataType dataType = asked.dataType() == null ? DataType.STRING : asked.dataType();
        refusals.addIf(isReserved(named), "key", "'" + named + "' is a reserved attribute name")
                .addIf(
                        named.indexOf('#') >= 0 || named.contains("::") || named.length() > KEY_MAX,
                        "key",
                        "'" + named + "' cannot contain '#' or '::', nor exceed " + KEY_MAX + " characters")
                .addIf(GUARDED.contains(type) && !caller.governs(), named, "Access denied to attribute");
        if (dataType == DataType.WATERMARK) {
            checkWatermark(store, caller, asked.watermark(), refusals);
        }
        refusals.addIf(
                refusals.isEmpty() && find(store, named).isPresent(),
                "key",
                "attribute '" + named + "' already exists");
        refusals.check();
        Attribute made = with(plain(named, type, dataType), asked.watermark());
        Decision<Attribute> decision = Decision.of(made)
                .create(
                        Attributes.ATTRIBUTE,
                        made,
                        () -> Refusals.of("key", "attribute '" + named + "' already exists"));
        UseCounts.begin(decision, named);
        return decision;
    }

    static Attribute plain(String key, AttributeType type, DataType dataType) {
        return new Attribute(key, type, dataType, key, false, null, null, null, null, null, null, null, null, null);
    }

    /** Has a decision define an attribute that a preset needs. */
    public static void addPreset(Decision<?> decision, String key) {
        decision.create(Attributes.ATTRIBUTE, plain(key, AttributeType.STANDARD, DataType.STRING));
        UseCounts.begin(decision, key);
    }

    /** A picture that the caller may not read is none: it would be shown in all documents that are marked with it. */
    private static void checkWatermark(
            ItemStore store, Caller caller, @Nullable Watermark watermark, Refusals refusals) {
        String text = watermark == null ? null : watermark.text();
        String image = watermark == null ? null : watermark.imageDocumentId();
        boolean hasText = text != null && !text.isEmpty();
        boolean hasImage = image != null && !image.isEmpty();
        refusals.addIf(
                !hasText && !hasImage, "watermark", "'watermark.text' or 'watermark.imageDocumentId' is required");
        refusals.addIf(
                hasImage && !FolderAccess.of(store, caller).allows(store, String.valueOf(image), Permission.READ),
                "watermark.imageDocumentId",
                "watermark.imageDocumentId' does not exist");
    }

    private static Attribute with(Attribute plain, @Nullable Watermark mark) {
        if (plain.dataType() != DataType.WATERMARK || mark == null) {
            return plain;
        }
        Position place = mark.position();
        return AttributesAttributeBuilder.builder(plain)
                .watermarkText(mark.text())
                .watermarkImageDocumentId(mark.imageDocumentId())
                .watermarkRotation(number(mark.rotation()))
                .watermarkScale(mark.scale())
                .watermarkFontSize(number(mark.fontSize()))
                .watermarkxOffset(place == null ? null : number(place.xOffset()))
                .watermarkyOffset(place == null ? null : number(place.yOffset()))
                .watermarkxAnchor(place == null ? null : place.xAnchor())
                .watermarkyAnchor(place == null ? null : place.yAnchor())
                .build();
    }

    static Decision<Attribute> update(ItemStore store, Caller caller, String key, @Nullable NewDefinition asked) {
        if (asked == null) {
            throw Refusals.message("invalid request body");
        }
        Stored<Attribute> before = find(store, key).orElseThrow(() -> Refusals.of("", "Attribute not found"));
        Attribute old = before.record();
        Watermark mark = asked.watermark();
        boolean marks = mark != null && old.dataType() == DataType.WATERMARK;
        if (asked.type() == null && !marks) {
            throw Refusals.of("", "Attribute Type or Watermark is required");
        }
        AttributeType type = asked.type() == null ? old.type() : asked.type();
        boolean isGuarded = type != old.type() || marks && isGuarded(old);
        if (isGuarded && !caller.governs()) {
            throw Refusals.of("", "Access denied to attribute");
        }
        Refusals refusals = new Refusals();
        if (marks) {
            checkWatermark(store, caller, mark, refusals);
        }
        refusals.check();
        Attribute typed = AttributesAttributeBuilder.builder(old).type(type).build();
        Attribute after = marks
                ? with(
                        AttributesAttributeBuilder.builder(plain(key, type, old.dataType()))
                                .isInUse(old.isInUse())
                                .build(),
                        mark)
                : typed;
        return Decision.of(after).replace(Attributes.ATTRIBUTE, before, after);
    }

    static Decision<String> delete(ItemStore store, ItemStore indexes, String key) {
        Stored<Attribute> before = find(store, key).orElseThrow(() -> Refusals.of("key", "attribute 'key' not found"));
        // Schemas are written rarely, and a schema that names the attribute checks its item in the same transaction.
        if (isReserved(key)) {
            throw Refusals.of(key, "attribute '" + key + "' is in use, cannot be deleted");
        }
        boolean inSchema = isInSchema(store, indexes, key);
        if (inSchema) {
            throw Refusals.of(key, "attribute '" + key + "' is used in a Schema / Classification, cannot be deleted");
        }
        if (hasUncounted(store, indexes, key)) {
            throw Refusals.of(key, "attribute '" + key + "' is in use, cannot be deleted");
        }
        Decision<String> decision = Decision.of(key).delete(Attributes.ATTRIBUTE, before);
        if (!UseCounts.end(decision, store, key)) {
            throw Refusals.of(key, "attribute '" + key + "' is in use, cannot be deleted");
        }
        return decision;
    }

    /**
     * Whether an index knows a value that is there: other programs count none. Counts decide, since an index may lag; it
     * only adds what they miss.
     */
    private static boolean hasUncounted(ItemStore store, ItemStore indexes, String key) {
        return indexes.first(DocumentAttributes.DOCUMENTS_BY_ATTRIBUTE_KEY.of(key), LOOKED_AT_MAX).stream()
                .anyMatch(row -> store.stored(DocumentAttributes.ATTRIBUTE_VALUE.of(row.documentId(), key, row.value()))
                        .isPresent());
    }

    /** By the schema itself and by its rows, which of a large schema come a little later. */
    private static boolean isInSchema(ItemStore store, ItemStore indexes, String key) {
        boolean inSite = store.get(Schemas.SCHEMA_OF_SITE.of(EffectiveSchema.DOCUMENT))
                .map(row -> SchemaDocument.parse(row.schema()).keys().contains(key))
                .orElse(false);
        return inSite
                || indexes.collect(Schemas.SCHEMAS_WITH_ATTRIBUTE.of(key), 1).size() > 0;
    }

    /** The values that any schema of the site allows, in their order. */
    static List<String> allowedValues(ItemStore anyMoment, String key) {
        Set<String> values = new TreeSet<>();
        var found = anyMoment.collect(Schemas.ALLOWED_VALUES.of(key), 10_000);
        found.of(Schemas.SITE_ALLOWED_VALUE).forEach(row -> values.add(row.value()));
        found.of(Schemas.CLASSIFICATION_ALLOWED_VALUE).forEach(row -> values.add(row.value()));
        return List.copyOf(values);
    }
}
