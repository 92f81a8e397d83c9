package dev.trestle.model;

import dev.trestle.model.error.DeclarationException;
import dev.trestle.model.error.ModelException;
import dev.trestle.model.mapping.Component;
import dev.trestle.model.mapping.Field;
import dev.trestle.model.mapping.RecordMapping;
import dev.trestle.model.template.KeyCodec;
import dev.trestle.model.template.PartCodecs;
import dev.trestle.model.template.Template;
import dev.trestle.model.time.TimeFormat;
import dev.trestle.model.time.TimeLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What an entity's declaration compiles to. Immutable. */
final class EntityPlan<T extends Record> {
    private static final TimeLayout USUAL = Objects.requireNonNull(TimeFormat.MILLIS.layout());

    private final Entity<T> entity;
    private final Table table;
    private final @Nullable Scope scope;
    private final Map<String, String> refusals;
    private final RecordMapping<T> mapping;
    private final Map<String, AttributeValue> constants;
    private final List<EntityKey> keys = new ArrayList<>();
    private final List<EntityKey> indexKeys = new ArrayList<>();
    private final @Nullable Component scopeComponent;
    private final boolean readsIndexKeys;
    private final int room;

    EntityPlan(Entity<T> entity, List<EntityShape> declared, Map<String, String> refusals) {
        this.entity = entity;
        this.table = entity.table();
        this.scope = entity.scoped() ? table.scope() : null;
        this.refusals = Map.copyOf(refusals);
        this.mapping = RecordMapping.of(entity.type(), table.times());
        this.constants = entity.constants();
        this.scopeComponent = scope == null ? null : mapping.component(scope.field());
        for (EntityShape shape : declared) {
            if (shape.index() == null) {
                keys.add(compile(shape));
            }
        }
        if (keys.isEmpty()) {
            throw entity.problem("an entity has no key", "", "declare it with key(partition, sort)");
        }
        for (EntityShape shape : declared) {
            if (shape.index() != null) {
                indexKeys.add(compile(shape));
            }
        }
        this.room = (mapping.components().size() + constants.size() + 2 + 2 * indexKeys.size()) * 4 / 3 + 1;
        this.readsIndexKeys = mapping.components().stream()
                .anyMatch(each -> each.kind() == Component.Kind.KEY_ONLY && !inPrimaryKey(each));
        checkFields();
    }

    private boolean inPrimaryKey(Component component) {
        return scope != null && scope.field().equals(component.attribute())
                || keys.stream().allMatch(key -> key.attributes().contains(component.attribute()));
    }

    RecordMapping<T> mapping() {
        return mapping;
    }

    List<EntityKey> keys() {
        return List.copyOf(keys);
    }

    List<EntityKey> indexKeys() {
        return List.copyOf(indexKeys);
    }

    private EntityKey compile(EntityShape shape) {
        Index index = shape.index();
        String sortAttribute = index == null ? table.sort() : index.sort();
        String partitionAttribute = index == null ? table.partition() : index.partition();
        String partition = shape.partition() == null ? ownTemplate(partitionAttribute, true) : shape.partition();
        String sort =
                shape.partition() == null && sortAttribute != null ? ownTemplate(sortAttribute, false) : shape.sort();
        if ((sort == null) != (sortAttribute == null)) {
            throw entity.problem(
                    "a key has a sort part where its table or index has none, or the other way round",
                    "key \"" + partition + "\"",
                    "declare as many templates as there are key attributes");
        }
        // A local index shares the table's partition key, and so the tenant in front of it.
        boolean prefixed =
                scope != null && scope.isPrefix() && (index == null || index.local() || shape.partition() != null);
        return new EntityKey(
                index,
                bind(partition, KeyCodec.PARTITION_BYTES_MAX),
                sort == null ? null : bind(sort, KeyCodec.SORT_BYTES_MAX),
                prefixed,
                shape.when());
    }

    /** The template of an attribute that the item has anyway. */
    private String ownTemplate(String attribute, boolean isPartition) {
        if (mapping.component(attribute) != null) {
            return "{" + attribute + "}";
        }
        boolean isKey = attribute.equals(isPartition ? table.partition() : table.sort());
        BoundTemplate own = isKey && keys.size() == 1
                ? isPartition ? keys.get(0).partition() : keys.get(0).sort()
                : null;
        if (own == null) {
            throw entity.problem(
                    "an index is keyed by an attribute that the entity has not",
                    "attribute " + attribute,
                    "give the index templates, or the record a component of that name");
        }
        return own.codec().template().text();
    }

