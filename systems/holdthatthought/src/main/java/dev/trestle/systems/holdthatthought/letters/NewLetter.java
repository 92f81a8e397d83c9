package dev.trestle.systems.holdthatthought.letters;

import dev.trestle.platform.api.ApiException;
import dev.trestle.systems.holdthatthought.model.Letter;
import dev.trestle.systems.holdthatthought.model.LetterDetails;
import dev.trestle.systems.holdthatthought.model.LetterReference;
import dev.trestle.systems.holdthatthought.model.Transcription;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A letter that is not stored yet. */
public record NewLetter(
        String date,
        String title,
        @Nullable String author,
        String content,
        @Nullable String description,
        @Nullable String recipient,
        @Nullable String location,
        @Nullable List<String> tags,
        @Nullable Transcription transcription) {
    static final int NAME_MAX = 200;
    static final int DESCRIPTION_MAX = 2000;
    static final int CONTENT_BYTES_MAX = 300_000;
    static final int TAGS_MAX = 20;
    static final int TAG_MAX = 50;

    /** The same of another date. */
    public NewLetter withDate(String other) {
        return new NewLetter(other, title, author, content, description, recipient, location, tags, transcription);
    }

    /** The same, stripped; refused if something is wrong with it. */
    public NewLetter checked() {
        String named = text("title", title, NAME_MAX);
        if (named == null) {
            throw ApiException.invalid("title", "must not be empty").withCode("blank");
        }
        return new NewLetter(
                LetterDate.checked("date", date.strip()),
                named,
                text("author", author, NAME_MAX),
                content(content),
                text("description", description, DESCRIPTION_MAX),
                text("recipient", recipient, NAME_MAX),
                text("location", location, NAME_MAX),
                tags(tags),
                transcription);
    }

    Letter letter(String by, Instant at) {
        return new Letter(date, title, author, content, description, 0, at, at, by);
    }

    LetterDetails details() {
        return new LetterDetails(date, recipient, location, tags == null ? List.of() : tags, transcription);
    }

    /** A text without spaces around it; null if nothing is left. */
    static @Nullable String text(String field, @Nullable String text, int max) {
        String stripped = text == null ? "" : text.strip();
        if (stripped.codePointCount(0, stripped.length()) > max) {
            throw ApiException.invalid(field, "must have at most " + max + " characters")
                    .withCode("too-long", Map.of("n", max));
        }
        return stripped.isEmpty() ? null : stripped;
    }

    static String content(String text) {
        if (text.isBlank()) {
            throw ApiException.invalid("content", "must not be empty").withCode("blank");
        }
        if (text.getBytes(StandardCharsets.UTF_8).length > CONTENT_BYTES_MAX) {
            throw ApiException.invalid("content", "must have at most " + CONTENT_BYTES_MAX + " bytes")
                    .withCode("content-too-long", Map.of("n", CONTENT_BYTES_MAX));
        }
        return text;
    }

    /** Each once, whatever its case. */
    static List<String> tags(@Nullable List<String> given) {
        Map<String, String> tags = new LinkedHashMap<>();
        for (String each : given == null ? List.<String>of() : given) {
            String tag = text("tags", each, TAG_MAX);
            if (tag != null) {
                tags.putIfAbsent(LetterReference.folded(tag), tag);
            }
        }
        if (tags.size() > TAGS_MAX) {
            throw ApiException.invalid("tags", "must be at most " + TAGS_MAX)
                    .withCode("too-many-tags", Map.of("n", TAGS_MAX));
        }
        return List.copyOf(tags.values());
    }
}
