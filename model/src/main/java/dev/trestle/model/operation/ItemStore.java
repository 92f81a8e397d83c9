package dev.trestle.model.operation;

import dev.trestle.model.Bound;
import dev.trestle.model.Entity;
import dev.trestle.model.Groups;
import dev.trestle.model.KeyCondition;
import dev.trestle.model.Model;
import dev.trestle.model.Pattern;
import dev.trestle.model.Scoping;
import dev.trestle.model.Table;
import dev.trestle.model.UnreadableItem;
import dev.trestle.model.error.ModelException;
import dev.trestle.model.error.UnreadableItemException;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;

/**
 * The records of a model, over a client: patterns are asked of it, records are put into it.
 *
 * <pre>{@code
 * ItemStore store = ItemStore.builder(client, UniSyncModel.MODEL).build();
 * Optional<User> user = store.get(UsersTable.USER_BY_ID.of("usr_abc123"));
 * }</pre>
 *
 * <p>Immutable; any number of threads may share it. {@link #within} and {@link #consistent} give stores of their own.
 */
public final class ItemStore {
    private static final int PAGE_MAX = 1000;

    private final Settings settings;
    private final Reads reads;
    private final Writes writes;
    private final Batches batches;

    private ItemStore(Settings settings) {
        this.settings = settings;
        this.reads = new Reads(settings);
        this.writes = new Writes(settings);
        this.batches = new Batches(settings, reads);
    }

    /** Begins the settings of a store. */
    public static Builder builder(DynamoDbClient client, Model model) {
        return new Builder(client, model);
    }

    /** The same store, bound to a tenant: everything that it reads or writes is the tenant's. */
    public ItemStore within(String tenant) {
        return new ItemStore(settings.within(tenant));
    }

    /** The same store, whose reads see every write that was acknowledged before them. */
    public ItemStore consistent() {
        return new ItemStore(settings.consistently());
    }

    /** The same store for reading indexes, which may not know yet what was just written. */
    public ItemStore indexes() {
        return new ItemStore(settings.eventually());
    }

    /**
     * The same store, whose lists are complete or refused: for callers that delete, count or move what a list has. Others get a list
     * without items that cannot be read.
     */
    public ItemStore complete() {
        return new ItemStore(settings.completely());
    }

    /**
     * The one record that a pattern names, if it is there.
     *
     * @throws UnreadableItemException if its item does not fit the record
     */
    public <T extends Record> Optional<T> get(Bound<T> bound) {
        if (bound.pattern().kind() == Pattern.Kind.FIND) {
            Reads.Part part = reads.read(bound, 1, null);
            if (part.items().isEmpty() && part.unreadable() != null) {
                throw part.unreadable();
            }
            return records(bound, part.items()).stream().findFirst();
        }
        return stored(bound).map(Stored::record);
    }

    /**
     * The one record that a pattern names by its primary key, if it is there, with the item that it was read from.
     *
     * @throws UnreadableItemException if that does not fit the record
     */
    public <T extends Record> Optional<Stored<T>> stored(Bound<T> bound) {
        Pattern<T> pattern = bound.pattern();
        GetItemRequest.Builder request = GetItemRequest.builder()
                .tableName(settings.nameOf(pattern.table()))
                .key(WriteContext.keyOf(bound, settings.scoping(pattern.table())));
        if (settings.consistent()) {
            request.consistentRead(true);
        }
        GetItemResponse response = settings.client(pattern.name()).getItem(request.build());
        return response.hasItem() ? reads.stored(pattern, response.item()) : Optional.empty();
    }

    /** What lies where a record would be put, if it fits the record's entity. */
    public <T extends Record> Optional<Stored<T>> storedAt(Entity<T> entity, T record) {
        GetItemRequest.Builder request = GetItemRequest.builder()
                .tableName(settings.nameOf(entity.table()))
                .key(keyOf(entity, record));
        if (settings.consistent()) {
            request.consistentRead(true);
        }
        GetItemResponse response =
                settings.client("Get what lies at a record's key").getItem(request.build());
        return response.hasItem()
                ? recordOf(entity, response.item()).map(found -> new Stored<>(found, response.item()))
                : Optional.empty();
    }

