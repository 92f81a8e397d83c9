package dev.trestle.systems.formkiq.model;

import static dev.trestle.systems.formkiq.model.DocumentsTable.TABLE;

import dev.trestle.model.Entity;
import dev.trestle.model.Groups;
import dev.trestle.model.Pattern;
import dev.trestle.model.annotation.Derived;
import dev.trestle.model.annotation.KeyOnly;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Chapters "Schema" and "Classification": which attributes documents must or may have, in a site and in a class of
 * documents.
 */
public final class Schemas {
    /**
     * The schema that holds for all of a site.
     *
     * @param entity what it is the schema of: {@code document}
     * @param schema a JSON document
     */
    public record SiteSchema(@KeyOnly String entity, String name, String schema) {}

    /** Attributes that are searched for together, in a site. */
    public record SiteCompositeKey(@KeyOnly String uuid, List<String> keys) {
        /** The keys as the search for them has them. */
        @Derived("keys")
        public String searchKeys() {
            return searchKeys(keys);
        }

        /** Keys in any order, as the search for them has them. */
        public static String searchKeys(List<String> keys) {
            return keys.stream().sorted().collect(Collectors.joining("::"));
        }
    }

    /** An attribute that a site's schema names. */
    public record SiteAttributeKey(@KeyOnly String key) {}

    /** A value that a site's schema allows an attribute to have. */
    public record SiteAllowedValue(
            @KeyOnly String key, @KeyOnly String value) {}

    /**
     * A class of documents, with a schema that adds to the site's.
     *
     * @param entity what it classifies: {@code document}
     * @param schema a JSON document
     */
    public record Classification(
            @KeyOnly String entity,
            String name,
            String documentId,
            String schema,
            @Nullable String userId,
            @Nullable Instant inserteddate) {}

    /**
     * Attributes that are searched for together, in a class of documents.
     *
     * @param documentId the classification
     */
    public record ClassificationCompositeKey(
            String documentId, @KeyOnly String uuid, List<String> keys) {
        /** The keys as the search for them has them. */
        @Derived("keys")
        public String searchKeys() {
            return SiteCompositeKey.searchKeys(keys);
        }
    }

    /**
     * An attribute that a classification's schema names.
     *
     * @param documentId the classification
     */
    public record ClassificationAttributeKey(
            @KeyOnly String documentId, @KeyOnly String key) {}

    /**
     * A value that a classification's schema allows an attribute to have.
     *
     * @param documentId the classification
     */
    public record ClassificationAllowedValue(
            @KeyOnly String documentId,
            @KeyOnly String key,
            @KeyOnly String value) {}

    private static final String FEW =
            "documented so; a site's schemas name some hundred keys and values, seldom changed";

    public static final Entity<SiteSchema> SITE_SCHEMA = TABLE.entity(SiteSchema.class)
            .about("The schema of a site")
            .key("schemas", "site#{entity}")
            .accept("HOT_PARTITION", FEW);

    public static final Entity<SiteCompositeKey> SITE_COMPOSITE_KEY = TABLE.entity(SiteCompositeKey.class)
            .about("Attributes that are searched for together")
            .key("schemas", "compositeKey#{uuid}")
            .index("GSI1", "schemas#compositeKey", "key#{searchKeys}")
            .belongsTo(SITE_SCHEMA, "names")
            .accept("HOT_PARTITION", FEW)
            .accept("ITEM_GROWTH", "the attributes of one search, a handful");

    public static final Entity<SiteAttributeKey> SITE_ATTRIBUTE_KEY = TABLE.entity(SiteAttributeKey.class)
            .about("An attribute that a site's schema names")
            .key("schemas", "attr#{key}")
            .index("GSI1", "attr#{key}", "true")
            .refuse("#", "key")
            .belongsTo(SITE_SCHEMA, "names")
            .accept("HOT_PARTITION", FEW);

    public static final Entity<SiteAllowedValue> SITE_ALLOWED_VALUE = TABLE.entity(SiteAllowedValue.class)
            .about("A searchable key for an attribute's allowed values in a site's schema")
            .key("schemas", "attr#{key}#allowedvalue#{value}")
            .index("GSI1", "attr#{key}#allowedvalue", "val#{value}")
            .belongsTo(SITE_SCHEMA, "allows")
            .accept("HOT_PARTITION", FEW);

    public static final Entity<Classification> CLASSIFICATION = TABLE.entity(Classification.class)
            .about("A class of documents, and its schema")
            .key("schemas#{documentId}", "class#{entity}")
            .index("GSI1", "class#{entity}", "attr#{name}")
            .unique("name");

    public static final Entity<ClassificationCompositeKey> CLASSIFICATION_COMPOSITE_KEY = TABLE.entity(
                    ClassificationCompositeKey.class)
            .about("Attributes of a class that are searched for together")
            .key("schemas#{documentId}", "compositeKey#{uuid}")
            .index("GSI1", "schemas#compositeKey", "key#{searchKeys}")
            .belongsTo(CLASSIFICATION, "names")
            .accept("HOT_PARTITION", FEW)
            .accept("ITEM_GROWTH", "the attributes of one search, a handful");

