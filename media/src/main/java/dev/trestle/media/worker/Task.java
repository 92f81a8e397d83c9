package dev.trestle.media.worker;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a child process is to do. It reads and writes only the files that are named here, by paths that the server made.
 *
 * @param kind what is done: see {@link Worker}
 * @param files what it reads
 * @param types their content types; of a picture that gets another size, the type that it is written as
 * @param target where it writes: a file, or the beginning of the names of several
 * @param sizes of the pictures that it makes; or a width and a height, of which one may be zero; or how much it reads
 * @param marks that it draws; null where it draws none
 */
public record Task(
        String kind,
        List<String> files,
        List<String> types,
        String target,
        List<Integer> sizes,
        long pixels,
        int pages,
        @Nullable List<Mark> marks) {
    /** A watermark; {@code x} and {@code y} are names of {@code Mark.Side}. */
    public record Mark(
            @Nullable String text,
            @Nullable String picture,
            @Nullable Double fontSize,
            double rotation,
            boolean fitted,
            String x,
            String y,
            double right,
            double down) {}

    /** What came of it: one of the three. */
    public record Answer(
            @Nullable Failure failure,
            @Nullable List<Picture> pictures,
            @Nullable Pdf pdf) {}

    /** Why it came to nothing; {@code problem} is the name of a {@code MediaException.Problem}. */
    public record Failure(String problem, @Nullable Integer file, String message) {}

    /** A picture that was made. */
    public record Picture(String file, String contentType, int width, int height) {}

    /** {@code texts} is a file with a JSON array. */
    public record Pdf(String file, int pages, String texts) {}
}
