package dev.trestle.systems.holdthatthought.model;

import java.util.List;
import java.util.stream.Stream;

/**
 * What a comment said before.
 *
 * @param formerTexts the last five, the newest first
 */
public record CommentHistory(String commentId, List<FormerText> formerTexts) {
    /** How many former texts are kept. */
    public static final int TEXTS_MAX = 5;

    /** The same with one more, and without the oldest if they were as many as are kept. */
    public CommentHistory with(FormerText newest) {
        List<FormerText> kept = Stream.concat(Stream.of(newest), formerTexts.stream())
                .limit(TEXTS_MAX)
                .toList();
        return new CommentHistory(commentId, kept);
    }
}
