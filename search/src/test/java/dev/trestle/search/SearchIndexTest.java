package dev.trestle.search;

import static dev.trestle.search.Library.MEMBER;
import static dev.trestle.search.Library.book;
import static dev.trestle.search.Library.ids;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.trestle.model.operation.ItemStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An index that follows its tables: restarts, damage, other versions, two processes. */
class SearchIndexTest {
    private static final SearchRequest ALL = SearchRequest.of("one", "", MEMBER, 100);

    private final Library library = new Library();

    @TempDir
    Path directory;

    @AfterEach
    void close() {
        library.close();
    }

    private static void shows(SearchIndex index, String text, String... ids) {
        Library.eventually(
                index,
                SearchRequest.of("one", text, MEMBER, 100),
                page -> assertThat(ids(page)).containsExactlyInAnyOrder(ids));
    }

    @Test
    void follow_newChangedDeletedAndHiddenRecords_areShownAsTheyAre() {
        SearchIndex index = library.open(directory);
        library.put("one", book("a", "Apples", null));
        shows(index, "apples", "a");

        library.put("one", book("a", "Pears", null));
        shows(index, "pears", "a");
        assertThat(ids(index.search(SearchRequest.of("one", "apples", MEMBER, 10))))
                .isEmpty();

        library.put("one", new Library.Book("a", "Pears", null, "anon", null, "otto"));
        shows(index, "pears");

        library.put("one", book("a", "unsearched", null));
        library.put("one", book("b", "Pears", null));
        shows(index, "", "b");

        library.delete("one", "b");
        shows(index, "");
    }

    @Test
    void follow_partsOfARecord_areInItsEntry() {
        IndexDefinition definition = IndexDefinition.named("labelled", 1)
                .text("title", 3)
                .text("labels", 1)
                .of(Library.BOOK, Library.Book::id, SearchIndexTest::labelled)
                .part(
                        Library.LABEL,
                        Library.Label::bookId,
                        (reads, label) -> reads.get(Library.BY_ID.of(label.bookId()))
                                .map(book -> labelled(reads, book))
                                .orElse(null));
        library.put("one", Library.book("1", "Apples", null));
        library.of("one").put(Library.LABEL, new Library.Label("1", "old"));
        SearchIndex index = library.open(directory, definition);
        shows(index, "old", "1");
        library.of("one").put(Library.LABEL, new Library.Label("1", "green"));
        library.of("one").put(Library.LABEL, new Library.Label("2", "of no book"));
        shows(index, "green", "1");
        library.of("one").delete(Library.LABEL, new Library.Label("1", "old"));
        shows(index, "old");
        shows(index, "apples green", "1");
        assertThat(index.search(SearchRequest.of("one", "apples", MEMBER, 10).withoutExcerpts())
                        .hits())
                .allSatisfy(hit -> assertThat(hit.excerpts()).isEmpty());
        library.delete("one", "1");
        shows(index, "green");
    }

    private static Entry labelled(ItemStore reads, Library.Book book) {
        String labels = String.join(
                " ",
                reads.consistent().first(Library.LABELS.of(book.id()), 100).stream()
                        .map(Library.Label::word)
                        .toList());
        return Entry.readableBy("member").text("title", book.title()).text("labels", labels);
    }

    @Test
    void search_fromTheCursorOfAnyHit_goesOnBehindIt() {
        for (int i = 0; i < 5; i++) {
            library.put("one", Library.book("b" + i, "Apples " + "more ".repeat(i), null));
        }
        SearchIndex index = library.open(directory);
        Library.eventually(
                index,
                SearchRequest.of("one", "apples", MEMBER, 10),
                page -> assertThat(page.hits()).hasSize(5));
        SearchPage all = index.search(SearchRequest.of("one", "apples", MEMBER, 10));

        assertThat(ids(index.search(SearchRequest.of("one", "apples", MEMBER, 10)
                        .after(all.hits().get(1).cursor()))))
                .isEqualTo(ids(all).subList(2, 5));
    }

    @Test
    void follow_recordThatCannotBeAnEntry_isLeftOutAndCounted() {
        SearchIndex index = library.open(directory);
        library.put("one", book("a", "broken", null));
        library.put("one", book("b", "Plums", null));

        shows(index, "", "b");
        assertThat(index.state().skipped()).isEqualTo(1);
        assertThat(index.state().phase()).isEqualTo(SearchIndex.Phase.FOLLOWING);
    }

