package dev.trestle.systems.holdthatthought.model;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is known about a letter beyond its documented attributes. */
@RecordBuilder
public record LetterDetails(
        String date,
        @Nullable String recipient,
        @Nullable String location,
        List<String> tags,
        @Nullable Transcription transcription)
        implements LetterDetailsBuilder.With {
    public static LetterDetails none(String date) {
        return new LetterDetails(date, null, null, List.of(), null);
    }
}