    /** The primary key that a record has in this store. */
    public <T extends Record> Map<String, AttributeValue> keyOf(Entity<T> entity, T record) {
        return entity.keyOf(record, settings.scoping(entity.table()));
    }

    /** The item that a record is in this store. */
    public <T extends Record> Map<String, AttributeValue> itemOf(Entity<T> entity, T record) {
        return entity.toItem(record, settings.scoping(entity.table()));
    }

    /**
     * What patterns name by their primary keys, of whichever entities and tables: with one request for up to a hundred, but not all of
     * one moment.
     */
    public Retrieved retrieve(List<? extends Bound<? extends Record>> bounds) {
        return batches.get(bounds);
    }

    /**
     * The records that patterns name by their primary keys, in the order of the patterns; not all of one moment. One that cannot be read
     * is left out as in any list.
     */
    public <T extends Record> List<Optional<T>> getAll(List<Bound<T>> bounds) {
        Retrieved retrieved = batches.get(bounds);
        return bounds.stream()
                .map(bound ->
                        (settings.complete() ? retrieved.of(bound) : retrieved.readable(bound)).map(Stored::record))
                .toList();
    }

    /** The first records of an answer, at most so many. */
    public <T extends Record> List<T> first(Bound<T> bound, int max) {
        return records(bound, reads.read(bound, max, null).items());
    }

    /** The first records of an answer, at most so many, each with the item that it was read from; whole where no index is asked. */
    public <T extends Record> List<Stored<T>> firstStored(Bound<T> bound, int max) {
        return stored(bound, reads.read(bound, max, null).items());
    }

    private <T extends Record> List<Stored<T>> stored(Bound<T> bound, List<Reads.Found> found) {
        List<Stored<T>> stored = new ArrayList<>(found.size());
        for (Reads.Found each : found) {
            stored.add(new Stored<>(record(bound.pattern(), each), each.item()));
        }
        return stored;
    }

    /**
     * All records of an answer.
     *
     * @throws TooManyItemsException if there are more than the bound
     */
    public <T extends Record> List<T> all(Bound<T> bound, int max) {
        return records(bound, whole(bound, max));
    }

    /**
     * All records of an answer, each with the item that it was read from; whole where no index is asked.
     *
     * @throws TooManyItemsException if there are more than the bound
     */
    public <T extends Record> List<Stored<T>> allStored(Bound<T> bound, int max) {
        return stored(bound, whole(bound, max));
    }

    private List<Reads.Found> whole(Bound<?> bound, int max) {
        Reads.Part part = reads.read(bound, max, null);
        if (part.next() != null) {
            throw new TooManyItemsException(bound.pattern().name(), max);
        }
        return part.items();
    }

    /**
     * All items under the keys that a pattern asks for, as they are stored: also those that do not fit their record, and those of no
     * entity at all.
     *
     * @throws TooManyItemsException if there are more than the bound
     */
    public List<Map<String, AttributeValue>> items(Bound<?> bound, int max) {
        return reads.items(bound, max);
    }

    /**
     * A page of an answer.
     *
     * @param cursor where to go on, as the page before said; null for the first page
     * @throws CursorException if the cursor was made for another question, or by somebody else
     */
    public <T extends Record> Page<T> page(Bound<T> bound, int limit, @Nullable String cursor) {
        Reads.Part part = part(bound, limit, cursor);
        return new Page<>(records(bound, part.items()), next(bound, part));
    }

    /**
     * A record of an answer, with its place in it.
     *
     * @param place from which {@link #placed} goes on behind the record. It holds keys: sign what a client gets to see of it
     */
    public record Placed<T>(T record, List<String> place) {}

    /**
     * The next records of an answer, each with its place: for a list that leaves out some of what it reads, and ends a page in the
     * middle of what was read.
     *
     * @param after the place to go on behind; null for the first
     */
    public <T extends Record> List<Placed<T>> placed(Bound<T> bound, int limit, @Nullable List<String> after) {
        Reads.Part part = reads.read(bound, limit, after == null ? null : Reads.Place.of(after));
        List<Placed<T>> placed = new ArrayList<>(part.items().size());
        for (Reads.Found found : part.items()) {
            placed.add(new Placed<>(
                    record(bound.pattern(), found), reads.placeOf(bound, found).texts()));
        }
        return placed;
    }

