package dev.trestle.model;

import dev.trestle.model.mapping.Component;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * An access pattern by name: how one kind of question is asked of a table, in one request per partition and page.
 *
 * <pre>{@code
 * static final Pattern<Letter> LETTERS_NEWEST_FIRST = LETTER.query("List all letters").on("GSI1").descending();
 * }</pre>
 *
 * @param <T> what it gives: a record, or {@link Groups}
 */
public final class Pattern<T> extends Declaration<Pattern<T>> {
    /** What kind of request it is. */
    public enum Kind {
        /** One item by its primary key. */
        GET,
        /** One item by an index, or none. */
        FIND,
        /** Items of one entity, in the order of their keys. */
        QUERY,
        /** Items of several entities, as groups. */
        COLLECTION,
        /** A change of one item by its primary key. */
        CHANGE,
        /** The whole table. */
        SCAN
    }

    /** What is asked of the sort key. */
    public enum Sort {
        /** Nothing. */
        ANY,
        /** The whole of it. */
        EQUAL,
        /** How it begins. */
        BEGINS_WITH,
        /** Between two values of one of its parts. */
        BETWEEN,
        /** Before a text. */
        BELOW
    }

    private final Kind kind;
    private final String name;
    private final Table table;
    private final List<Entity<?>> entities;
    private @Nullable Index index;
    private @Nullable String partitionText;
    private Sort sort;
    private @Nullable String sortText;
    private boolean descending;
    private boolean eachDay;
    private @Nullable String filter;
    private volatile @Nullable PatternPlan plan;

    Pattern(Kind kind, String name, Table table, List<Entity<?>> entities) {
        this.kind = kind;
        this.name = name;
        this.table = table;
        this.entities = entities;
        this.sort = kind == Kind.GET || kind == Kind.CHANGE || kind == Kind.FIND ? Sort.EQUAL : Sort.ANY;
    }

    /** Asks an index. */
    public Pattern<T> on(String indexName) {
        change();
        index = table.findIndex(indexName);
        if (index == null) {
            throw problem("a pattern names an index that its table has not", indexName, "declare it on the table");
        }
        return this;
    }

    /** Asks for one of several shapes of a key: the template of its partition key. */
    public Pattern<T> in(String template) {
        change();
        partitionText = template;
        return this;
    }

    /** Asks for one of several shapes of a key: the template of its sort key. */
    public Pattern<T> exactly(String template) {
        return sort(Sort.EQUAL, template);
    }

    /** Asks how the sort key begins: a beginning of its template, such as {@code NOTE#} or {@code action#{idx}#}. */
    public Pattern<T> beginsWith(String template) {
        return sort(Sort.BEGINS_WITH, template);
    }

    /** Asks for the values of a field between two, given with {@link Bound#from} and {@link Bound#to}; both are included. */
    public Pattern<T> between(String field) {
        return sort(Sort.BETWEEN, field);
    }

    /** Asks for sort keys before a text. */
    public Pattern<T> below(String text) {
        return sort(Sort.BELOW, text);
    }

    private Pattern<T> sort(Sort how, String text) {
        change();
        sort = how;
        sortText = text;
        return this;
    }

    /** Gives the last keys first. */
    public Pattern<T> descending() {
        change();
        descending = true;
        return this;
    }

    /** Asks one partition after another, one for each day between {@link Bound#from} and {@link Bound#to}. */
    public Pattern<T> eachDay() {
        change();
        eachDay = true;
        return this;
    }

    /**
     * Keeps, of what was read, the items whose attribute has the value that is given as the last parameter. All others are read
     * for nothing, so that this is for what a design document has so, beside a pattern that needs no filter.
     */
    public Pattern<T> filter(String attribute) {
        change();
        filter = attribute;
        return this;
    }

    /** Binds the pattern's parameters, in the order of {@link #parameters}. */
    public Bound<T> of(Object... values) {
        List<String> names = parameters();
        if (values.length != names.size()) {
            throw problem("a pattern got another number of values", values.length + " values", "give it " + names);
        }
        for (int i = 0; i < values.length; i++) {
            if (values[i] == null) {
                throw problem("a parameter has no value", names.get(i), "give all of " + names);
            }
        }
        return new Bound<>(this, named(names, values), null, null);
    }

    private static Map<String, Object> named(List<String> names, Object[] values) {
        switch (values.length) {
            case 0 -> {
                return Map.of();
            }
            case 1 -> {
                return Map.of(names.get(0), values[0]);
            }
            case 2 -> {
                return Map.of(names.get(0), values[0], names.get(1), values[1]);
            }
            default -> {
                Map<String, Object> named = new HashMap<>();
                for (int i = 0; i < values.length; i++) {
                    named.put(names.get(i), values[i]);
                }
                return named;
            }
        }
    }

    /**
     * The fields that have to be given, in the order in which the key names them, and what {@link #filter} asks for; neither the
     * scope nor what {@link #between} ranges over.
     */
    public List<String> parameters() {
        return plan().parameters();
    }

    public Kind kind() {
        return kind;
    }

    public String name() {
        return name;
    }

    public Table table() {
        return table;
    }

    /** The entities that it gives: one, but for collections. */
    public List<Entity<?>> entities() {
        return entities;
    }

    /** The index that it asks; null for the table itself. */
    public @Nullable Index index() {
        return index;
    }

    /** The template of the partition key that it asks; null where the entity has one shape of it only, or the first is meant. */
    public @Nullable String partitionText() {
        return partitionText;
    }

    public Sort sort() {
        return sort;
    }

    /** The template, field or text that {@link #sort} is about; null if there is none. */
    public @Nullable String sortText() {
        return sortText;
    }

    public boolean isDescending() {
        return descending;
    }

    public boolean isEachDay() {
        return eachDay;
    }

    /** The attribute by which items are left out that were read; null if none is. */
    public @Nullable String filter() {
        return filter;
    }

    /** Whether items are read that the answer leaves out: by a filter, because a key holds those of all tenants, or by a scan. */
    public boolean leavesOut() {
        return plan().leavesOut();
    }

    /** The key that is asked: of the first entity. */
    public EntityKey key() {
        return plan().key();
    }

    /** The entity that an item belongs to; null if it is none of this pattern's, or another tenant's. */
    public @Nullable Entity<?> entityOf(Map<String, AttributeValue> item, Scoping scoping) {
        for (Entity<?> entity : plan().members()) {
            if (entity.owns(item, scoping)) {
                return entity;
            }
        }
        return null;
    }

    /** Whether an item of an entity passes the filter, if there is one. */
    public boolean keeps(Entity<?> entity, Map<String, AttributeValue> item, Bound<?> bound) {
        if (filter == null) {
            return true;
        }
        Component component = entity.mapping().component(filter);
        return component != null
                && Objects.equals(
                        item.get(filter), component.write(bound.values().get(filter)));
    }

    PatternPlan plan() {
        PatternPlan known = plan;
        if (known == null) {
            synchronized (this) {
                known = plan;
                if (known == null) {
                    use();
                    known = new PatternPlan(this);
                    plan = known;
                }
            }
        }
        return known;
    }

    @Override
    public String place() {
        return table.place() + ", pattern \"" + name + "\"";
    }

    @Override
    Pattern<T> self() {
        return this;
    }

    @Override
    public String toString() {
        return name;
    }
}
