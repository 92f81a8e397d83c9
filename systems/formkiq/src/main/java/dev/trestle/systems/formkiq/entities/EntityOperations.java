package dev.trestle.systems.formkiq.entities;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.api.Reply;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Operations;
import dev.trestle.systems.formkiq.api.Answers.Message;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.Dates;
import dev.trestle.systems.formkiq.api.Pages;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.api.Rights;
import dev.trestle.systems.formkiq.api.UseCounts;
import dev.trestle.systems.formkiq.attributes.AttributeViews.NewAttribute;
import dev.trestle.systems.formkiq.attributes.EntityValues;
import dev.trestle.systems.formkiq.entities.EntityViews.AddEntity;
import dev.trestle.systems.formkiq.entities.EntityViews.AddType;
import dev.trestle.systems.formkiq.entities.EntityViews.ByEntity;
import dev.trestle.systems.formkiq.entities.EntityViews.ByType;
import dev.trestle.systems.formkiq.entities.EntityViews.DeleteEntity;
import dev.trestle.systems.formkiq.entities.EntityViews.DeleteType;
import dev.trestle.systems.formkiq.entities.EntityViews.EntitiesView;
import dev.trestle.systems.formkiq.entities.EntityViews.EntityFields;
import dev.trestle.systems.formkiq.entities.EntityViews.EntityView;
import dev.trestle.systems.formkiq.entities.EntityViews.ListEntities;
import dev.trestle.systems.formkiq.entities.EntityViews.ListTypes;
import dev.trestle.systems.formkiq.entities.EntityViews.MadeEntity;
import dev.trestle.systems.formkiq.entities.EntityViews.MadeType;
import dev.trestle.systems.formkiq.entities.EntityViews.OneEntity;
import dev.trestle.systems.formkiq.entities.EntityViews.OneType;
import dev.trestle.systems.formkiq.entities.EntityViews.TypeView;
import dev.trestle.systems.formkiq.entities.EntityViews.TypesView;
import dev.trestle.systems.formkiq.entities.EntityViews.UpdateEntity;
import dev.trestle.systems.formkiq.model.Entities;
import dev.trestle.systems.formkiq.model.Entities.EntityRecord;
import dev.trestle.systems.formkiq.model.Entities.EntityType;
import dev.trestle.systems.formkiq.model.Entities.Namespace;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The operations on entities and their types. */
public final class EntityOperations {
    private static final int NAME_MAX = 200;
    private static final int KEYS_MAX = 100;

    private final ItemStore items;
    private final Pages pages;

    public EntityOperations(ItemStore items, Pages pages) {
        this.items = items;
        this.pages = pages;
    }

    public void declare(Operations<Caller> api) {
        declareTypes(api);
        declareEntities(api);
    }

    private void declareTypes(Operations<Caller> api) {
        api.get("GetEntityTypes", "/entityTypes", ListTypes.class)
                .about("The types of entities of a namespace by name")
                .right(Rights.READ)
                .refuses(Kind.INVALID)
                .gives(TypesView.class, this::types);
        api.post("AddEntityType", "/entityTypes", AddType.class)
                .about("Adds a type of entities")
                .right(Rights.WRITE)
                .created()
                .refuses(Kind.INVALID)
                .changes(
                        MadeType.class,
                        given -> EntityTypes.add(
                                store(given.by()), given.asked().body().entityType(), seconds(given.at())));
        api.get("GetEntityType", "/entityTypes/{entityTypeId}", ByType.class)
                .about("A type of entities, by its id, or by its name and namespace")
                .right(Rights.READ)
                .refuses(Kind.INVALID)
                .gives(
                        OneType.class,
                        given -> new OneType(TypeView.of(type(
                                        given.by(),
                                        given.asked().entityTypeId(),
                                        given.asked().namespace())
                                .record())));
        api.delete("DeleteEntityType", "/entityTypes/{entityTypeId}", DeleteType.class)
                .about("Deletes a type that has no entities")
                .right(Rights.DELETE)
                .refuses(Kind.INVALID)
                .changes(given -> EntityTypes.delete(
                        store(given.by()), indexes(given.by()), given.asked().entityTypeId()))
                .gives(Message.class, (given, done) -> Reply.of(new Message("EntityType deleted")));
    }