    /** Signs the place of a list that is not one pattern's, with the key of this store's cursors. */
    public String seal(List<String> place, List<String> list) {
        return settings.seal().seal(place, list);
    }

    /**
     * The place that {@link #seal} was given.
     *
     * @throws CursorException if it was made for another list, or elsewhere
     */
    public List<String> open(String cursor, List<String> list) {
        return settings.seal().open(cursor, list, list.isEmpty() ? "" : list.get(0));
    }

    private Reads.Part part(Bound<?> bound, int limit, @Nullable String cursor) {
        if (limit < 1 || limit > PAGE_MAX) {
            throw new ModelException(
                    "a page has between 1 and " + PAGE_MAX + " items", ModelException.facts("limit", limit));
        }
        Reads.Place from = cursor == null
                ? null
                : Reads.Place.of(settings.seal()
                        .open(cursor, question(bound), bound.pattern().name()));
        return reads.read(bound, limit, from);
    }

    private Optional<String> next(Bound<?> bound, Reads.Part part) {
        return Optional.ofNullable(part.next()).map(place -> settings.seal().seal(place.texts(), question(bound)));
    }

    /** The records of an answer, read page by page as they are asked for; at most so many. */
    public <T extends Record> Stream<T> stream(Bound<T> bound, int max) {
        return PageStream.of(reads, bound, max).map(found -> record(bound.pattern(), found));
    }

    /**
     * A partition's records by entity.
     *
     * @throws TooManyItemsException if there are more than the bound
     */
    public Groups collect(Bound<Groups> bound, int max) {
        Reads.Part part = reads.read(bound, max, null);
        if (part.next() != null) {
            throw new TooManyItemsException(bound.pattern().name(), max);
        }
        return groups(part);
    }

    /**
     * A page of a partition's records by entity: so many records, of whichever entity, in the order of the keys.
     *
     * @param cursor where to go on, as the page before said; null for the first page
     * @throws CursorException if the cursor was made for another question, or by somebody else
     */
    public GroupsPage collect(Bound<Groups> bound, int limit, @Nullable String cursor) {
        Reads.Part part = part(bound, limit, cursor);
        return new GroupsPage(groups(part), next(bound, part));
    }

    private static Groups groups(Reads.Part part) {
        Groups groups = new Groups();
        part.items().forEach(found -> add(groups, found.entity(), found.record()));
        return groups;
    }

    private static <T extends Record> void add(Groups groups, Entity<T> entity, Record record) {
        groups.add(entity, entity.type().cast(record));
    }

    private static <T extends Record> List<T> records(Bound<T> bound, List<Reads.Found> found) {
        List<T> records = new ArrayList<>(found.size());
        for (Reads.Found each : found) {
            records.add(record(bound.pattern(), each));
        }
        return records;
    }

    private static <T extends Record> T record(Pattern<T> pattern, Reads.Found found) {
        return Transaction.entityOf(pattern).type().cast(found.record());
    }

    /** The record of an item that was read elsewhere, such as a stream's image; empty if it is none, or cannot be read. */
    public <T extends Record> Optional<T> recordOf(Entity<T> entity, Map<String, AttributeValue> item) {
        return entity.owns(item, settings.scoping(entity.table()))
                ? Optional.ofNullable(reads.readable(entity, item))
                : Optional.empty();
    }

    /** Everything that makes one question another; a cursor fits one alone. */
    private List<String> question(Bound<?> bound) {
        Pattern<?> pattern = bound.pattern();
        List<String> question = new ArrayList<>(List.of(
                settings.nameOf(pattern.table()),
                pattern.name(),
                String.valueOf(settings.tenant()),
                String.valueOf(pattern.filter() == null ? null : bound.values().get(pattern.filter()))));
        for (KeyCondition condition : bound.conditions(settings.scoping(pattern.table()))) {
            question.add(condition.partition());
            question.add(String.valueOf(condition.sort()));
        }
        return question;
    }

    /**
     * Puts a record, in place of what was there. Where the entity has a version, what was there has to have the record's.
     *
     * @return the record as it is stored now
     * @throws WriteRefusedException if the version is another, or a unique value is taken
     */
    public <T extends Record> T put(Entity<T> entity, T record) {
        return put(entity, record, Expect.ANYTHING);
    }

