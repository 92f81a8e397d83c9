package dev.trestle.systems.formkiq.entities;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.api.UseCounts;
import dev.trestle.systems.formkiq.attributes.Definitions;
import dev.trestle.systems.formkiq.entities.EntityViews.MadeType;
import dev.trestle.systems.formkiq.entities.EntityViews.TypeFields;
import dev.trestle.systems.formkiq.model.Attributes;
import dev.trestle.systems.formkiq.model.Entities;
import dev.trestle.systems.formkiq.model.Entities.EntityType;
import dev.trestle.systems.formkiq.model.Entities.Namespace;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Types of entities. Whether a type has entities is decided on a count that is kept in the transactions that write
 * these, and on the list of entities, for those of other programs.
 */
public final class EntityTypes {
    /** The type whose entities hold the prompts of language models. */
    public static final String LLM_PROMPT = "LlmPrompt";
    /** The type whose entities say who has checked a document out. */
    public static final String CHECKOUT = "Checkout";
    /** The type whose entities say who holds a document for legal reasons. */
    public static final String LEGAL_HOLD = "CheckoutForLegalHold";

    public static final String USER_PROMPT = "UserPrompt";
    public static final String LOCKED_BY = "LockedBy";
    public static final String LOCKED_DATE = "LockedDate";

    /** The types that may be made in the namespace PRESET, and the attributes that each one defines. */
    private static final Map<String, List<String>> PRESETS = Map.of(
            LLM_PROMPT, List.of(USER_PROMPT),
            CHECKOUT, List.of(LOCKED_BY, LOCKED_DATE),
            LEGAL_HOLD, List.of(LOCKED_BY, LOCKED_DATE));

    private static final Pattern NAME = Pattern.compile("[A-Z][A-Za-z0-9]{0,99}");

    private EntityTypes() {}

    static boolean isLock(EntityType type) {
        return type.namespace() == Namespace.PRESET
                && (type.name().equals(CHECKOUT) || type.name().equals(LEGAL_HOLD));
    }

    /** The namespace that a text names, or a refusal. */
    static Namespace namespace(@Nullable String text) {
        new Refusals().require(text, "namespace").check();
        for (Namespace each : Namespace.values()) {
            if (each.name().equals(text)) {
                return each;
            }
        }
        throw Refusals.of("namespace", "'namespace' unexpected value '" + text + "' must be one of PRESET, CUSTOM");
    }

    /** A type by its id, or by its name in a namespace. */
    public static Optional<Stored<EntityType>> find(
            ItemStore store, ItemStore indexes, String idOrName, @Nullable String namespace) {
        Optional<Stored<EntityType>> byId = store.stored(Entities.ENTITY_TYPE_BY_ID.of(idOrName));
        if (byId.isPresent() || !NAME.matcher(idOrName).matches()) {
            return byId;
        }
        return indexes.get(Entities.ENTITY_TYPE_BY_NAME.of(namespace(namespace), idOrName))
                .flatMap(found -> store.stored(Entities.ENTITY_TYPE_BY_ID.of(found.documentId())));
    }

    static Stored<EntityType> require(ItemStore store, ItemStore indexes, String idOrName, @Nullable String namespace) {
        return find(store, indexes, idOrName, namespace)
                .orElseThrow(() -> Refusals.of("entityTypeId", "EntityType '" + idOrName + "' is not found"));
    }

    static Decision<MadeType> add(ItemStore store, @Nullable TypeFields asked, Instant at) {
        if (asked == null) {
            throw Refusals.message("Missing required parameter 'entityType'");
        }
        new Refusals().require(asked.name(), "name").check();
        Namespace namespace = namespace(asked.namespace());
        String name = String.valueOf(asked.name());
        if (!NAME.matcher(name).matches()) {
            throw Refusals.of("name", "'name' unexpected value '" + name + "'");
        }
        if (namespace == Namespace.PRESET && !PRESETS.containsKey(name)) {
            throw Refusals.of(
                    "name",
                    "unexpected value must be one of '" + String.join(", ", LLM_PROMPT, CHECKOUT, LEGAL_HOLD) + "'");
        }
        String id = UUID.randomUUID().toString();
        Decision<MadeType> decision = Decision.of(new MadeType(id))
                .create(
                        Entities.ENTITY_TYPE,
                        new EntityType(id, namespace, name, at),
                        () -> Refusals.of("name", "'name' already exists"));
        UseCounts.begin(decision, UseCounts.ofEntityType(id));
        if (namespace == Namespace.PRESET) {
            definePreset(decision, store, name);
        }
        return decision;
    }

    /** The id of a preset type, which a decision makes if the site has none yet. */
    public static String preset(Decision<?> decision, ItemStore store, ItemStore indexes, String name, Instant at) {
        Optional<EntityType> found = indexes.get(Entities.ENTITY_TYPE_BY_NAME.of(Namespace.PRESET, name));
        if (found.isPresent()) {
            decision.check(Entities.ENTITY_TYPE_BY_ID.of(found.get().documentId()), Expect.PRESENT);
            return found.get().documentId();
        }
        String id = UUID.randomUUID().toString();
        decision.create(Entities.ENTITY_TYPE, new EntityType(id, Namespace.PRESET, name, at));
        definePreset(decision, store, name);
        return id;
    }

    private static void definePreset(Decision<?> decision, ItemStore store, String name) {
        PRESETS.getOrDefault(name, List.of()).stream()
                .filter(key -> store.stored(Attributes.ATTRIBUTE_BY_KEY.of(key)).isEmpty())
                .forEach(key -> Definitions.addPreset(decision, key));
    }

    static Decision<Void> delete(ItemStore store, ItemStore indexes, String id) {
        Stored<EntityType> type = store.stored(Entities.ENTITY_TYPE_BY_ID.of(id))
                .orElseThrow(() -> Refusals.of("entityTypeId", "EntityType not found"));
        Decision<Void> decision = Decision.done();
        boolean isFree = indexes.first(Entities.ENTITIES_OF_TYPE.of(id), 1).isEmpty()
                && UseCounts.end(decision, store, UseCounts.ofEntityType(id));
        if (!isFree) {
            throw Refusals.of("entityId", "Entities attached to Entity type");
        }
        return decision.delete(Entities.ENTITY_TYPE, type);
    }
}
