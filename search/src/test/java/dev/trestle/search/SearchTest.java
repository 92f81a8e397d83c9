package dev.trestle.search;

import static dev.trestle.search.Library.MEMBER;
import static dev.trestle.search.Library.book;
import static dev.trestle.search.Library.ids;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is found, who finds it, in what order, and how it is shown. */
class SearchTest {
    private static final int MANY = 250;
    private static final Library LIBRARY = new Library();

    @TempDir
    static Path directory;

    private static SearchIndex index;

    @BeforeAll
    static void books() {
        LIBRARY.put(
                "one",
                book(
                        "paris",
                        "A summer in Paris",
                        "Dear Émile, the café by the river was closed. We walked home in the rain."));
        LIBRARY.put("one", book("rain", "Rain", "It rained and rained."));
        LIBRARY.put("one", book("home", "家書", "我在台北收到一封家書，很高興。"));
        LIBRARY.put("one", book("tokyo", "東京からの手紙", "お元気ですか。ﾄｳｷｮｳ is far away."));
        LIBRARY.put("one", book("markup", "Marks", "A <b>bold</b> word & \uE000trick\uE001 of marks."));
        LIBRARY.put("one", new Library.Book("secret", "Secret rain", "rain", "otto", 1950, "otto"));
        LIBRARY.put("two", book("other", "Rain elsewhere", "rain of another tenant"));
        for (int i = 0; i < MANY; i++) {
            String owner = i % 2 == 0 ? null : "otto";
            LIBRARY.put(
                    "many",
                    new Library.Book("b%03d".formatted(i), "Volume", "number " + i, "a" + i % 5, 1900 + i / 5, owner));
        }
        index = LIBRARY.open(directory);
        Library.eventually(
                index,
                SearchRequest.of("many", "", MEMBER, 1),
                page -> assertThat(page.total()).isEqualTo(MANY / 2));
    }

    @AfterAll
    static void close() {
        LIBRARY.close();
    }

    private static SearchPage search(String text) {
        return index.search(SearchRequest.of("one", text, MEMBER, 50));
    }

