package dev.trestle.model;

import dev.trestle.model.mapping.Component;
import dev.trestle.model.mapping.RecordMapping;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A kind of item: a record, and the keys under which it is stored and found.
 *
 * <pre>{@code
 * static final Entity<Letter> LETTER = TABLE.entity(Letter.class)
 *         .key("LETTER#{date}", "CURRENT")
 *         .index("GSI1", "LETTERS", "{date}");
 * }</pre>
 *
 * <p>Parts in braces name attributes. An index whose template has a part without a value does not hold the item. Declared by one
 * thread; once in use it never changes, and any number of threads may share it.
 */
public final class Entity<T extends Record> extends Declaration<Entity<T>> {
    private final Table table;
    private final String name;
    private final Class<T> type;
    private final List<EntityShape> declared = new ArrayList<>();
    private final Map<String, String> refusals = new HashMap<>();
    private final Map<String, AttributeValue> constants = new LinkedHashMap<>();
    private final List<Unique> uniques = new ArrayList<>();
    private final List<Twin<T, ?>> twins = new ArrayList<>();
    private final List<Relation> relations = new ArrayList<>();
    private @Nullable Origin<T, ?> origin;
    private @Nullable String version;
    private boolean unscoped;
    private volatile @Nullable EntityPlan<T> plan;

    Entity(Table table, String name, Class<T> type) {
        this.table = table;
        this.name = name;
        this.type = type;
    }

    /** The primary key. Said again, under a condition, it is another shape that the key may have. */
    public Entity<T> key(String partition, String sort) {
        return key(partition, sort, When.ALWAYS);
    }

    /** The primary key in a table without a sort key. */
    public Entity<T> key(String partition) {
        change();
        declared.add(new EntityShape(null, partition, null, When.ALWAYS));
        return this;
    }

    /** The primary key of the items for which a condition holds. */
    public Entity<T> key(String partition, String sort, When when) {
        change();
        declared.add(new EntityShape(null, partition, sort, when));
        return this;
    }

    /** The key in an index. */
    public Entity<T> index(String index, String partition, String sort) {
        return index(index, partition, sort, When.ALWAYS);
    }

    /** The key in an index without a sort key. */
    public Entity<T> index(String index, String partition) {
        change();
        declared.add(new EntityShape(indexOf(index), partition, null, When.ALWAYS));
        return this;
    }

    /** The key in an index that holds only the items for which a condition holds. */
    public Entity<T> index(String index, String partition, String sort, When when) {
        change();
        declared.add(new EntityShape(indexOf(index), partition, sort, when));
        return this;
    }

    /** Found in an index by attributes that it has anyway: its own, or its primary key's. */
    public Entity<T> index(String index) {
        change();
        Index found = indexOf(index);
        declared.add(new EntityShape(found, null, null, When.ALWAYS));
        return this;
    }

    /** Characters that an attribute must not contain when it stands in a key, beyond those that end its part there. */
    public Entity<T> refuse(String characters, String field) {
        change();
        refusals.merge(field, characters, String::concat);
        return this;
    }

    /** An attribute that has the same value in each item of this entity, and that the record does not have. */
    public Entity<T> constant(String attribute, String value) {
        change();
        constants.put(attribute, AttributeValue.createS(value));
        return this;
    }

    /** Values that no two items of this entity have, together. */
    public Entity<T> unique(String... fields) {
        change();
        uniques.add(new Unique(List.of(fields)));
        return this;
    }

    /** The number that each change raises by one, and that a change compares with the one it was read with. */
    public Entity<T> version(String attribute) {
        change();
        version = attribute;
        return this;
    }

    /** A second item that is written, changed and deleted with this one. */
    public <S extends Record> Entity<T> also(Entity<S> second, Function<T, S> from) {
        return alsoEach(second, record -> List.of(from.apply(record)));
    }

    /** Further items, as many as a record has them, that are written, changed and deleted with this one. */
    public <S extends Record> Entity<T> alsoEach(Entity<S> further, Function<T, List<S>> from) {
        change();
        twins.add(new Twin<>(further, from));
        return this;
    }

    /**
     * Made of the items of another entity, by whoever writes those, in as many steps as that takes: unlike further items, they are not
     * written by themselves. In a support table they are rebuilt with what items of other programs lack.
     *
     * @param from what there is of one item: no two with the same key
     * @param back the item that one is of
     */
    public <O extends Record> Entity<T> madeOf(Entity<O> owner, Function<O, List<T>> from, Function<T, Bound<O>> back) {
        change();
        origin = new Origin<>(owner, from, back);
        return this;
    }

    /**
     * Made of the items of another entity, several of which may share one of these: what is missing is written, and nothing is taken
     * away, nor changed. The entity's attributes are all in its key.
     *
     * @param from what there is of one item: no two with the same key
     */
    public <O extends Record> Entity<T> sharedBy(Entity<O> owner, Function<O, List<T>> from) {
        change();
        origin = new Origin<>(owner, from, null);
        return this;
    }

    /** The same for all tenants of a table that separates them. */
    public Entity<T> unscoped() {
        change();
        unscoped = true;
        return this;
    }