    private void declareEntities(Operations<Caller> api) {
        api.get("GetEntities", "/entities/{entityTypeId}", ListEntities.class)
                .about("The entities of a type by name")
                .right(Rights.READ)
                .refuses(Kind.INVALID)
                .gives(EntitiesView.class, this::entities);
        api.post("AddEntity", "/entities/{entityTypeId}", AddEntity.class)
                .about("Adds an entity")
                .right(Rights.WRITE)
                .created()
                .refuses(Kind.INVALID)
                .changes(MadeEntity.class, this::add);
        String one = "/entities/{entityTypeId}/{entityId}";
        api.get("GetEntity", one, ByEntity.class)
                .about("An entity")
                .right(Rights.READ)
                .refuses(Kind.NOT_FOUND, Kind.INVALID)
                .gives(OneEntity.class, this::entity);
        api.patch("UpdateEntity", one, UpdateEntity.class)
                .about("Changes the name of an entity, or some of its attributes")
                .right(Rights.WRITE)
                .refuses(Kind.NOT_FOUND, Kind.INVALID)
                .changes(Message.class, this::update);
        api.delete("DeleteEntity", one, DeleteEntity.class)
                .about("Deletes an entity")
                .right(Rights.DELETE)
                .refuses(Kind.NOT_FOUND, Kind.INVALID)
                .changes(Message.class, this::delete);
    }

    private ItemStore store(Caller caller) {
        return items.within(caller.site()).consistent();
    }

    private ItemStore indexes(Caller caller) {
        return items.within(caller.site());
    }

    private Stored<EntityType> type(Caller caller, String idOrName, @Nullable String namespace) {
        return EntityTypes.require(store(caller), indexes(caller), idOrName, namespace);
    }

    private static Instant seconds(Instant at) {
        return at.truncatedTo(ChronoUnit.SECONDS);
    }

    private TypesView types(Given<Caller, ListTypes> given) {
        ListTypes asked = given.asked();
        Namespace namespace = EntityTypes.namespace(asked.namespace());
        ItemStore indexes = indexes(given.by());
        Pages.Listing<TypeView> page = pages.collect(
                pages.asked(given.by(), "GetEntityTypes", List.of(namespace.name()), asked.limit(), asked.next(), null),
                (after, count) -> indexes.placed(Entities.ENTITY_TYPES_OF_NAMESPACE.of(namespace), count, after),
                Pages.each(TypeView::of));
        return new TypesView(page.next(), page.items());
    }

    private EntitiesView entities(Given<Caller, ListEntities> given) {
        ListEntities asked = given.asked();
        String typeId = type(given.by(), asked.entityTypeId(), asked.namespace())
                .record()
                .documentId();
        ItemStore indexes = indexes(given.by());
        Pages.Listing<EntityView> page = pages.collect(
                pages.asked(given.by(), "GetEntities", List.of(typeId), asked.limit(), asked.next(), null),
                (after, count) -> indexes.placed(Entities.ENTITIES_OF_TYPE.of(typeId), count, after),
                Pages.each(EntityView::of));
        return new EntitiesView(page.next(), page.items());
    }

    private Decision<MadeEntity> add(Given<Caller, AddEntity> given) {
        AddEntity asked = given.asked();
        EntityFields fields = asked.body().entity();
        if (fields == null) {
            throw Refusals.of("", "Missing 'entity'");
        }
        ItemStore store = store(given.by());
        EntityType type = EntityTypes.find(store, indexes(given.by()), asked.entityTypeId(), asked.namespace())
                .orElseThrow(() -> Refusals.of("entityTypeId", "'entityTypeId' is invalid"))
                .record();
        new Refusals().require(fields.name(), "name").check();
        String name = checkedName(String.valueOf(fields.name()));
        Map<String, AttributeValue> attributes = EntityTypes.isLock(type)
                ? locked(type, given, fields.attributes())
                : EntityValues.of(store, fields.attributes());
        requirePrompt(type, attributes);
        String id = UUID.randomUUID().toString();
        Decision<MadeEntity> decision = Decision.of(new MadeEntity(id))
                .create(Entities.ENTITY, new EntityRecord(id, type.documentId(), name, seconds(given.at()), attributes))
                .check(Entities.ENTITY_TYPE_BY_ID.of(type.documentId()), Expect.PRESENT);
        UseCounts.add(decision, store, UseCounts.ofEntityType(type.documentId()), id, 1);
        return decision;
    }

