package dev.trestle.systems.holdthatthought.transfer;

import dev.trestle.model.value.WireNames;
import dev.trestle.systems.holdthatthought.letters.LetterDate;
import dev.trestle.systems.holdthatthought.letters.NewLetter;
import dev.trestle.systems.holdthatthought.model.Letter;
import dev.trestle.systems.holdthatthought.model.LetterDetails;
import dev.trestle.systems.holdthatthought.model.LetterVersion;
import dev.trestle.systems.holdthatthought.model.Transcription;
import dev.trestle.systems.holdthatthought.people.Ids;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Which fields of a file are what of a letter. */
final class LetterFields {
    private static final Pattern DATE = Pattern.compile("(\\d{4}-\\d{2}-\\d{2}(?:-[a-z0-9-]+)?).*", Pattern.DOTALL);

    private LetterFields() {}

    static String write(Letter letter, LetterDetails details) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        Transcription transcription = details.transcription();
        fields.put("date", letter.date());
        fields.put("title", letter.title());
        fields.put("author", letter.author());
        fields.put("recipient", details.recipient());
        fields.put("location", details.location());
        fields.put("description", letter.description());
        fields.put("tags", details.tags());
        fields.put(
                "transcription",
                transcription == null ? null : WireNames.of(Transcription.class).name(transcription));
        fields.put("created", letter.createdAt());
        fields.put("updated", letter.updatedAt());
        fields.put("updatedBy", letter.updatedBy());
        fields.put("versionCount", letter.versionCount());
        return LetterFile.write(fields, letter.content());
    }

    static String write(LetterVersion version) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("date", version.date());
        fields.put("title", version.title());
        fields.put("author", version.author());
        fields.put("description", version.description());
        fields.put("timestamp", version.timestamp());
        fields.put("updatedBy", version.updatedBy());
        return LetterFile.write(fields, version.content());
    }

    /**
     * A letter of a file. Its date is a field, {@code date} or {@code created}, or the beginning of the file's name.
     *
     * @param name of the file, without folders
     */
    static NewLetter read(String name, LetterFile file) {
        String date = date(name, file);
        String stem = name.replaceFirst("(?i)\\.(md|markdown|txt)$", "");
        String title = file.text("title");
        return new NewLetter(
                date,
                title == null ? title(stem, file.content()) : title,
                file.text("author"),
                file.content(),
                file.text("description"),
                file.text("recipient"),
                file.text("location"),
                file.texts("tags"),
                transcription(file.text("transcription")));
    }

    private static String date(String name, LetterFile file) {
        for (String field : new String[] {"date", "created"}) {
            String value = file.text(field);
            String found = value == null ? null : dateIn(value);
            if (found != null) {
                return found;
            }
        }
        String found = dateIn(name.replaceFirst("(?i)\\.(md|markdown|txt)$", ""));
        if (found == null) {
            throw new LetterFileException(
                    "It has no date: add a line such as date: 1943-05-02 between two lines of ---, or begin the file's name with it.");
        }
        return found;
    }

    private static @Nullable String dateIn(String text) {
        Matcher matcher = DATE.matcher(text);
        if (!matcher.matches()) {
            return null;
        }
        String whole = matcher.group(1);
        if (LetterDate.isValid(whole)) {
            return whole;
        }
        String day = whole.substring(0, 10);
        return LetterDate.isValid(day) ? day : null;
    }

    /** The first heading, else the file's name. */
    private static String title(String stem, String content) {
        return content.lines()
                .filter(line -> line.startsWith("# "))
                .map(line -> line.substring(2).strip())
                .filter(line -> !line.isEmpty())
                .findFirst()
                .orElse(stem);
    }

    private static @Nullable Transcription transcription(@Nullable String name) {
        for (Transcription each : Transcription.values()) {
            if (WireNames.of(Transcription.class).name(each).equals(name)) {
                return each;
            }
        }
        return null;
    }

    /** A time of a file, if it is one that has been. */
    static Instant time(@Nullable String text, Instant otherwise) {
        try {
            Instant time = text == null ? otherwise : Instant.parse(text);
            return time.isAfter(otherwise) ? otherwise : time;
        } catch (DateTimeException e) {
            return otherwise;
        }
    }

    /** A person whom a file names. */
    static String person(@Nullable String id, String otherwise) {
        return id == null || id.length() > 200 || Ids.problem(id) != null ? otherwise : id;
    }
}
