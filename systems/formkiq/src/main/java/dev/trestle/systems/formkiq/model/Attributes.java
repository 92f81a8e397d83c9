package dev.trestle.systems.formkiq.model;

import static dev.trestle.systems.formkiq.model.DocumentsTable.TABLE;

import dev.trestle.model.Entity;
import dev.trestle.model.Pattern;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** Chapter "Attributes": the attributes that documents may have. */
public final class Attributes {
    /** What an attribute is for. */
    public enum AttributeType {
        STANDARD,
        OPA,
        GOVERNANCE
    }

    /** What values an attribute has. */
    public enum DataType {
        STRING,
        NUMBER,
        BOOLEAN,
        KEY_ONLY,
        WATERMARK,
        PUBLICATION,
        ENTITY
    }

    /** How a picture is fitted as a watermark. */
    public enum WatermarkScale {
        FIT_BEST,
        ORIGINAL
    }

    /** Where a watermark stands, across. */
    public enum WatermarkxAnchor {
        LEFT,
        RIGHT,
        CENTER
    }

    /** Where a watermark stands, from top to bottom. */
    public enum WatermarkyAnchor {
        TOP,
        BOTTOM,
        CENTER
    }

    /**
     * An attribute that documents may have.
     *
     * @param documentId the attribute's key, once more
     */
    @RecordBuilder
    public record Attribute(
            String documentId,
            AttributeType type,
            DataType dataType,
            String key,
            boolean isInUse,
            @Nullable String watermarkText,
            @Nullable BigDecimal watermarkRotation,
            @Nullable String watermarkImageDocumentId,
            @Nullable WatermarkScale watermarkScale,
            @Nullable BigDecimal watermarkFontSize,
            @Nullable BigDecimal watermarkxOffset,
            @Nullable BigDecimal watermarkyOffset,
            @Nullable WatermarkxAnchor watermarkxAnchor,
            @Nullable WatermarkyAnchor watermarkyAnchor) {}

    public static final Entity<Attribute> ATTRIBUTE = TABLE.entity(Attribute.class)
            .about("An attribute that documents may have")
            .key("attr#{key}", "attribute")
            .index("GSI1", "attr#", "attr#{key}")
            .index("GSI2", "attr#", "attr#{dataType}")
            .refuse("#", "key")
            .accept("HOT_PARTITION", "documented so; a site defines some hundred attributes, seldom changed");

    public static final Pattern<Attribute> ATTRIBUTE_BY_KEY = ATTRIBUTE.get("Get an attribute by key");

    public static final Pattern<Attribute> ALL_ATTRIBUTES =
            ATTRIBUTE.query("List attributes").on("GSI1").beginsWith("attr#");

    public static final Pattern<Attribute> ATTRIBUTES_BY_DATA_TYPE =
            ATTRIBUTE.query("List attributes by data type").on("GSI2").exactly("attr#{dataType}");

    private Attributes() {}
}
