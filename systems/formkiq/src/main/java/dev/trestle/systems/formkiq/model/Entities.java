package dev.trestle.systems.formkiq.model;

import static dev.trestle.systems.formkiq.model.DocumentsTable.TABLE;

import dev.trestle.model.Entity;
import dev.trestle.model.Pattern;
import dev.trestle.model.annotation.Prefixed;
import java.time.Instant;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Chapters "Entities Types" and "Entity": things other than documents, which documents may name. */
public final class Entities {
    /** Who made a type of entity. */
    public enum Namespace {
        PRESET,
        CUSTOM
    }

    /** A type of entity. */
    public record EntityType(String documentId, Namespace namespace, String name, Instant inserteddate) {}

    /**
     * An entity.
     *
     * @param attributes text, a number, a truth value, or a list of them, by name
     */
    public record EntityRecord(
            String documentId,
            String entityTypeId,
            String name,
            Instant inserteddate,
            @Prefixed("attr#") Map<String, AttributeValue> attributes) {}

    public static final Entity<EntityType> ENTITY_TYPE = TABLE.entity(EntityType.class)
            .about("Storage of entity types")
            .key("entityType#{documentId}", "entityType")
            .index("GSI1", "entityType#", "entityType#{namespace}#{name}#")
            .unique("namespace", "name")
            .accept("HOT_PARTITION", "documented so; a site has some dozens of types, seldom changed");

    public static final Entity<EntityRecord> ENTITY = TABLE.entity("Entity", EntityRecord.class)
            .about("Storage of entity")
            .key("entity#{entityTypeId}#{documentId}", "entity")
            .index("GSI1", "entity#{entityTypeId}", "entity#{name}#{documentId}")
            .belongsTo(ENTITY_TYPE, "describes")
            .accept("ITEM_GROWTH", "documented so; the attributes of one entity, as many as one request brings");

    public static final Pattern<EntityType> ENTITY_TYPE_BY_ID = ENTITY_TYPE.get("Get an entity type by ID");

    public static final Pattern<EntityType> ENTITY_TYPES =
            ENTITY_TYPE.query("List entity types").on("GSI1").beginsWith("entityType#");

    public static final Pattern<EntityType> ENTITY_TYPES_OF_NAMESPACE =
            ENTITY_TYPE.query("List the entity types of a namespace").on("GSI1").beginsWith("entityType#{namespace}#");

    public static final Pattern<EntityType> ENTITY_TYPE_BY_NAME =
            ENTITY_TYPE.find("Find an entity type by namespace and name").on("GSI1");

    public static final Pattern<EntityRecord> ENTITY_BY_ID = ENTITY.get("Get an entity by type and ID");

    public static final Pattern<EntityRecord> ENTITIES_OF_TYPE =
            ENTITY.query("List the entities of a type by name").on("GSI1").beginsWith("entity#");

    public static final Pattern<EntityRecord> ENTITIES_BY_NAME =
            ENTITY.query("Find entities of a type by name").on("GSI1").beginsWith("entity#{name}#");

    private Entities() {}
}