    private static String checkedName(String name) {
        new Refusals()
                .addIf(name.indexOf('#') >= 0, "name", "'name' cannot contain '#'")
                .addIf(name.length() > NAME_MAX, "name", "value cannot exceed " + NAME_MAX)
                .check();
        return name;
    }

    /** Who holds a document, and since when, is never what a request says. */
    private static Map<String, AttributeValue> locked(
            EntityType type, Given<Caller, ?> given, @Nullable List<NewAttribute> asked) {
        if (asked != null && !asked.isEmpty()) {
            throw Refusals.message("'" + type.name() + "' entity type does not support attributes in request");
        }
        return Map.of(
                EntityTypes.LOCKED_BY, AttributeValue.fromS(given.by().user()),
                EntityTypes.LOCKED_DATE, AttributeValue.fromS(Dates.text(given.at())));
    }

    private static void requirePrompt(EntityType type, Map<String, AttributeValue> attributes) {
        boolean isPrompt = type.namespace() == Namespace.PRESET && type.name().equals(EntityTypes.LLM_PROMPT);
        new Refusals()
                .addIf(
                        isPrompt && !attributes.containsKey(EntityTypes.USER_PROMPT),
                        EntityTypes.USER_PROMPT,
                        "'" + EntityTypes.USER_PROMPT + "' is required")
                .check();
    }

    private Stored<EntityRecord> require(Caller caller, String typeId, String id, String what) {
        return store(caller)
                .stored(Entities.ENTITY_BY_ID.of(typeId, id))
                .orElseThrow(() -> Refusals.notFound(what + " '" + id + "' not found"));
    }

    private OneEntity entity(Given<Caller, ByEntity> given) {
        ByEntity asked = given.asked();
        EntityType type =
                type(given.by(), asked.entityTypeId(), asked.namespace()).record();
        return new OneEntity(EntityView.of(require(given.by(), type.documentId(), asked.entityId(), "entity")
                .record()));
    }

    private Decision<Message> update(Given<Caller, UpdateEntity> given) {
        UpdateEntity asked = given.asked();
        EntityFields fields = asked.body().entity();
        if (fields == null) {
            throw Refusals.of("", "Missing 'entity'");
        }
        EntityType type =
                type(given.by(), asked.entityTypeId(), asked.namespace()).record();
        Stored<EntityRecord> before = require(given.by(), type.documentId(), asked.entityId(), "Entity");
        EntityRecord old = before.record();
        Map<String, AttributeValue> attributes = new LinkedHashMap<>(old.attributes());
        if (EntityTypes.isLock(type)
                && fields.attributes() != null
                && !fields.attributes().isEmpty()) {
            throw Refusals.message("'" + type.name() + "' entity type does not support attributes in request");
        }
        attributes.putAll(EntityValues.of(store(given.by()), fields.attributes()));
        new Refusals()
                .addIf(attributes.size() > KEYS_MAX, "attributes", "at most " + KEYS_MAX + " attributes")
                .check();
        String name = fields.name() == null || fields.name().isEmpty() ? old.name() : checkedName(fields.name());
        EntityRecord after =
                new EntityRecord(old.documentId(), old.entityTypeId(), name, old.inserteddate(), attributes);
        return Decision.of(new Message("Entity updated")).replace(Entities.ENTITY, before, after);
    }

    private Decision<Message> delete(Given<Caller, DeleteEntity> given) {
        DeleteEntity asked = given.asked();
        Stored<EntityRecord> before = require(given.by(), asked.entityTypeId(), asked.entityId(), "entity");
        Decision<Message> decision = Decision.of(new Message("Entity deleted")).delete(Entities.ENTITY, before);
        UseCounts.add(decision, store(given.by()), UseCounts.ofEntityType(asked.entityTypeId()), asked.entityId(), -1);
        return decision;
    }
}
