package dev.trestle.systems.holdthatthought.letters;

import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Patch;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.time.Times;
import dev.trestle.systems.holdthatthought.letters.LetterRequests.Changed;
import dev.trestle.systems.holdthatthought.letters.Letters.Read;
import dev.trestle.systems.holdthatthought.letters.Letters.Result;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import dev.trestle.systems.holdthatthought.model.Letter;
import dev.trestle.systems.holdthatthought.model.LetterDetails;
import dev.trestle.systems.holdthatthought.model.LetterVersion;
import dev.trestle.systems.holdthatthought.model.SupportTable;
import dev.trestle.systems.holdthatthought.people.Caller;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Edits and reverts. The state that is replaced becomes a version, in the same transaction; an edit that changes nothing writes nothing. What
 * is documented of a letter is in its versions, its details are not.
 */
final class LetterEdits {
    private final Letters letters;
    private final LetterVersions versions;
    private final LetterMoves moves;

    LetterEdits(Letters letters, LetterVersions versions, LetterMoves moves) {
        this.letters = letters;
        this.versions = versions;
        this.moves = moves;
    }

    Decision<Result> edit(Given<Caller, LetterRequests.Edit> given) {
        Changed asked = given.asked().body();
        Read read = letters.read(given.asked().date());
        requireCurrent(given.by(), read, asked.versionCount());
        Letter before = read.letter();
        String title = NewLetter.text("title", asked.title(), NewLetter.NAME_MAX);
        Letter after = before.with()
                .title(title == null ? before.title() : title)
                .author(changed("author", asked.author(), before.author(), NewLetter.NAME_MAX))
                .content(NewLetter.content(asked.content()))
                .description(
                        changed("description", asked.description(), before.description(), NewLetter.DESCRIPTION_MAX))
                .build();
        LetterDetails known = read.details();
        LetterDetails details = known.with()
                .recipient(changed("recipient", asked.recipient(), known.recipient(), NewLetter.NAME_MAX))
                .location(changed("location", asked.location(), known.location(), NewLetter.NAME_MAX))
                .tags(asked.tags() == null ? known.tags() : NewLetter.tags(asked.tags()))
                .transcription(
                        asked.transcription() == null
                                ? known.transcription()
                                : asked.transcription().applyTo(known.transcription()))
                .build();
        String date = asked.date() == null || asked.date().isBlank()
                ? before.date()
                : asked.date().strip();
        return date.equals(before.date())
                ? saving(given.by(), given.at(), read, after, details)
                : moves.moving(
                        versioned(given.by(), given.at(), before, after),
                        read,
                        details,
                        LetterDate.checked("date", date),
                        given.by(),
                        given.at());
    }

    private static @Nullable String changed(
            String field, @Nullable Patch<@Nullable String> patch, @Nullable String before, int max) {
        return patch == null || !patch.isSent() ? before : NewLetter.text(field, patch.applyTo(before), max);
    }

    Decision<Result> revert(Given<Caller, LetterRequests.Revert> given) {
        Read read = letters.read(given.asked().date());
        requireCurrent(given.by(), read, given.asked().body().versionCount());
        LetterVersion target = versions.target(read.letter(), given.asked().body());
        Letter after = read.letter()
                .with()
                .title(target.title())
                .author(target.author())
                .content(target.content())
                .description(target.description())
                .build();
        return saving(given.by(), given.at(), read, after, read.details());
    }

    private void requireCurrent(Caller caller, Read read, @Nullable Integer versionCount) {
        if (versionCount != null && versionCount != read.letter().versionCount()) {
            throw ApiException.conflict(
                            "Somebody has changed the letter since. Compare with what it is now.",
                            letters.view(caller.userId(), read.letter(), read.details()))
                    .withCode("letter-changed");
        }
    }

    Decision<Result> saving(Caller by, Instant now, Read read, Letter after, LetterDetails details) {
        Versioned saved = versioned(by, now, read.letter(), after);
        Decision<Result> decision = Decision.of(new Result(saved.after(), details));
        LetterVersion version = saved.version();
        if (version != null) {
            decision.create(HoldThatThoughtTable.LETTER_VERSION, version)
                    .replace(HoldThatThoughtTable.LETTER, read.stored(), saved.after());
        }
        if (!details.equals(read.details())) {
            if (read.storedDetails() == null) {
                decision.create(SupportTable.LETTER_DETAILS, details);
            } else {
                decision.replace(SupportTable.LETTER_DETAILS, read.storedDetails(), details);
            }
        }
        return decision;
    }

    /**
     * A letter after an edit.
     *
     * @param version what was replaced; null if nothing was
     */
    record Versioned(Letter after, @Nullable LetterVersion version) {}

    /** Later than every version, also where two edits meet in a millisecond or clocks differ. */
    private Versioned versioned(Caller by, Instant now, Letter before, Letter after) {
        if (after.equals(before)) {
            return new Versioned(before, null);
        }
        Instant newest = versions.newestTime(before.date());
        Instant at = newest == null ? now : Times.after(now, newest);
        LetterVersion version = new LetterVersion(
                before.date(),
                before.title(),
                before.author(),
                before.content(),
                before.description(),
                at,
                before.updatedBy());
        Letter saved = after.with()
                .versionCount(before.versionCount() + 1)
                .updatedAt(at)
                .updatedBy(by.userId())
                .build();
        return new Versioned(saved, version);
    }
}
