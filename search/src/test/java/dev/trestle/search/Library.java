package dev.trestle.search;

import static org.awaitility.Awaitility.await;

import dev.trestle.model.Entity;
import dev.trestle.model.Model;
import dev.trestle.model.Pattern;
import dev.trestle.model.Scope;
import dev.trestle.model.Support;
import dev.trestle.model.Table;
import dev.trestle.model.evolution.Deployment;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.events.Follower;
import dev.trestle.sdk.TrestleDb;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Books of several tenants in a real engine, with indexes of them. */
final class Library implements AutoCloseable {
    static final Table TABLE = Table.named("books").key("PK", "SK").scope(Scope.prefix("tenant", "#"));
    static final Table SUPPORT = Support.table("books");

    record Book(
            String id,
            String title,
            @Nullable String text,
            String author,
            @Nullable Integer year,
            @Nullable String owner) {}

    static final Entity<Book> BOOK = TABLE.entity(Book.class).key("BOOK#{id}", "BOOK");
    /** A word that somebody has put on a book. */
    record Label(String bookId, String word) {}

    static final Entity<Label> LABEL =
            TABLE.entity(Label.class).key("BOOK#{bookId}", "LABEL#{word}").belongsTo(BOOK, "has");
    static final Pattern<Label> LABELS =
            LABEL.query("List the labels of a book").beginsWith("LABEL#");
    static final Pattern<Book> BY_ID = BOOK.get("Get a book");
    static final Follower.Declaration LEASE = Follower.on(SUPPORT);
    static final Model MODEL = Model.of("books", TABLE).with(SUPPORT);
    static final Set<String> MEMBER = Set.of("member");

    private static final Duration INTERVAL = Duration.ofMillis(20);

    /** How often a record was made into an entry: a rebuild makes all of them again. */
    final AtomicInteger made = new AtomicInteger();

    private final TrestleDb db = TrestleDb.inMemory();
    private final ItemStore store = ItemStore.builder(db.client(), MODEL).build();
    private final Deployment deployment = new Deployment(MODEL, db.client(), Table::name, Clock.systemUTC());
    private final List<SearchIndex> opened = new ArrayList<>();

    Library() {
        store.createTables();
    }

    ItemStore of(String tenant) {
        return store.within(tenant);
    }

    void put(String tenant, Book book) {
        of(tenant).put(BOOK, book);
    }

    void delete(String tenant, String id) {
        of(tenant).get(BY_ID.of(id)).ifPresent(book -> of(tenant).delete(BOOK, book));
    }

    SearchIndex open(Path directory) {
        return open(directory, 1);
    }

    SearchIndex open(Path directory, int version) {
        return open(directory, definition(version));
    }

    SearchIndex open(Path directory, IndexDefinition definition) {
        SearchIndex index = SearchIndex.open(
                definition, directory, new SearchIndex.Source(deployment, db.streamsClient(), store, LEASE, INTERVAL));
        opened.add(index);
        return index;
    }

    IndexDefinition definition(int version) {
        return IndexDefinition.named("books", version)
                .text("title", 3)
                .text("text", 1)
                .of(BOOK, Book::id, (reads, book) -> entry(book));
    }

    private @Nullable Entry entry(Book book) {
        made.incrementAndGet();
        if (book.title().equals("unsearched")) {
            return null;
        }
        if (book.title().equals("broken")) {
            throw new IllegalStateException("no entry can be made of this");
        }
        Entry entry = Entry.readableBy(book.owner() == null ? "member" : "user:" + book.owner())
                .text("title", book.title())
                .text("text", book.text())
                .filter("author", book.author())
                .stored("title", book.title());
        return book.year() == null ? entry : entry.at(book.year());
    }

    static Book book(String id, String title, @Nullable String text) {
        return new Book(id, title, text, "anon", null, null);
    }

    static List<String> ids(SearchPage page) {
        return page.hits().stream().map(SearchPage.Hit::id).toList();
    }

    /** Waits for what an index is to show. */
    static void eventually(SearchIndex index, SearchRequest request, Consumer<SearchPage> shown) {
        await().atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(10))
                .ignoreExceptionsInstanceOf(SearchUnavailableException.class)
                .untilAsserted(() -> shown.accept(index.search(request)));
    }

    @Override
    public void close() {
        opened.forEach(SearchIndex::close);
        db.close();
    }
}
