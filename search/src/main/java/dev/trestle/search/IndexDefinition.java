package dev.trestle.search;

import dev.trestle.model.Entity;
import dev.trestle.model.Table;
import dev.trestle.model.operation.ItemStore;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What is in an index, and which records it is made of.
 *
 * <pre>{@code
 * IndexDefinition LETTERS = IndexDefinition.named("letters", 1)
 *         .text("title", 3)
 *         .text("content", 1)
 *         .of(LETTER, letter -> "letter:" + letter.date(), (reads, letter) -> Entry.readableBy("member")
 *                 .text("title", letter.title())
 *                 .text("content", letter.content()));
 * }</pre>
 *
 * <p>An index of another version is rebuilt: raise it with each change of what entries hold. For one thread until an index is opened.
 */
public final class IndexDefinition {
    private final String name;
    private final int version;
    private final Map<String, Float> texts = new LinkedHashMap<>();
    private final List<Mapping<?>> mappings = new ArrayList<>();
    private Listener listener = written -> {};

    /**
     * How the records of one entity become entries.
     *
     * @param isPart whether an entry is made of several of them, so that one that is removed does not remove the entry
     */
    record Mapping<T extends Record>(
            Entity<T> entity,
            Function<T, String> id,
            BiFunction<ItemStore, T, @Nullable Entry> entry,
            boolean isPart) {}

    /**
     * What was done to an entry.
     *
     * @param store of the tenant that the entry belongs to
     * @param id of the entry
     * @param entity of the record whose change was followed
     * @param isRemoved whether it was taken out of the index
     * @param failure why it could not be made; it is left out until its records change again
     */
    public record Written(
            ItemStore store,
            String id,
            Entity<?> entity,
            boolean isRemoved,
            @Nullable RuntimeException failure) {}

    /** Told of what is written to an index. */
    @FunctionalInterface
    public interface Listener {
        void written(Written what);
    }

    private IndexDefinition(String name, int version) {
        this.name = name;
        this.version = version;
    }

    public static IndexDefinition named(String name, int version) {
        return new IndexDefinition(name, version);
    }

    /** Adds a searched field. {@code boost} is how much more a word counts here than in a field of 1. */
    public IndexDefinition text(String field, float boost) {
        texts.put(field, boost);
        return this;
    }

    /**
     * Adds an entity.
     *
     * @param id names the entry, within its tenant and among all entities
     * @param entry what can be found of a record, made with what it reads of the same tenant; null for a record that is not searched. It is
     *     called on the thread that follows the streams
     */
    public <T extends Record> IndexDefinition of(
            Entity<T> entity, Function<T, String> id, BiFunction<ItemStore, T, @Nullable Entry> entry) {
        mappings.add(new Mapping<>(entity, id, entry, false));
        return this;
    }

    /**
     * Adds an entity whose records are parts of another one's entries, such as tags of a document. An entry is made anew when a part is
     * added, changed or removed: once for all of its parts that change together. A build does not look at parts.
     *
     * @param id names the entry that the part belongs to
     * @param entry that whole entry; null if there is none to be searched
     */
    public <T extends Record> IndexDefinition part(
            Entity<T> entity, Function<T, String> id, BiFunction<ItemStore, T, @Nullable Entry> entry) {
        mappings.add(new Mapping<>(entity, id, entry, true));
        return this;
    }

    /**
     * Tells somebody of each entry that was written because its records have changed, on the thread that follows the streams; a build
     * of all entries tells nothing. After a crash it is told again of what was not committed.
     */
    public IndexDefinition onWritten(Listener told) {
        listener = told;
        return this;
    }

    Listener listener() {
        return listener;
    }

    String name() {
        return name;
    }

    int version() {
        return version;
    }

    Map<String, Float> texts() {
        return texts;
    }

    List<Mapping<?>> mappings() {
        return mappings;
    }

    Set<Table> tables() {
        Set<Table> tables = new LinkedHashSet<>();
        mappings.forEach(mapping -> tables.add(mapping.entity().table()));
        return tables;
    }
}
