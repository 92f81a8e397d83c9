package dev.trestle.systems.holdthatthought.book;

import dev.trestle.media.Made;
import dev.trestle.media.MediaException;
import dev.trestle.media.MediaTools;
import dev.trestle.media.Size;
import dev.trestle.media.Workspace;
import dev.trestle.systems.holdthatthought.area.Parts;
import dev.trestle.systems.holdthatthought.letters.LetterPages;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The pictures of letters' pages, fetched for one book, within a limit for all of them together. */
final class BookPictures {
    private static final Size SIZE = new Size(1600);
    private static final long PICTURE_BYTES_MAX = 16L << 20;
    private static final long PDF_BYTES_MAX = 64L << 20;
    private static final long BYTES_MAX = 400L << 20;

    private final Parts parts;
    private final MediaTools media;
    private final Workspace space;
    private long bytes;
    private int leftOut;

    BookPictures(Parts parts, MediaTools media, Workspace space) {
        this.parts = parts;
        this.media = media;
        this.space = space;
    }

    /** How many could not be had. */
    int leftOut() {
        return leftOut;
    }

    /** The pages of a scan: the pictures that were made of them, else those that are made now. */
    List<Path> of(LetterPages.Source source) throws IOException {
        List<Path> files = new ArrayList<>();
        if (source.pictures().isEmpty() && source.pdf() != null) {
            return made(source.pdf());
        }
        for (String key : source.pictures()) {
            Path file = fetched(key, PICTURE_BYTES_MAX);
            if (file != null) {
                files.add(file);
            }
        }
        return files;
    }

    private List<Path> made(String pdf) throws IOException {
        Path file = fetched(pdf, PDF_BYTES_MAX);
        if (file == null) {
            return List.of();
        }
        try {
            List<Path> pages =
                    media.pages(space, file, SIZE).stream().map(Made::file).toList();
            for (Path page : pages) {
                bytes += Files.size(page);
            }
            return pages;
        } catch (MediaException e) {
            leftOut++;
            return List.of();
        }
    }

    private @Nullable Path fetched(String key, long max) throws IOException {
        try (InputStream in = bytes > BYTES_MAX ? null : parts.contents().open(key)) {
            if (in == null) {
                leftOut++;
                return null;
            }
            Path file = space.add(in, max);
            bytes += Files.size(file);
            return file;
        } catch (MediaException e) {
            leftOut++;
            return null;
        }
    }
}
