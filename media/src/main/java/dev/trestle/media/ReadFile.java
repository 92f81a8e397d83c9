package dev.trestle.media;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What the pages of a file say.
 *
 * @param searchable the file with the characters that were recognised laid below its pictures; null where none were, or nobody asked
 */
public record ReadFile(List<ReadPage> pages, @Nullable Path searchable) {
    /** The text of all pages, an empty line between two. */
    public String text() {
        return pages.stream()
                .map(ReadPage::text)
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining("\n\n"));
    }

    public List<List<List<String>>> tables() {
        return pages.stream().flatMap(page -> page.tables().stream()).toList();
    }
}
