package dev.trestle.systems.holdthatthought.letters;

import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.holdthatthought.letters.Letters.Read;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import dev.trestle.systems.holdthatthought.model.Letter;
import dev.trestle.systems.holdthatthought.model.LetterDetails;
import dev.trestle.systems.holdthatthought.model.LetterVersion;
import dev.trestle.systems.holdthatthought.model.SupportTable;
import dev.trestle.systems.holdthatthought.people.Caller;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Letters that come from files: new ones, with the times and versions that they had, and edits of those that are there. */
public final class LetterImports {
    private final Letters letters;
    private final LetterWrites writes;
    private final LetterEdits edits;
    private final LetterFiles files;

    LetterImports(Letters letters, LetterWrites writes, LetterEdits edits, LetterFiles files) {
        this.letters = letters;
        this.writes = writes;
        this.edits = edits;
        this.files = files;
    }

    /**
     * When a letter was made and last changed, and by whom.
     *
     * @param versions how many former states come with it
     */
    public record Past(Instant createdAt, Instant updatedAt, String updatedBy, int versions) {}

    /** Makes a letter where none is. */
    public Decision<@Nullable Void> create(NewLetter asked, Past past, List<LetterVersion> versions) {
        NewLetter fresh = asked.checked();
        Letter letter = fresh.letter(past.updatedBy(), past.createdAt())
                .with()
                .updatedAt(past.updatedAt())
                .versionCount(past.versions())
                .build();
        Decision<@Nullable Void> decision = Decision.done();
        writes.free(decision, fresh.date(), fresh.title());
        decision.create(HoldThatThoughtTable.LETTER, letter);
        versions.forEach(version -> decision.create(HoldThatThoughtTable.LETTER_VERSION, version));
        LetterDetails details = fresh.details();
        return details.equals(LetterDetails.none(fresh.date()))
                ? decision
                : decision.put(SupportTable.LETTER_DETAILS, details);
    }

    /** Stores a former state of a letter that is made next. What is there already stays. */
    public void storeOlder(LetterVersion version) {
        letters.storeMissing(version);
    }

    /** Makes a letter what a file says; what it was becomes a version. */
    public Decision<?> edit(NewLetter asked, Caller by, Instant at) {
        NewLetter fresh = asked.checked();
        Read read = letters.read(fresh.date());
        Letter after = read.letter()
                .with()
                .title(fresh.title())
                .author(fresh.author())
                .content(fresh.content())
                .description(fresh.description())
                .build();
        return edits.saving(by, at, read, after, fresh.details());
    }

    /** A letter of a date, if there is one. */
    public Optional<Letter> find(String date) {
        return letters.find(date);
    }

    /** Whether a letter has a scan. */
    public boolean hasPdf(String date) {
        return files.head(LetterKeys.pdf(date)) != null;
    }
}