    @ParameterizedTest
    @CsvSource({
        "emile, paris", // without accents and case
        "ÉMILE cafe, paris", // all words
        "summer river, paris", // in different fields
        "'\"by the river\"', paris", // a phrase
        "clos, paris", // the last word as a prefix
        "家書, home", // a pair of characters
        "一封家書, home", // several pairs, in their order
        "高, home", // one character
        "手紙, tokyo",
        "トウキョウ, tokyo", // half-width letters
        "ＰＡＲＩＳ, paris", // full-width letters
    })
    void search_words_findTheText(String text, String id) {
        assertThat(ids(search(text))).containsExactly(id);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "emile nowhere", // a word is missing
                "clos river", // a prefix that is not the last word
                "'\"river the by\"'", // a phrase in another order
                "書家", // a pair in another order
                "?!",
                "\"\"\"",
                "title:rain*~ AND (", // no syntax: these words are nowhere
                "elsewhere", // another tenant's
                "secret", // somebody else's
            })
    void search_whatIsNotThere_findsNothing(String text) {
        SearchPage page = search(text);

        assertThat(page.hits()).isEmpty();
        assertThat(page.total()).isZero();
        assertThat(page.cursor()).isNull();
    }

    @Test
    void search_wordInTheTitle_comesFirst() {
        assertThat(ids(search("rain"))).containsExactly("rain", "paris");
    }

    @Test
    void search_withTheOwnersLabel_findsTheirsToo() {
        Set<String> otto = Set.of("member", "user:otto");

        assertThat(ids(index.search(SearchRequest.of("one", "secret", otto, 10))))
                .containsExactly("secret");
        assertThat(index.search(SearchRequest.of("one", "secret", Set.of(), 10)).total())
                .isZero();
    }

    @Test
    void search_excerpts_markWhatWasFound() {
        SearchPage.Hit hit = search("closed rain").hits().get(0);

        assertThat(text(hit, "text", true)).containsExactly("closed", "rain");
        assertThat(hit.stored()).containsEntry("title", "A summer in Paris");
        assertThat(hit.excerpts()).doesNotContainKey("title");
    }

    @Test
    void search_excerptOfMarkup_isTextWithoutForeignMarks() {
        SearchPage.Hit hit = search("bold").hits().get(0);

        assertThat(text(hit, "text", true)).containsExactly("bold");
        assertThat(String.join("", text(hit, "text", false)))
                .contains("<b>", "</b> word &", "trick")
                .doesNotContain("\uE000");
    }

    @Test
    void search_excerptOfCharacters_marksThem() {
        assertThat(text(search("家書").hits().get(0), "title", true)).containsExactly("家書");
    }

    private static List<String> text(SearchPage.Hit hit, String field, boolean isFound) {
        return hit.excerpts().getOrDefault(field, List.of()).stream()
                .filter(part -> part.isFound() == isFound)
                .map(SearchPage.Part::text)
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"RELEVANCE", "NEWEST", "OLDEST"})
    void search_pages_areFullAndHoldEachResultOnce(SearchRequest.Order order) {
        SearchRequest request = SearchRequest.of("many", "volume", MEMBER, 20).in(order);
        List<String> seen = new ArrayList<>();
        SearchPage page;
        do {
            page = index.search(request);
            seen.addAll(ids(page));
            assertThat(page.total()).isEqualTo(MANY / 2);
            assertThat(page.isExact()).isTrue();
            assertThat(page.hits()).hasSize(page.cursor() == null ? MANY / 2 % 20 : 20);
            request = request.after(page.cursor());
        } while (page.cursor() != null);

        assertThat(seen).hasSize(MANY / 2).doesNotHaveDuplicates();
        if (order == SearchRequest.Order.OLDEST) {
            assertThat(seen).isSorted();
        }
    }

    @Test
    void search_filtersAndBounds_narrow() {
        SearchRequest all = SearchRequest.of("many", "", Set.of("member", "user:otto"), 100);

        assertThat(index.search(all.filter("author", Set.of("a1", "a2"))).total())
                .isEqualTo(MANY * 2 / 5);
        assertThat(index.search(all.filter("author", Set.of())).total()).isZero();
        assertThat(ids(index.search(all.between(1900L, 1900L))).stream()
                        .sorted()
                        .collect(Collectors.toList()))
                .containsExactly("b000", "b001", "b002", "b003", "b004");
        assertThat(index.search(all.between(1949L, null)).total()).isEqualTo(5);
    }

    @Test
    void search_cursorOfAnotherOrderOrOfNobody_isRefused() {
        SearchRequest request = SearchRequest.of("many", "volume", MEMBER, 20);
        String cursor = index.search(request).cursor();

        assertThatThrownBy(() ->
                        index.search(request.in(SearchRequest.Order.NEWEST).after(cursor)))
                .isInstanceOf(SearchException.class)
                .hasMessageContaining("cursor");
        assertThatThrownBy(() -> index.search(request.after("?"))).isInstanceOf(SearchException.class);
        assertThatThrownBy(() -> index.search(request.after("A".repeat(10_000))))
                .isInstanceOf(SearchException.class);
    }

    @Test
    void search_beyondItsBounds_isRefused() {
        assertThatThrownBy(() -> search("x".repeat(501)))
                .isInstanceOf(SearchException.class)
                .hasMessageContaining("500");
        assertThatThrownBy(() -> search("a ".repeat(33)))
                .isInstanceOf(SearchException.class)
                .hasMessageContaining("32");
        assertThatThrownBy(() -> SearchRequest.of("one", "a", MEMBER, 101)).isInstanceOf(SearchException.class);
        assertThatThrownBy(() -> SearchRequest.of("one", "a", MEMBER, 0)).isInstanceOf(SearchException.class);
    }
}
