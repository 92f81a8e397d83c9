package dev.trestle.conformance.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.model.Bound;
import dev.trestle.model.Entity;
import dev.trestle.model.Model;
import dev.trestle.model.Pattern;
import dev.trestle.model.Scope;
import dev.trestle.model.Support;
import dev.trestle.model.Table;
import dev.trestle.model.operation.Cause;
import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Page;
import dev.trestle.model.operation.Retrieved;
import dev.trestle.model.operation.Stored;
import dev.trestle.model.operation.WriteRefusedException;
import dev.trestle.sdk.TrestleDb;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The code of {@code docs/model.md}: what stands between the marks is what the page shows. */
class ModelGuideTest {
    // tag::declare[]
    static final class LettersTable {
        static final Table TABLE = Table.named(
                        "HoldThatThought") // keys PK and SK unless .key("pk", "sk") says otherwise
                .index("GSI1", "GSI1PK", "GSI1SK")
                .expiry("TTL");

        record Letter(String date, String title, @Nullable String author, int reads, Instant updatedAt) {}

        static final Entity<Letter> LETTER =
                TABLE.entity(Letter.class).key("LETTER#{date}", "CURRENT").index("GSI1", "LETTERS", "{date}");

        static final Pattern<Letter> LETTER_BY_DATE = LETTER.get("Get letter");
        static final Pattern<Letter> NEWEST_FIRST =
                LETTER.query("List all letters").on("GSI1").descending();

        record Reader(
                String readerId, String email, @Nullable Integer version) {}

        static final Entity<Reader> READER = TABLE.entity(Reader.class)
                .key("READER#{readerId}", "PROFILE")
                .unique("email")
                .version("version");

        static final Pattern<Reader> READER_BY_ID = READER.get("Get reader");
    }

    static final Model MODEL = Model.of("holdthatthought", LettersTable.TABLE).with(Support.table("holdthatthought"));
    // end::declare[]

    private static final Instant NOON = Instant.parse("2026-05-01T12:00:00Z");
    private static final Entity<LettersTable.Letter> LETTER = LettersTable.LETTER;
    private static final Pattern<LettersTable.Letter> LETTER_BY_DATE = LettersTable.LETTER_BY_DATE;
    private static final Pattern<LettersTable.Letter> NEWEST_FIRST = LettersTable.NEWEST_FIRST;
    private static final Entity<LettersTable.Reader> READER = LettersTable.READER;
    private static final Pattern<LettersTable.Reader> READER_BY_ID = LettersTable.READER_BY_ID;

    private final TrestleDb db = TrestleDb.inMemory();
    private final ItemStore store = open(db.client(), "sixteen bytes or more".getBytes(StandardCharsets.UTF_8));

    private static ItemStore open(DynamoDbClient client, byte[] secret) {
        // tag::open[]
        ItemStore store = ItemStore.builder(client, MODEL)
                .name(LettersTable.TABLE, "letters-test")
                .cursorKey(secret)
                .build();
        store.createTables();
        // end::open[]
        return store;
    }

    @BeforeEach
    void write() {
        for (int year = 1940; year < 1945; year++) {
            store.create(LETTER, letter(year + "-06-06"));
        }
    }

    @AfterEach
    void close() {
        db.close();
    }

    private static LettersTable.Letter letter(String date) {
        return new LettersTable.Letter(date, "Dear all", null, 0, NOON);
    }

    @Test
    void guide_reads_work() {
        String cursor = store.page(NEWEST_FIRST.of(), 2, null).next().orElseThrow();
        // tag::read[]
        Optional<LettersTable.Letter> one = store.get(LETTER_BY_DATE.of("1944-06-06"));
        Page<LettersTable.Letter> page = store.page(NEWEST_FIRST.of(), 2, cursor); // page.next() is the next cursor
        List<LettersTable.Letter> newest = store.first(NEWEST_FIRST.of(), 3);
        List<LettersTable.Letter> whole = store.all(NEWEST_FIRST.of(), 1000); // TooManyItemsException if there are more
        List<Optional<LettersTable.Letter>> some =
                store.getAll(List.of(LETTER_BY_DATE.of("1944-06-06"), LETTER_BY_DATE.of("1999-12-31")));
        Bound<LettersTable.Letter> dDay = LETTER_BY_DATE.of("1944-06-06");
        Retrieved both = store.retrieve(List.of(dDay, READER_BY_ID.of("r1"))); // of any entities, with one request
        Optional<Stored<LettersTable.Letter>> found = both.of(dDay);
        try (Stream<LettersTable.Letter> each = store.stream(NEWEST_FIRST.of(), 100_000)) {
            each.forEach(letter -> print(letter.title())); // a page is read when the one before is used up
        }
        ItemStore exact = store.consistent(); // sees every write that was acknowledged before
        // end::read[]
        assertThat(one).isPresent();
        assertThat(page.items()).extracting(LettersTable.Letter::date).containsExactly("1942-06-06", "1941-06-06");
        assertThat(newest).hasSize(3);
        assertThat(whole).hasSize(5);
        assertThat(some.get(0)).isPresent();
        assertThat(some.get(1)).isEmpty();
        assertThat(found.map(Stored::record)).isEqualTo(one);
        assertThat(exact.get(LETTER_BY_DATE.of("1944-06-06"))).isEqualTo(one);
    }

