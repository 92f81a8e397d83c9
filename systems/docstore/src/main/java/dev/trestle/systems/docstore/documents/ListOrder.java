package dev.trestle.systems.docstore.documents;

import dev.trestle.platform.api.ApiException;
import dev.trestle.systems.docstore.model.Document;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * An order of documents, and cursors in it. A cursor is the place behind a document, by what it is sorted by and its id, so that it holds
 * when documents come and go.
 */
enum ListOrder {
    CHANGED(
            Comparator.comparing(Document::lastModified).reversed().thenComparing(Document::id),
            document -> document.lastModified().toString()),
    NAME(
            Comparator.comparing((Document document) -> ListOrder.folded(document.displayName()))
                    .thenComparing(Document::id),
            document -> ListOrder.folded(document.displayName()));

    private static final char SEPARATOR = '\n';

    private final Comparator<Document> comparator;
    private final Function<Document, String> key;

    ListOrder(Comparator<Document> comparator, Function<Document, String> key) {
        this.comparator = comparator;
        this.key = key;
    }

    static ListOrder of(String sort) {
        return valueOf(sort.toUpperCase(Locale.ROOT));
    }

    Comparator<Document> comparator() {
        return comparator;
    }

    private static String folded(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    String cursor(Document last) {
        return key.apply(last) + SEPARATOR + last.id();
    }

    /** Those behind a cursor; all if there is none. */
    List<Document> after(List<Document> sorted, @Nullable String cursor) {
        if (cursor == null) {
            return sorted;
        }
        return sorted.stream().filter(behind(cursor)).toList();
    }

    private Predicate<Document> behind(String cursor) {
        int end = cursor.lastIndexOf(SEPARATOR);
        if (end < 0) {
            throw ApiException.invalid("cursor", "is of no page").withCode("cursor-unknown");
        }
        String id = cursor.substring(end + 1);
        Comparator<String> byKey = this == NAME ? Comparator.naturalOrder() : byTime();
        String last = cursor.substring(0, end);
        return document -> {
            int compared = byKey.compare(key.apply(document), last);
            return compared > 0 || (compared == 0 && document.id().compareTo(id) > 0);
        };
    }

    private static Comparator<String> byTime() {
        return Comparator.comparing(ListOrder::instant).reversed();
    }

    private static Instant instant(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeException e) {
            throw ApiException.invalid("cursor", "is of no page").withCode("cursor-unknown");
        }
    }
}
