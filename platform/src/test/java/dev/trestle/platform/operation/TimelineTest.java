package dev.trestle.platform.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Page;
import dev.trestle.platform.operation.Timeline.Source;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Several lists as one. */
class TimelineTest {
    private record Row(Instant at, String id) {}

    private static final Instant NOON = Instant.parse("2031-03-03T12:00:00Z");
    private static final Timeline<Row> TIMELINE = new Timeline<>(Row::at, Row::id);

    private static Row row(int seconds, String id) {
        return new Row(NOON.plusSeconds(seconds), id);
    }

    private static Source<Row> source(Row... rows) {
        return (moment, max) -> List.of(rows).stream()
                .filter(row -> !row.at().isAfter(moment))
                .sorted(Comparator.comparing(Row::at).reversed())
                .limit(max);
    }

    @Test
    void page_ofSeveralLists_hasEachRowOnceInOrder() {
        List<Source<Row>> sources = List.of(
                source(row(9, "a"), row(5, "c"), row(5, "b"), row(1, "z")),
                source(row(8, "d"), row(5, "e"), row(5, "b"), row(5, "a|b"), row(0, "y")));
        for (int limit = 1; limit <= 9; limit++) {
            List<String> all = new ArrayList<>();
            @Nullable String cursor = null;
            do {
                Page<Row> page = TIMELINE.page(sources, Timeline.NEWEST, limit, cursor);
                page.items().forEach(row -> all.add(row.id()));
                cursor = page.next();
            } while (cursor != null);
            assertThat(all).as("pages of %s", limit).containsExactly("a", "d", "e", "c", "b", "a|b", "z", "y");
        }
    }

    @Test
    void page_cursorOfAnotherList_isRefused() {
        for (String cursor : List.of("", "x", "|", "yesterday|a", "17.a")) {
            assertThatThrownBy(() -> TIMELINE.page(List.of(source()), NOON, 5, cursor))
                    .as(cursor)
                    .isInstanceOf(ApiException.class);
        }
    }
}