    private static void print(String title) {
        assertThat(title).isEqualTo("Dear all");
    }

    @Test
    void guide_writes_work() {
        LettersTable.Letter letter = letter("1950-01-01");
        // tag::write[]
        store.create(LETTER, letter); // refused if it is there: EXISTS
        store.put(LETTER, letter); // in place of what is there
        store.put(LETTER, letter, Expect.equal("reads", 0)); // refused if they are not: CHANGED
        store.putAll(LETTER, List.of(letter("1951-01-01"), letter("1952-01-01"))); // many, not together
        store.delete(LETTER, letter);
        // end::write[]
        assertThat(store.all(NEWEST_FIRST.of(), 10)).hasSize(7);
    }

    @Test
    void guide_updates_work() {
        Bound<LettersTable.Letter> dDay = LETTER_BY_DATE.of("1944-06-06");
        // tag::update[]
        LettersTable.Letter renamed = store.update(
                dDay, old -> new LettersTable.Letter(old.date(), "D-Day", "Jack", old.reads(), old.updatedAt()));
        LettersTable.Letter read =
                store.change(dDay).add("reads", 1).set("updatedAt", NOON).commit();
        store.change(dDay)
                .remove("author")
                .expect(Expect.equal("author", "Jack"))
                .commit();
        // end::update[]
        assertThat(renamed.title()).isEqualTo("D-Day");
        assertThat(read.reads()).isEqualTo(1);
        assertThat(store.get(dDay).orElseThrow().author()).isNull();
    }

    @Test
    void guide_versionsAndUniqueValues_work() {
        // tag::version[]
        LettersTable.Reader first = store.create(READER, new LettersTable.Reader("r1", "jack@example.org", null));
        LettersTable.Reader second =
                store.put(READER, new LettersTable.Reader("r1", "jim@example.org", first.version()));
        // end::version[]
        assertThat(first.version()).isEqualTo(1);
        assertThat(second.version()).isEqualTo(2);
        // tag::refused[]
        try {
            store.put(READER, new LettersTable.Reader("r1", "joe@example.org", first.version()));
        } catch (WriteRefusedException refused) {
            print(refused.failure().cause(), refused.failure().current()); // CHANGED, and the item that is there
        }
        // end::refused[]
        assertThatThrownBy(() -> store.create(READER, new LettersTable.Reader("r2", "jim@example.org", null)))
                .isInstanceOfSatisfying(
                        WriteRefusedException.class,
                        e -> assertThat(e.failure().cause()).isEqualTo(Cause.NOT_UNIQUE));
    }

    private static void print(Cause cause, Object item) {
        assertThat(cause).isEqualTo(Cause.CHANGED);
        assertThat(item.toString()).contains("jim@example.org");
    }

    @Test
    void guide_transactions_work() {
        LettersTable.Reader reader = new LettersTable.Reader("r1", "jack@example.org", null);
        // tag::transaction[]
        Stored<LettersTable.Letter> read =
                store.stored(LETTER_BY_DATE.of("1944-06-06")).orElseThrow();
        LettersTable.Letter changed = new LettersTable.Letter(
                read.record().date(), "D-Day", null, read.record().reads(), NOON);
        store.transaction()
                .replace(LETTER, read, changed, "title") // what differs, if the title is still what was read
                .create(READER, reader)
                .change(LETTER_BY_DATE.of("1943-06-06"), change -> change.add("reads", 1))
                .check(LETTER_BY_DATE.of("1942-06-06"), Expect.PRESENT)
                .commit(); // all or nothing; failures() say which operation was refused, and why
        // end::transaction[]
        assertThat(store.get(LETTER_BY_DATE.of("1944-06-06"))).contains(changed);
        assertThat(store.get(READER_BY_ID.of("r1"))).isPresent();
    }

    @Test
    void guide_tenants_work() {
        Table table = Table.named("notes").scope(Scope.inKeys("team"));
        record Note(String team, String id, String text) {}
        Entity<Note> note = table.entity(Note.class).key("{team}#NOTES", "{id}");
        Pattern<Note> notes = note.query("Notes");
        ItemStore all = ItemStore.builder(db.client(), Model.of("notes", table)).build();
        all.createTables();
        // tag::tenant[]
        ItemStore finance = all.within("finance"); // the tenant of everything that follows
        finance.create(note, new Note("finance", "n1", "Taxes are due"));
        List<Note> theirs = all.within("sales").all(notes.of(), 10); // none of them
        // end::tenant[]
        assertThat(theirs).isEmpty();
        assertThat(finance.all(notes.of(), 10)).hasSize(1);
    }
}