    private BoundTemplate bind(String text, int bytesMax) {
        try {
            Template template = Template.parse(text);
            List<@Nullable Field> sources = new ArrayList<>();
            KeyCodec codec = KeyCodec.compile(
                    template,
                    part -> {
                        Field source = sourceOf(part.field(), text);
                        sources.add(source);
                        TimeLayout layout = source == null || source.layout() == null ? USUAL : source.layout();
                        Class<?> type = source == null ? String.class : source.type();
                        return new KeyCodec.PartRule(
                                PartCodecs.of(type, part.format(), layout), refusals.getOrDefault(part.field(), ""));
                    },
                    bytesMax);
            return new BoundTemplate(codec, sources.toArray(new @Nullable Field[0]));
        } catch (IllegalArgumentException e) {
            throw entity.problem("a template makes no sense", "\"" + text + "\"", String.valueOf(e.getMessage()));
        }
    }

    private @Nullable Field sourceOf(String name, String text) {
        if (scope != null && !scope.isPrefix() && scope.field().equals(name)) {
            return null;
        }
        Field field = mapping.field(name);
        if (field == null) {
            throw entity.problem(
                    "a template names an attribute that the record has not",
                    "\"" + text + "\", attribute " + name,
                    "known are "
                            + mapping.components().stream()
                                    .map(Component::attribute)
                                    .toList()
                            + ", and methods with @Derived");
        }
        return field;
    }

    /** Names that were declared apart from templates have to be the record's, too. */
    private void checkFields() {
        for (Unique unique : entity.uniques()) {
            unique.fields().forEach(field -> sourceOf(field, "unique " + unique.name()));
        }
        if (entity.version() != null) {
            sourceOf(entity.version(), "version");
        }
        refusals.keySet().forEach(field -> sourceOf(field, "refuse"));
        keys.forEach(key -> key.when()
                .attributes()
                .forEach(field -> sourceOf(field, key.when().toString())));
        indexKeys.forEach(key -> key.when()
                .attributes()
                .forEach(field -> sourceOf(field, key.when().toString())));
        for (Component component : mapping.components()) {
            if (component.kind() == Component.Kind.KEY_ONLY && !component.nullable() && !inPrimaryKey(component)) {
                throw new DeclarationException(
                        "a component that stands in the key alone is in no key",
                        entity.place() + ", component " + component.name(),
                        "name it in the key's templates, or take @KeyOnly away");
            }
        }
    }

    Map<String, AttributeValue> toItem(T record, Scoping scoping) {
        checkScope(record, scoping);
        Map<String, AttributeValue> item = new HashMap<>(room);
        mapping.writeInto(record, item);
        item.putAll(constants);
        for (EntityKey key : indexKeys) {
            EntityKey.Text text = key.of(record, mapping, scoping);
            Index index = Objects.requireNonNull(key.index());
            if (text != null) {
                putKey(item, index.partition(), index.sort(), text);
            }
        }
        putKey(item, table.partition(), table.sort(), primary(record, scoping));
        return item;
    }

    /** An index may be keyed by attributes that the record has written, and those are right already. */
    private static void putKey(
            Map<String, AttributeValue> item, String partition, @Nullable String sort, EntityKey.Text text) {
        if (!item.containsKey(partition)) {
            item.put(partition, AttributeValue.createS(text.partition()));
        }
        if (sort != null && text.sort() != null && !item.containsKey(sort)) {
            item.put(sort, AttributeValue.createS(text.sort()));
        }
    }

    Map<String, AttributeValue> keyOf(T record, Scoping scoping) {
        checkScope(record, scoping);
        return keyAttributes(primary(record, scoping));
    }

    Map<String, AttributeValue> keyAttributes(EntityKey.Text text) {
        AttributeValue pk = AttributeValue.createS(text.partition());
        String sort = table.sort();
        return sort == null || text.sort() == null
                ? Map.of(table.partition(), pk)
                : Map.of(table.partition(), pk, sort, AttributeValue.createS(text.sort()));
    }

    private EntityKey.Text primary(T record, Scoping scoping) {
        for (EntityKey key : keys) {
            EntityKey.Text text = key.of(record, mapping, scoping);
            if (text != null) {
                return text;
            }
        }
        throw new ModelException(
                "a record has no key: a part of each shape has no value, or its condition does not hold",
                ModelException.facts("entity", entity.name(), "shapes", keys, "record", record));
    }

