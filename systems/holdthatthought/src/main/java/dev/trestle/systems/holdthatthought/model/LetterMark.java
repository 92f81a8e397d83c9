package dev.trestle.systems.holdthatthought.model;

import java.util.ArrayList;
import java.util.List;

/**
 * A letter in the list of one of its tags, or of those that wait for a review.
 *
 * @param mark {@code tag:} with a folded tag, or {@code review}
 */
public record LetterMark(String mark, String date) {
    public static final String REVIEW = "review";

    static List<LetterMark> of(LetterDetails details) {
        List<LetterMark> marks = new ArrayList<>();
        details.tags().stream()
                .map(LetterMark::ofTag)
                .distinct()
                .forEach(mark -> marks.add(new LetterMark(mark, details.date())));
        if (details.transcription() == Transcription.MACHINE) {
            marks.add(new LetterMark(REVIEW, details.date()));
        }
        return marks;
    }

    public static String ofTag(String tag) {
        return "tag:" + LetterReference.folded(tag);
    }
}