    @Test
    void open_afterAClose_goesOnFromItsPosition() {
        library.put("one", book("a", "Apples", null));
        SearchIndex first = library.open(directory);
        shows(first, "", "a");
        first.close();
        int made = library.made.get();
        library.put("one", book("b", "Pears", null));

        shows(library.open(directory), "", "a", "b");
        assertThat(library.made.get()).as("only what is new is read").isEqualTo(made + 1);
    }

    @Test
    @Tag("once")
    void open_asACrashLeftIt_losesNothing() throws IOException {
        SearchIndex running = library.open(directory.resolve("running"));
        library.put("one", book("a", "Apples", null));
        shows(running, "", "a");
        library.put("one", book("b", "Pears", null));
        shows(running, "", "a", "b");
        // A copy of the files of an index that runs is what a kill at this moment leaves; "b" is in no commit yet.
        Path left = directory.resolve("left");
        copy(directory.resolve("running"), left);
        Files.delete(left.resolve("id"));
        library.delete("one", "a");

        shows(library.open(left), "", "b");
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            for (Path each : all.filter(path -> !path.endsWith("write.lock")).toList()) {
                Files.copy(each, to.resolve(from.relativize(each).toString()));
            }
        }
    }

    @Test
    void open_ofAnotherVersion_isRebuilt() {
        library.put("one", book("a", "Apples", null));
        SearchIndex first = library.open(directory);
        shows(first, "", "a");
        first.close();
        int made = library.made.get();

        shows(library.open(directory, 2), "apples", "a");
        assertThat(library.made.get()).isEqualTo(made + 1);
        awaitOneGeneration();
    }

    @Test
    void open_withADamagedFile_isRebuilt() throws IOException {
        for (int i = 0; i < 50; i++) {
            library.put("one", book("b%02d".formatted(i), "Apples number " + i, "text ".repeat(i)));
        }
        SearchIndex first = library.open(directory);
        Library.eventually(first, ALL, page -> assertThat(page.total()).isEqualTo(50));
        first.close();
        Path largest = largestFile();
        byte[] bytes = Files.readAllBytes(largest);
        bytes[bytes.length / 2] ^= 0x55;
        Files.write(largest, bytes);

        SearchIndex second = library.open(directory);
        Library.eventually(second, ALL, page -> assertThat(page.total()).isEqualTo(50));
        assertThat(library.made.get()).as("all were read again").isEqualTo(100);
        awaitOneGeneration();
    }

    @Test
    void open_withoutItsFiles_isRebuilt() throws IOException {
        library.put("one", book("a", "Apples", null));
        SearchIndex first = library.open(directory);
        shows(first, "", "a");
        first.close();
        Files.write(directory.resolve("current"), new byte[] {'.', '.', '/', 0x7f});

        shows(library.open(directory), "apples", "a");
    }

    private Path largestFile() throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            return all.filter(Files::isRegularFile)
                    .max(Comparator.comparingLong(path -> path.toFile().length()))
                    .orElseThrow();
        }
    }

    /** Old ones are removed after the new one is shown. */
    private void awaitOneGeneration() {
        await().atMost(Duration.ofSeconds(60)).until(() -> generations().size() == 1);
    }

    private List<Path> generations() {
        try (Stream<Path> all = Files.list(directory)) {
            return all.filter(Files::isDirectory).toList();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void rebuild_whileItIsSearched_isNotNoticed() {
        library.put("one", book("a", "Apples", null));
        SearchIndex index = library.open(directory);
        shows(index, "", "a");
        int made = library.made.get();

        index.rebuild();
        await().atMost(Duration.ofSeconds(60)).until(() -> library.made.get() > made);
        library.put("one", book("b", "Pears", null));
        shows(index, "", "a", "b");
        awaitOneGeneration();
        assertThat(index.state()).isEqualTo(new SearchIndex.State(SearchIndex.Phase.FOLLOWING, true, 2, 0));
    }

    @Test
    @Tag("once")
    void open_twiceOnOneDirectory_oneWritesAndTheOtherTakesOver() {
        SearchIndex writer = library.open(directory);
        library.put("one", book("a", "Apples", null));
        shows(writer, "", "a");
        SearchIndex other = library.open(directory);
        await().atMost(Duration.ofSeconds(60)).until(() -> other.state().phase() == SearchIndex.Phase.READING);

        writer.close();
        library.put("one", book("b", "Pears", null));

        shows(other, "", "a", "b");
        assertThat(other.state().phase()).isEqualTo(SearchIndex.Phase.FOLLOWING);
    }
}