    /**
     * Puts a record, if what is there is as expected.
     *
     * @return the record as it is stored now
     * @throws WriteRefusedException if it is not
     */
    public <T extends Record> T put(Entity<T> entity, T record, Expect expect) {
        PutOperation<T> operation = new PutOperation<>(entity, record, expect);
        writes.run(List.of(operation));
        return operation.stored();
    }

    /**
     * Puts a record where none was.
     *
     * @return the record as it is stored now
     * @throws WriteRefusedException if one was, or a unique value is taken
     */
    public <T extends Record> T create(Entity<T> entity, T record) {
        return put(entity, record, Expect.ABSENT);
    }

    /** Deletes a record, if it is there. */
    public <T extends Record> void delete(Entity<T> entity, T record) {
        transaction().delete(entity, record, Expect.ANYTHING).commit();
    }

    /**
     * Deletes a record, if what is there is as expected.
     *
     * @throws WriteRefusedException if it is not
     */
    public <T extends Record> void delete(Entity<T> entity, T record, Expect expect) {
        transaction().delete(entity, record, expect).commit();
    }

    /**
     * Changes the record that a pattern names: it is read, changed, and what differs is written if nobody wrote meanwhile; otherwise
     * all of that is done again, so that {@code change} may be called several times. It takes effect once, also when an answer is lost and
     * the SDK sends the request again.
     *
     * @return the record as it is stored now
     * @throws WriteRefusedException if there is no such record
     */
    public <T extends Record> T update(Bound<T> bound, UnaryOperator<T> change) {
        Entity<T> entity = Transaction.entityOf(bound.pattern());
        Scoping scoping = settings.scoping(entity.table());
        UpdateOperation<T> operation = new UpdateOperation<>(entity, WriteContext.keyOf(bound, scoping), change);
        writes.run(List.of(operation));
        return operation.stored();
    }

    /** Begins a change of some attributes of the item that a pattern names. */
    public <T extends Record> Change<T> change(Bound<T> bound) {
        return new Change<>(writes, bound);
    }

    /** Puts many records, each in place of what was there: not together, and in no order. */
    public <T extends Record> void putAll(Entity<T> entity, List<T> records) {
        batches.put(entity, records);
    }

    /** Deletes many records: not together, and in no order. */
    public <T extends Record> void deleteAll(Entity<T> entity, List<T> records) {
        batches.delete(entity, records);
    }

    /** Begins a transaction. */
    public Transaction transaction() {
        return new Transaction(writes);
    }

    /** Creates the tables that are not there yet. */
    public void createTables() {
        new Tables(settings).create();
    }

    /** The settings of a store. */
    public static final class Builder {
        private final DynamoDbClient client;
        private final Model model;
        private final Map<Table, String> names = new IdentityHashMap<>();
        private Clock clock = Clock.systemUTC();
        private UnreadableItem.Listener unreadable = UnreadableItem.Listener.NONE;
        private byte @Nullable [] cursorKey;

        private Builder(DynamoDbClient client, Model model) {
            this.client = client;
            this.model = model;
            model.allTables().forEach(table -> names.put(table, table.name()));
        }

        /** Gives a table another name than the declared one. */
        public Builder name(Table table, String name) {
            names.put(table, name);
            return this;
        }

        /** Says what time it is, for expiry. */
        public Builder clock(Clock time) {
            clock = time;
            return this;
        }

        /** Has somebody told of stored items that do not fit their records. */
        public Builder onUnreadable(UnreadableItem.Listener listener) {
            unreadable = listener;
            return this;
        }

        /** The key of the cursors: the same in every process that has to read them. Without one, cursors end with the process. */
        public Builder cursorKey(byte[] key) {
            cursorKey = key.clone();
            return this;
        }

        public ItemStore build() {
            byte[] key = cursorKey;
            if (key == null) {
                key = new byte[32];
                new SecureRandom().nextBytes(key);
            }
            Map<Table, String> named = new IdentityHashMap<>(names);
            return new ItemStore(
                    new Settings(client, model, named, clock, new CursorSeal(key), unreadable, null, false, false));
        }
    }
}