    /** One owner has many of these. */
    public Entity<T> belongsTo(Entity<?> owner, String verb) {
        change();
        relations.add(new Relation(owner, verb, true));
        return this;
    }

    /** One owner has one of these at most. */
    public Entity<T> onePer(Entity<?> owner, String verb) {
        change();
        relations.add(new Relation(owner, verb, false));
        return this;
    }

    /** A pattern that gets one item by its whole primary key. */
    public Pattern<T> get(String patternName) {
        return pattern(Pattern.Kind.GET, patternName);
    }

    /** A pattern that gets the one item that an index has under a key. */
    public Pattern<T> find(String patternName) {
        return pattern(Pattern.Kind.FIND, patternName);
    }

    /** A pattern that reads items of one partition in the order of their keys. */
    public Pattern<T> query(String patternName) {
        return pattern(Pattern.Kind.QUERY, patternName);
    }

    /** A pattern that changes one item by its whole primary key. */
    public Pattern<T> change(String patternName) {
        return pattern(Pattern.Kind.CHANGE, patternName);
    }

    /** A pattern that reads the whole table, and keeps the items of this entity. */
    public Pattern<T> scan(String patternName) {
        return pattern(Pattern.Kind.SCAN, patternName);
    }

    private Pattern<T> pattern(Pattern.Kind kind, String patternName) {
        return table.add(new Pattern<>(kind, patternName, table, List.of(this)));
    }

    private Index indexOf(String index) {
        Index found = table.findIndex(index);
        if (found == null) {
            throw problem(
                    "an entity names an index that its table has not", "index " + index, "declare it on the table");
        }
        return found;
    }

    public Table table() {
        return table;
    }

    public String name() {
        return name;
    }

    public Class<T> type() {
        return type;
    }

    public RecordMapping<T> mapping() {
        return plan().mapping();
    }

    /** The shapes that the primary key may have; most entities have one. */
    public List<EntityKey> keys() {
        return plan().keys();
    }

    /** The keys in indexes. */
    public List<EntityKey> indexKeys() {
        return plan().indexKeys();
    }

    public Map<String, AttributeValue> constants() {
        return Map.copyOf(constants);
    }

    public List<Unique> uniques() {
        return List.copyOf(uniques);
    }

    public List<Twin<T, ?>> twins() {
        return List.copyOf(twins);
    }

    /** What items are made of; null if they are something in themselves. */
    public @Nullable Origin<T, ?> origin() {
        return origin;
    }

    /** Whether a write of an item takes more than that item: guards of unique values, or further items. */
    public boolean hasCompany() {
        return !uniques.isEmpty() || !twins.isEmpty();
    }

    public List<Relation> relations() {
        return List.copyOf(relations);
    }

    /** The attribute that counts changes; null if none does. */
    public @Nullable String version() {
        return version;
    }

    /** Whether the table separates tenants and this entity's items belong to one each. */
    public boolean scoped() {
        return table.scope() != null && !unscoped;
    }

    /** The attributes of the record, in its order. */
    public List<Component> attributes() {
        return mapping().components();
    }

    /** The item of a record, with all its keys. */
    public Map<String, AttributeValue> toItem(T record, Scoping scoping) {
        return plan().toItem(record, scoping);
    }

    /** The primary key of a record, as a request wants it. */
    public Map<String, AttributeValue> keyOf(T record, Scoping scoping) {
        return plan().keyOf(record, scoping);
    }

    /** The record of an item. */
    public T toRecord(Map<String, AttributeValue> item, Scoping scoping) {
        return plan().toRecord(item, scoping);
    }

    /** Whether an item is one of this entity and scope. */
    public boolean owns(Map<String, AttributeValue> item, Scoping scoping) {
        return plan().owns(item, scoping);
    }

    /** How much text tells its items from others. Where an item's key may be of several entities, it is of the one with the most. */
    public int certainty() {
        EntityKey key = keys().get(0);
        int sort = key.sort() == null ? 0 : key.sort().codec().constantPrefix().length();
        return (constants.isEmpty() ? 0 : 10_000)
                + sort
                + key.partition().codec().constantPrefix().length();
    }

    /** Whether an item's key is one of this entity and scope, whatever else it has. */
    public boolean ownsKey(Map<String, AttributeValue> item, Scoping scoping) {
        return plan().ownsKey(item, scoping);
    }

    /** Whether an item has all that each item of this entity has. */
    public boolean hasConstants(Map<String, AttributeValue> item) {
        return plan().hasConstants(item);
    }

    /** Compiles what was declared, at the first use. */
    EntityPlan<T> plan() {
        EntityPlan<T> known = plan;
        if (known == null) {
            synchronized (this) {
                known = plan;
                if (known == null) {
                    use();
                    known = new EntityPlan<>(this, List.copyOf(declared), refusals);
                    plan = known;
                }
            }
        }
        return known;
    }

    @Override
    public String place() {
        return table.place() + ", entity " + name;
    }

    @Override
    Entity<T> self() {
        return this;
    }

    @Override
    public String toString() {
        return name;
    }
}