    public static final Entity<ClassificationAttributeKey> CLASSIFICATION_ATTRIBUTE_KEY = TABLE.entity(
                    ClassificationAttributeKey.class)
            .about("An attribute that a classification's schema names")
            .key("schemas#{documentId}", "attr#{key}")
            .index("GSI1", "attr#{key}", "true")
            .refuse("#", "key")
            .belongsTo(CLASSIFICATION, "names");

    public static final Entity<ClassificationAllowedValue> CLASSIFICATION_ALLOWED_VALUE = TABLE.entity(
                    ClassificationAllowedValue.class)
            .about("A searchable key for an attribute's allowed values in a classification")
            .key("schemas#{documentId}", "attr#{key}#allowedvalue#{value}")
            .index("GSI1", "attr#{key}#allowedvalue", "val#{value}")
            .belongsTo(CLASSIFICATION, "allows");

    public static final Pattern<SiteSchema> SCHEMA_OF_SITE = SITE_SCHEMA.get("Get the schema of a site");

    public static final Pattern<Groups> WHOLE_SITE_SCHEMA = TABLE.collection(
            "Get the schema of a site with its keys and values",
            SITE_SCHEMA,
            SITE_COMPOSITE_KEY,
            SITE_ATTRIBUTE_KEY,
            SITE_ALLOWED_VALUE);

    public static final Pattern<SiteCompositeKey> SITE_COMPOSITE_KEYS =
            SITE_COMPOSITE_KEY.query("List the composite keys of a site").beginsWith("compositeKey#");

    public static final Pattern<SiteAttributeKey> SITE_ATTRIBUTE_BY_KEY =
            SITE_ATTRIBUTE_KEY.get("Get an attribute of a site's schema");

    public static final Pattern<SiteAllowedValue> SITE_ALLOWED_VALUES = SITE_ALLOWED_VALUE
            .query("List the values that a site allows an attribute")
            .beginsWith("attr#{key}#allowedvalue#");

    public static final Pattern<Classification> CLASSIFICATION_BY_ID = CLASSIFICATION.get("Get a classification by ID");

    public static final Pattern<Groups> WHOLE_CLASSIFICATION = TABLE.collection(
            "Get a classification with its keys and values",
            CLASSIFICATION,
            CLASSIFICATION_COMPOSITE_KEY,
            CLASSIFICATION_ATTRIBUTE_KEY,
            CLASSIFICATION_ALLOWED_VALUE);

    public static final Pattern<Classification> CLASSIFICATIONS =
            CLASSIFICATION.query("List classifications by name").on("GSI1").beginsWith("attr#");

    public static final Pattern<Classification> CLASSIFICATION_BY_NAME =
            CLASSIFICATION.find("Find a classification by name").on("GSI1");

    public static final Pattern<ClassificationCompositeKey> CLASSIFICATION_COMPOSITE_KEYS = CLASSIFICATION_COMPOSITE_KEY
            .query("List the composite keys of a classification")
            .beginsWith("compositeKey#");

    public static final Pattern<ClassificationAttributeKey> CLASSIFICATION_ATTRIBUTE_BY_KEY =
            CLASSIFICATION_ATTRIBUTE_KEY.get("Get an attribute of a classification's schema");

    public static final Pattern<ClassificationAllowedValue> CLASSIFICATION_ALLOWED_VALUES = CLASSIFICATION_ALLOWED_VALUE
            .query("List the values that a classification allows an attribute")
            .beginsWith("attr#{key}#allowedvalue#");

    public static final Pattern<Groups> ALL_COMPOSITE_KEYS = TABLE.collection(
                    "List the composite keys of all schemas", SITE_COMPOSITE_KEY, CLASSIFICATION_COMPOSITE_KEY)
            .on("GSI1")
            .beginsWith("key#");

    public static final Pattern<Groups> COMPOSITE_KEYS_BY_KEYS = TABLE.collection(
                    "Find the composite keys of these attributes", SITE_COMPOSITE_KEY, CLASSIFICATION_COMPOSITE_KEY)
            .on("GSI1")
            .exactly("key#{searchKeys}");

    public static final Pattern<Groups> SCHEMAS_WITH_ATTRIBUTE = TABLE.collection(
                    "List the schemas that name an attribute", SITE_ATTRIBUTE_KEY, CLASSIFICATION_ATTRIBUTE_KEY)
            .on("GSI1")
            .exactly("true");

    public static final Pattern<Groups> ALLOWED_VALUES = TABLE.collection(
                    "List the values that any schema allows an attribute",
                    SITE_ALLOWED_VALUE,
                    CLASSIFICATION_ALLOWED_VALUE)
            .on("GSI1")
            .beginsWith("val#");

    private Schemas() {}
}
