package dev.trestle.model;

import dev.trestle.model.time.TimeFormat;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A table of a design: the attributes that are its keys, its indexes, and the entities that live in it.
 *
 * <pre>{@code
 * static final Table TABLE = Table.named("HoldThatThought")
 *         .key("PK", "SK")
 *         .index("GSI1", "GSI1PK", "GSI1SK")
 *         .expiry("TTL");
 * }</pre>
 *
 * <p>Declared in one go by one thread, usually a class's initialiser; never changed once it is part of a {@link Model}.
 */
public final class Table extends Declaration<Table> {
    private final String name;
    private String partition = "PK";
    private @Nullable String sort = "SK";
    private @Nullable String expiry;
    private @Nullable Scope scope;
    private TimeFormat times = TimeFormat.MILLIS;
    private final Map<String, Index> indexes = new LinkedHashMap<>();
    private final List<Entity<?>> entities = new ArrayList<>();
    private final List<Pattern<?>> patterns = new ArrayList<>();

    private Table(String name) {
        this.name = name;
    }

    /** A table of this name, unless it is configured to have another, with the keys {@code PK} and {@code SK}. */
    public static Table named(String name) {
        return new Table(name);
    }

    /** Names the attributes that are the table's key. */
    public Table key(String partitionAttribute, String sortAttribute) {
        change();
        partition = partitionAttribute;
        sort = sortAttribute;
        return this;
    }

    /** Names the attribute that is the table's key, which has no sort key. */
    public Table key(String partitionAttribute) {
        change();
        partition = partitionAttribute;
        sort = null;
        return this;
    }

    /** Adds a global index, with all attributes projected. */
    public Table index(String indexName, String partitionAttribute, String sortAttribute) {
        return index(new Index(indexName, partitionAttribute, sortAttribute, false));
    }

    /** Adds a global index without a sort key. */
    public Table index(String indexName, String partitionAttribute) {
        return index(new Index(indexName, partitionAttribute, null, false));
    }

    /** Adds a local index. */
    public Table localIndex(String indexName, String sortAttribute) {
        return index(new Index(indexName, partition, sortAttribute, true));
    }

    private Table index(Index index) {
        change();
        if (indexes.putIfAbsent(index.name(), index) != null) {
            throw problem("two indexes have the same name", "index " + index.name(), "rename one of them");
        }
        return this;
    }

    /** Names the attribute that says when an item expires, in seconds since 1970. */
    public Table expiry(String attribute) {
        change();
        expiry = attribute;
        return this;
    }

    /** Says what separates tenants. */
    public Table scope(Scope separation) {
        change();
        scope = separation;
        return this;
    }

    /** Says how instants are written, in attributes and in keys, where nothing else is said. */
    public Table times(TimeFormat format) {
        change();
        times = format;
        return this;
    }

    /** Begins the declaration of an entity that lives in this table, named after its record. */
    public <T extends Record> Entity<T> entity(Class<T> type) {
        return entity(type.getSimpleName(), type);
    }

    /** Begins the declaration of an entity whose name is not its record's. */
    public <T extends Record> Entity<T> entity(String entityName, Class<T> type) {
        change();
        for (Entity<?> other : entities) {
            if (other.name().equals(entityName)) {
                throw problem("two entities have the same name", "entity " + entityName, "name one of them otherwise");
            }
        }
        Entity<T> entity = new Entity<>(this, entityName, type);
        entities.add(entity);
        return entity;
    }

    /** Begins a pattern that reads a partition of several entities in one query, and gives them back as typed groups. */
    public Pattern<Groups> collection(String patternName, Entity<?>... members) {
        return add(new Pattern<>(Pattern.Kind.COLLECTION, patternName, this, List.of(members)));
    }

    <P> Pattern<P> add(Pattern<P> pattern) {
        change();
        for (Pattern<?> other : patterns) {
            if (other.name().equals(pattern.name())) {
                throw problem("two patterns have the same name", pattern.name(), "name one of them otherwise");
            }
        }
        patterns.add(pattern);
        return pattern;
    }

    public String name() {
        return name;
    }

    /** The attribute that is the partition key. */
    public String partition() {
        return partition;
    }

    /** The attribute that is the sort key; null if the table has none. */
    public @Nullable String sort() {
        return sort;
    }

    public List<Index> indexes() {
        return List.copyOf(indexes.values());
    }

    /** The index of a name; null if there is none. */
    public @Nullable Index findIndex(String indexName) {
        return indexes.get(indexName);
    }

    /** The attribute that says when an item expires; null if none does. */
    public @Nullable String expiry() {
        return expiry;
    }

    /** What separates tenants; null if nothing does. */
    public @Nullable Scope scope() {
        return scope;
    }

    public TimeFormat times() {
        return times;
    }

    public List<Entity<?>> entities() {
        return List.copyOf(entities);
    }

    public List<Pattern<?>> patterns() {
        return List.copyOf(patterns);
    }

    /** Binds a caller to a tenant of this table. */
    public Scoping scoping(@Nullable String tenant) {
        if (scope == null || tenant == null) {
            return Scoping.NONE;
        }
        String checked = scope.checked(tenant);
        return new Scoping(checked, scope.prefixOf(checked));
    }

    @Override
    public String place() {
        return "table " + name;
    }

    @Override
    Table self() {
        return this;
    }
}
