package dev.trestle.conformance.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.trestle.model.Entity;
import dev.trestle.model.Model;
import dev.trestle.model.Scope;
import dev.trestle.model.Support;
import dev.trestle.model.Table;
import dev.trestle.model.evolution.Deployment;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.events.Follower;
import dev.trestle.sdk.TrestleDb;
import dev.trestle.search.Entry;
import dev.trestle.search.IndexDefinition;
import dev.trestle.search.SearchIndex;
import dev.trestle.search.SearchPage;
import dev.trestle.search.SearchRequest;
import dev.trestle.search.SearchUnavailableException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** What docs/search.md shows. */
class SearchGuideTest {
    record Letter(String date, long day, String title, String author, String content) {}

    private static final Table TABLE = Table.named("letters").key("PK", "SK").scope(Scope.prefix("tenant", "#"));
    private static final Table SUPPORT = Support.table("letters");
    private static final Entity<Letter> LETTER = TABLE.entity(Letter.class).key("LETTER#{date}", "CURRENT");
    private static final Follower.Declaration LEASE = Follower.on(SUPPORT);
    private static final Model MODEL = Model.of("letters", TABLE).with(SUPPORT);

    // tag::define[]
    static final IndexDefinition LETTERS = IndexDefinition.named("letters", 1) // raise the version when entries change
            .text("title", 3) // a searched field, and how much it counts
            .text("content", 1)
            .of(
                    LETTER,
                    letter -> "letter:" + letter.date(),
                    (reads, letter) -> Entry.readableBy("member")
                            .text("title", letter.title())
                            .text("content", letter.content())
                            .filter("author", letter.author())
                            .at(letter.day())
                            .stored("date", letter.date()));
    // end::define[]

    @Test
    void index_asOnThePage_findsALetter(@TempDir Path directory) {
        try (TrestleDb db = TrestleDb.inMemory()) {
            ItemStore store = ItemStore.builder(db.client(), MODEL).build();
            store.createTables();
            store.within("acme").put(LETTER, new Letter("1952-06-15", 1, "Rain", "Rosa", "We sat by the river."));
            Deployment deployment = new Deployment(MODEL, db.client(), Table::name, Clock.systemUTC());
            DynamoDbStreamsClient streams = db.streamsClient();
            String tenant = "acme";
            // tag::open[]
            SearchIndex index = SearchIndex.open(
                    LETTERS,
                    directory,
                    new SearchIndex.Source(deployment, streams, store, LEASE, Duration.ofMillis(250)));
            // end::open[]
            try (index) {
                await().atMost(Duration.ofSeconds(60))
                        .ignoreExceptionsInstanceOf(SearchUnavailableException.class)
                        .until(() -> index.search(SearchRequest.of(tenant, "", Set.of("member"), 1))
                                        .total()
                                == 1);
                // tag::search[]
                SearchPage page = index.search(
                        SearchRequest.of(tenant, "rain \"by the river\"", Set.of("member", "user:ann"), 20));
                // end::search[]
                assertThat(page.hits().get(0).stored()).containsEntry("date", "1952-06-15");
            }
        }
    }
}