    void checkScoping(Scoping scoping) {
        if (scope != null && scoping.tenant() == null) {
            throw new ModelException(
                    "an entity that belongs to a tenant was used without one: bind the store with within(…)",
                    ModelException.facts("entity", entity.name(), "scope", scope.field()));
        }
    }

    private void checkScope(T record, Scoping scoping) {
        checkScoping(scoping);
        Object own = scopeComponent == null ? null : scopeComponent.valueIn(record);
        if (own != null && !own.equals(scoping.tenant())) {
            throw new ModelException(
                    "a record of another tenant than the caller's",
                    ModelException.facts(
                            "entity", entity.name(), "record's", own, "caller's", String.valueOf(scoping.tenant())));
        }
    }

    T toRecord(Map<String, AttributeValue> item, Scoping scoping) {
        return mapping.read(item, mapping.readsKeys() ? partsOf(item, scoping) : null, () -> wholeParts(item, scoping));
    }

    /** What the keys say of attributes that stand beside them, where the key has the whole value: the primary key's, then indexes'. */
    private Map<String, Object> wholeParts(Map<String, AttributeValue> item, Scoping scoping) {
        Map<String, Object> parts = new HashMap<>();
        if (scope != null && scoping.tenant() != null) {
            parts.put(scope.field(), scoping.tenant());
        }
        for (EntityKey key : keys) {
            addWholeParts(parts, key, item, table.partition(), table.sort(), scoping);
        }
        for (EntityKey key : indexKeys) {
            Index index = Objects.requireNonNull(key.index());
            addWholeParts(parts, key, item, index.partition(), index.sort(), scoping);
        }
        return parts;
    }

    private static void addWholeParts(
            Map<String, Object> parts,
            EntityKey key,
            Map<String, AttributeValue> item,
            String partition,
            @Nullable String sort,
            Scoping scoping) {
        String pk = text(item, partition);
        Map<String, Object> found = pk == null ? null : key.parts(pk, sort == null ? null : text(item, sort), scoping);
        if (found != null) {
            found.keySet().removeAll(key.lossyParts());
            found.forEach(parts::putIfAbsent);
        }
    }

    private @Nullable Map<String, Object> partsOf(Map<String, AttributeValue> item, Scoping scoping) {
        String pk = text(item, table.partition());
        String sk = table.sort() == null ? null : text(item, table.sort());
        for (EntityKey key : keys) {
            Map<String, Object> parts = pk == null ? null : key.parts(pk, sk, scoping);
            if (parts != null) {
                if (scope != null && scoping.tenant() != null) {
                    parts.put(scope.field(), scoping.tenant());
                }
                if (readsIndexKeys) {
                    addIndexParts(parts, item, scoping);
                }
                return parts;
            }
        }
        return null;
    }

    private void addIndexParts(Map<String, Object> parts, Map<String, AttributeValue> item, Scoping scoping) {
        for (EntityKey key : indexKeys) {
            Index index = Objects.requireNonNull(key.index());
            String pk = text(item, index.partition());
            String sk = index.sort() == null ? null : text(item, index.sort());
            Map<String, Object> found = pk == null ? null : key.parts(pk, sk, scoping);
            if (found != null) {
                found.forEach(parts::putIfAbsent);
            }
        }
    }

    boolean owns(Map<String, AttributeValue> item, Scoping scoping) {
        return hasConstants(item) && ownsKey(item, scoping);
    }

    boolean ownsKey(Map<String, AttributeValue> item, Scoping scoping) {
        String pk = text(item, table.partition());
        String sk = table.sort() == null ? null : text(item, table.sort());
        if (pk == null) {
            return false;
        }
        for (EntityKey key : keys) {
            if (key.owns(pk, sk, scoping)) {
                return true;
            }
        }
        return false;
    }

    boolean hasConstants(Map<String, AttributeValue> item) {
        if (constants.isEmpty()) {
            return true;
        }
        for (Map.Entry<String, AttributeValue> constant : constants.entrySet()) {
            if (!constant.getValue().equals(item.get(constant.getKey()))) {
                return false;
            }
        }
        return true;
    }

    private static @Nullable String text(Map<String, AttributeValue> item, String attribute) {
        AttributeValue value = item.get(attribute);
        return value == null ? null : value.s();
    }
}
