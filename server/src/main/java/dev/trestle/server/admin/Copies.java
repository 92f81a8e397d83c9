package dev.trestle.server.admin;

import dev.trestle.platform.api.ApiException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Whole copies of a store, each a directory. */
final class Copies {
    /** Written last, so that a directory without it is no whole copy. */
    private static final String FORMAT_FILE = "FORMAT";

    private static final int LISTED_MAX = 1000;

    private Copies() {}

    /** {@code bytes} of all its files; most of them are links to what the store has anyway. */
    record CopyView(String name, Instant createdAt, long bytes, boolean whole) {}

    /** Newest first. */
    static List<CopyView> list(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        List<CopyView> views = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            for (Path entry : entries) {
                if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS) && views.size() < LISTED_MAX) {
                    views.add(new CopyView(
                            entry.getFileName().toString(),
                            Files.getLastModifiedTime(entry).toInstant(),
                            FileBytes.below(entry),
                            Files.exists(entry.resolve(FORMAT_FILE))));
                }
            }
        }
        views.sort(Comparator.comparing(CopyView::createdAt).reversed());
        return views;
    }

    /** The name is one that was checked: it has neither dots nor slashes. */
    static void delete(Path directory, String name) throws IOException {
        Path copy = directory.resolve(name);
        if (!Files.isDirectory(copy, LinkOption.NOFOLLOW_LINKS)) {
            throw ApiException.notFound("There is no copy of that name.");
        }
        // What is half deleted is no whole copy.
        Files.deleteIfExists(copy.resolve(FORMAT_FILE));
        List<Path> all;
        try (Stream<Path> files = Files.walk(copy)) {
            all = files.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : all) {
            Files.delete(file);
        }
    }
}
