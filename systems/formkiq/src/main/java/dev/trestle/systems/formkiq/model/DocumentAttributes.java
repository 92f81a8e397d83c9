package dev.trestle.systems.formkiq.model;

import static dev.trestle.systems.formkiq.model.DocumentsTable.TABLE;

import dev.trestle.model.Entity;
import dev.trestle.model.Pattern;
import dev.trestle.model.When;
import dev.trestle.model.annotation.Derived;
import dev.trestle.model.annotation.LowerCase;
import dev.trestle.model.annotation.Name;
import dev.trestle.model.error.RefusedValueException;
import dev.trestle.model.value.CutText;
import dev.trestle.model.value.SortableNumber;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Chapter "Documents", section "Document Attribute". */
public final class DocumentAttributes {
    /** What kind of value an attribute has. */
    @LowerCase
    public enum ValueType {
        STRING,
        NUMBER,
        BOOLEAN,
        WATERMARK,
        PUBLICATION,
        @Name("keyOnly")
        KEY_ONLY,
        CLASSIFICATION,
        @Name("compositeString")
        COMPOSITE_STRING,
        RELATIONSHIPS,
        ENTITY
    }

    /**
     * One value of a document's attribute; an attribute with several values is several of these.
     *
     * @param index the place among the attribute's values
     */
    @RecordBuilder
    public record DocumentAttribute(
            String documentId,
            String key,
            @Nullable Integer index,
            ValueType valueType,
            @Nullable String stringValue,
            @Nullable BigDecimal numberValue,
            @Nullable Boolean booleanValue,
            @Nullable String userId,
            @Nullable Instant inserteddate) {
        /** The value as its row's key has it: plain, and nothing if there is none. */
        @Derived({"stringValue", "numberValue", "booleanValue"})
        public String value() {
            return plainValue(stringValue, numberValue, booleanValue);
        }

        /** The value as the search for values has it. */
        @Derived({"stringValue", "numberValue", "booleanValue"})
        public String searchValue() {
            if (numberValue != null) {
                return searchValue(numberValue);
            }
            // A key is never empty.
            return value().isEmpty() ? "#" : searchValue(value());
        }

        /** A text as the search for values has it. */
        public static String searchValue(String text) {
            return CutText.of(text);
        }

        /** A number as the search for values has it, where the order of texts is that of the numbers. */
        public static String searchValue(BigDecimal number) {
            return searchNumber(number);
        }
    }

    /** A value as the rows of attributes and of their versions have it in their keys. */
    static String plainValue(@Nullable String text, @Nullable BigDecimal number, @Nullable Boolean flag) {
        if (number != null) {
            // What is too large to be stored would have as many digits here as its exponent says.
            searchNumber(number);
            return number.stripTrailingZeros().toPlainString();
        }
        if (flag != null) {
            return flag.toString();
        }
        return text == null ? "" : text;
    }

    private static String searchNumber(BigDecimal number) {
        try {
            return SortableNumber.encode(number);
        } catch (IllegalArgumentException e) {
            throw new RefusedValueException(
                    "a key cannot hold this number: " + e.getMessage(), "numberValue", number, "attr#{key}#{value}");
        }
    }

    /**
     * A value too long for its key is cut there; the attribute has it whole, and whoever asks for such a value
     * compares it with that.
     */
    public static final Entity<DocumentAttribute> DOCUMENT_ATTRIBUTE = TABLE.entity(DocumentAttribute.class)
            .about("A value of a document's attribute")
            .key("docs#{documentId}", "attr#{key}#{value:cut}")
            .index("GSI1", "doc#attr#{key}", "{searchValue}")
            .index("GSI2", "docs#{documentId}", "attr#{valueType}#{key}", When.is("valueType", ValueType.WATERMARK))
            .refuse("#", "key")
            .belongsTo(Documents.DOCUMENT, "is found by");

    public static final Pattern<DocumentAttribute> ATTRIBUTES_OF_DOCUMENT =
            DOCUMENT_ATTRIBUTE.query("List the attributes of a document").beginsWith("attr#");

    public static final Pattern<DocumentAttribute> ATTRIBUTE_VALUES = DOCUMENT_ATTRIBUTE
            .query("List the values of a document's attribute")
            .beginsWith("attr#{key}#");

    public static final Pattern<DocumentAttribute> ATTRIBUTE_VALUE =
            DOCUMENT_ATTRIBUTE.get("Get a value of a document's attribute");

    public static final Pattern<DocumentAttribute> DOCUMENTS_BY_ATTRIBUTE_KEY =
            DOCUMENT_ATTRIBUTE.query("Find documents by attribute").on("GSI1");

    public static final Pattern<DocumentAttribute> DOCUMENTS_BY_ATTRIBUTE = DOCUMENT_ATTRIBUTE
            .query("Find documents by attribute and value")
            .on("GSI1")
            .exactly("{searchValue}");

    public static final Pattern<DocumentAttribute> DOCUMENTS_BY_ATTRIBUTE_PREFIX = DOCUMENT_ATTRIBUTE
            .query("Find documents by attribute and how its value begins")
            .on("GSI1")
            .beginsWith("{searchValue}");

    public static final Pattern<DocumentAttribute> DOCUMENTS_BY_ATTRIBUTE_RANGE = DOCUMENT_ATTRIBUTE
            .query("Find documents by attribute and a range of values")
            .on("GSI1")
            .between("searchValue");

    public static final Pattern<DocumentAttribute> WATERMARKS_OF_DOCUMENT = DOCUMENT_ATTRIBUTE
            .query("List the watermarks of a document")
            .on("GSI2")
            .beginsWith("attr#{valueType}#");

    private DocumentAttributes() {}
}
