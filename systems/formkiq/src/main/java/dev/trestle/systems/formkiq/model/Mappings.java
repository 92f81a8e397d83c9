package dev.trestle.systems.formkiq.model;

import static dev.trestle.systems.formkiq.model.DocumentsTable.TABLE;

import dev.trestle.model.Entity;
import dev.trestle.model.Pattern;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Chapter "Mappings": how attributes are filled from what a document says. */
public final class Mappings {
    /** Where a value is taken from. */
    public enum SourceType {
        CONTENT,
        CONTENT_KEY_VALUE,
        METADATA,
        MANUAL,
        DATA_CLASSIFICATION,
        MALWARE_SCAN
    }

    /** How a label is found. */
    public enum LabelMatchingType {
        FUZZY,
        EXACT,
        BEGINS_WITH,
        CONTAINS
    }

    /** What of a document's metadata is taken. */
    public enum MetadataField {
        USERNAME,
        PATH,
        CONTENT_TYPE
    }

    /** How one attribute is filled. */
    public record MappingAttribute(
            String attributeKey,
            @Nullable SourceType sourceType,
            @Nullable String defaultValue,
            @Nullable List<String> defaultValues,
            @Nullable List<String> labelTexts,
            @Nullable LabelMatchingType labelMatchingType,
            @Nullable MetadataField metadataField,
            @Nullable String validationRegex) {}

    /** How attributes are filled. */
    public record Mapping(
            String documentId, String name, @Nullable String description, List<MappingAttribute> attributes) {}

    public static final Entity<Mapping> MAPPING = TABLE.entity(Mapping.class)
            .about("A mapping")
            .key("mappings#{documentId}", "mapping")
            .index("GSI1", "mappings#", "mapping#{name}")
            .accept("HOT_PARTITION", "documented so; a site has some dozens of mappings, seldom changed")
            .accept("ITEM_GROWTH", "the attributes that one mapping fills, some dozens");

    public static final Pattern<Mapping> MAPPING_BY_ID = MAPPING.get("Get a mapping by ID");

    public static final Pattern<Mapping> ALL_MAPPINGS =
            MAPPING.query("List mappings by name").on("GSI1").beginsWith("mapping#");

    /** Several, where they have the same name. */
    public static final Pattern<Mapping> MAPPINGS_BY_NAME =
            MAPPING.query("Find mappings by name").on("GSI1").exactly("mapping#{name}");

    private Mappings() {}
}
