package dev.trestle.systems.holdthatthought.search;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.trestle.platform.api.Alias;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Page;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.operation.Operations;
import dev.trestle.platform.schema.About;
import dev.trestle.platform.schema.Default;
import dev.trestle.platform.schema.Length;
import dev.trestle.platform.schema.Matches;
import dev.trestle.platform.schema.OneOf;
import dev.trestle.platform.schema.Range;
import dev.trestle.search.SearchException;
import dev.trestle.search.SearchIndex;
import dev.trestle.search.SearchPage;
import dev.trestle.search.SearchRequest;
import dev.trestle.search.SearchUnavailableException;
import dev.trestle.systems.holdthatthought.area.Area;
import dev.trestle.systems.holdthatthought.area.Message;
import dev.trestle.systems.holdthatthought.area.Parts;
import dev.trestle.systems.holdthatthought.model.LetterReference;
import dev.trestle.systems.holdthatthought.model.SupportTable;
import dev.trestle.systems.holdthatthought.people.Caller;
import dev.trestle.systems.holdthatthought.people.Rights;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Search. The index follows the tables' streams from the start of the system on, and is rebuilt if it is missing or damaged. */
public final class SearchArea implements Area {
    private static final Duration INTERVAL = Duration.ofMillis(250);
    private static final Duration RETRY = Duration.ofSeconds(2);
    private static final String DATE = "[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?";

    private final Parts parts;
    private @Nullable SearchIndex index;

    public SearchArea(Parts parts) {
        this.parts = parts;
    }

    public record Search(
            @About("Words, all of which must be there; the last may be the beginning of one")
            @Length(min = 1, max = 500)
            String q,

            @Default("all") @OneOf({"letter", "comment", "media", "all"})
            String type,

            @About("The earliest date of a letter, comment or upload: YYYY, YYYY-MM or YYYY-MM-DD")
            @Nullable
            @Matches(DATE)
            String from,

            @About("The latest one") @Nullable @Matches(DATE)
            String to,

            @Nullable @Length(min = 1, max = 500) String author,

            @Default("50") @Range(min = 1, max = 100) int limit,

            @Alias("lastEvaluatedKey") @About("The nextCursor of the page before") @Nullable @Length(max = 4000)
            String cursor) {}

    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Found(
            String type,
            String id,
            String title,
            @Nullable String date,
            @Nullable String author,
            String path,
            List<Excerpt> excerpts) {}

    /** Where something was found. */
    public record Excerpt(String field, List<Piece> pieces) {}

    /** A piece of text; {@code marked} is what was searched for. It may hold any characters. */
    public record Piece(String text, boolean marked) {}

    @Override
    public void declare(Operations<Caller> operations) {
        operations
                .get("search", "/search", Search.class)
                .about(
                        "Letters, comments and things of the gallery with all words that are searched for, the most relevant first")
                .description("Words in double quotes follow each other; the last word may be the beginning of one.")
                .right(Rights.MEMBER)
                .refuses(Kind.UNAVAILABLE)
                .givesPage(Found.class, given -> search(given.asked()));
        operations
                .post("rebuildSearch", "/admin/search/rebuild")
                .about("Builds the search index anew, while the old one is searched")
                .right(Rights.ADMIN)
                .refuses(Kind.UNAVAILABLE)
                .gives(Message.class, given -> {
                    opened().rebuild();
                    return new Message("The search index is being built.");
                });
    }

    private Page<Found> search(Search asked) {
        SearchRequest request = SearchRequest.of(null, asked.q(), Set.of(Searched.MEMBER), asked.limit())
                .between(day("from", asked.from(), true), day("to", asked.to(), false))
                .after(asked.cursor());
        if (!asked.type().equals("all")) {
            request = request.filter(Searched.TYPE, Set.of(asked.type()));
        }
        if (asked.author() != null) {
            request = request.filter(Searched.AUTHOR, Set.of(LetterReference.folded(asked.author())));
        }
        try {
            SearchPage page = opened().search(request);
            return new Page<>(page.hits().stream().map(SearchArea::found).toList(), page.cursor())
                    .withTotal(page.total());
        } catch (SearchUnavailableException e) {
            throw unavailable(e);
        } catch (SearchException e) {
            throw ApiException.invalid("q", String.valueOf(e.getMessage())).withCode("search-words");
        }
    }

    private static Found found(SearchPage.Hit hit) {
        Map<String, String> stored = hit.stored();
        return new Found(
                stored.getOrDefault("type", ""),
                stored.getOrDefault("id", hit.id()),
                stored.getOrDefault("title", ""),
                stored.get("date"),
                stored.get("author"),
                stored.getOrDefault("path", ""),
                hit.excerpts().entrySet().stream()
                        .map(each -> new Excerpt(
                                each.getKey(),
                                each.getValue().stream()
                                        .map(part -> new Piece(part.text(), part.isFound()))
                                        .toList()))
                        .toList());
    }

    /** The first or the last day that a date may mean. */
    private static @Nullable Long day(String field, @Nullable String date, boolean isFirst) {
        if (date == null) {
            return null;
        }
        String[] given = date.split("-");
        try {
            int year = Integer.parseInt(given[0]);
            int month = given.length > 1 ? Integer.parseInt(given[1]) : isFirst ? 1 : 12;
            LocalDate first = LocalDate.of(year, month, 1);
            int day = given.length > 2 ? Integer.parseInt(given[2]) : isFirst ? 1 : first.lengthOfMonth();
            return LocalDate.of(year, month, day).toEpochDay();
        } catch (DateTimeException e) {
            throw ApiException.invalid(field, "must be a date that exists").withCode("no-date");
        }
    }

    private synchronized SearchIndex opened() {
        SearchIndex now = index;
        if (now == null) {
            throw unavailable(null);
        }
        return now;
    }

    private static ApiException unavailable(@Nullable Throwable cause) {
        return ApiException.unavailable("The search index is being built. Try again in a moment.", RETRY, cause)
                .withCode("search-unavailable");
    }

    @Override
    public synchronized void start() {
        index = SearchIndex.open(
                Searched.definition(),
                parts.environment().directory().resolve("search"),
                new SearchIndex.Source(
                        parts.environment().deployment(),
                        parts.environment().streams(),
                        parts.store(),
                        SupportTable.FOLLOWER,
                        INTERVAL));
    }

    @Override
    public synchronized void close() {
        if (index != null) {
            index.close();
            index = null;
        }
    }
}
