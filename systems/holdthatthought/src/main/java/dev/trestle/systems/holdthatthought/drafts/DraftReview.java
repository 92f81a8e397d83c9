package dev.trestle.systems.holdthatthought.drafts;

import dev.trestle.model.Bound;
import dev.trestle.model.operation.Expect;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.systems.holdthatthought.archive.Scans;
import dev.trestle.systems.holdthatthought.area.Message;
import dev.trestle.systems.holdthatthought.area.ObjectWalk;
import dev.trestle.systems.holdthatthought.area.Parts;
import dev.trestle.systems.holdthatthought.drafts.DraftRequests.ById;
import dev.trestle.systems.holdthatthought.drafts.DraftRequests.DataPatch;
import dev.trestle.systems.holdthatthought.drafts.DraftRequests.FinalData;
import dev.trestle.systems.holdthatthought.drafts.DraftRequests.PatchDraft;
import dev.trestle.systems.holdthatthought.drafts.DraftRequests.Publication;
import dev.trestle.systems.holdthatthought.drafts.DraftRequests.Publish;
import dev.trestle.systems.holdthatthought.drafts.Drafts.Found;
import dev.trestle.systems.holdthatthought.letters.LetterDate;
import dev.trestle.systems.holdthatthought.letters.LetterWrites;
import dev.trestle.systems.holdthatthought.letters.NewLetter;
import dev.trestle.systems.holdthatthought.model.Draft;
import dev.trestle.systems.holdthatthought.model.DraftDetails;
import dev.trestle.systems.holdthatthought.model.DraftStatus;
import dev.trestle.systems.holdthatthought.model.ExtractedData;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import dev.trestle.systems.holdthatthought.model.Letter;
import dev.trestle.systems.holdthatthought.model.SupportTable;
import dev.trestle.systems.holdthatthought.model.TextSource;
import dev.trestle.systems.holdthatthought.model.Transcription;
import dev.trestle.systems.holdthatthought.people.Caller;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What members do with a draft that is ready: they correct it, publish it, or delete it. */
final class DraftReview {
    private static final String DROP = "drop-draft";
    private static final int DATE_MAX = 80;
    private static final int LINE_MAX = 200;
    private static final int SUMMARY_MAX = 2000;
    private static final int TAG_MAX = 50;
    private static final int CONTENT_BYTES_MAX = 300_000;

    private final Parts parts;
    private final Scans scans;
    private final LetterWrites letters;
    private final DraftViews views;

    private record Dropped(String draftId, boolean withScan) {}

    /** {@code path} is the letter's page. */
    record Published(String message, String path, String date) {}

    DraftReview(Parts parts, Scans scans, LetterWrites letters, DraftViews views) {
        this.parts = parts;
        this.scans = scans;
        this.letters = letters;
        this.views = views;
    }

    void handleBy(JobRunner runner) {
        runner.handle(DROP, job -> drop(job.payload(Dropped.class)));
    }

    Decision<Found> patch(Given<Caller, PatchDraft> given, Found found) {
        Draft draft = found.draft();
        requireReady(draft);
        var review = given.asked().body();
        if (review.updatedAt() != null && !review.updatedAt().equals(draft.updatedAt())) {
            throw ApiException.conflict("Somebody else has changed the draft since you read it.", views.one(found))
                    .withCode("draft-changed");
        }
        DataPatch sent = review.extractedData();
        ExtractedData before =
                draft.extractedData() == null ? new ExtractedData(null, null, null, null) : draft.extractedData();
        ExtractedData data = new ExtractedData(
                line("date", sent.date().applyTo(before.date()), DATE_MAX),
                line("title", sent.title().applyTo(before.title()), LINE_MAX),
                line("author", sent.author().applyTo(before.author()), LINE_MAX),
                content(sent.content().applyTo(before.content())));
        DraftDetails known = found.known();
        boolean isEdited = !Objects.equals(before.content(), data.content()) || Boolean.TRUE.equals(known.edited());
        DraftDetails details =
                known.with(next -> next.summary(line("summary", sent.summary().applyTo(known.summary()), SUMMARY_MAX))
                        .tags(tags(sent.tags().applyTo(known.tags())))
                        .edited(isEdited ? Boolean.TRUE : null));
        Draft after = draft.withExtractedData(data).withUpdatedAt(given.after(draft.updatedAt()));
        Decision<Found> decision = Decision.of(found);
        Drafts.replace(decision, found, after);
        return details.equals(known) ? decision : Drafts.replace(decision, found, details);
    }

    private static void requireReady(Draft draft) {
        if (draft.status() == DraftStatus.PUBLISHED) {
            throw ApiException.conflict("The draft is published already.", null).withCode("draft-published");
        }
        if (draft.status() != DraftStatus.READY) {
            throw ApiException.conflict("The draft is not ready yet.", null).withCode("draft-not-ready");
        }
    }

    private static @Nullable String line(String field, @Nullable String text, int max) {
        String stripped = text == null ? "" : text.strip();
        if (stripped.codePointCount(0, stripped.length()) > max) {
            throw ApiException.invalid(field, "must have at most " + max + " characters")
                    .withCode("too-long", Map.of("n", max));
        }
        return stripped.isEmpty() ? null : stripped;
    }

    private static @Nullable String content(@Nullable String text) {
        if (text != null && text.getBytes(StandardCharsets.UTF_8).length > CONTENT_BYTES_MAX) {
            throw ApiException.invalid("content", "must have at most " + CONTENT_BYTES_MAX + " bytes")
                    .withCode("content-too-long", Map.of("n", CONTENT_BYTES_MAX));
        }
        return text == null || text.isBlank() ? null : text;
    }

    private static @Nullable List<String> tags(@Nullable List<String> tags) {
        LinkedHashSet<String> kept = new LinkedHashSet<>();
        for (String tag : tags == null ? List.<String>of() : tags) {
            String line = line("tags", tag, TAG_MAX);
            if (line != null) {
                kept.add(line);
            }
        }
        return kept.isEmpty() ? null : List.copyOf(kept);
    }

    /** One transaction makes the letter, gives it the scan, and says that the draft is published. */
    Decision<Published> publish(Given<Caller, Publish> given, Found found) {
        requireReady(found.draft());
        Publication asked = given.asked().body();
        String attachTo = asked == null ? null : asked.attachTo();
        if (attachTo == null) {
            NewLetter letter = letter(found, asked == null ? null : asked.finalData());
            Decision<Published> decision = publishing(given, found, letter.date());
            return letters.creating(decision, letter, given.by().userId(), given.at());
        }
        if (asked != null && asked.finalData() != null) {
            throw ApiException.invalid("attachTo", "must not be sent together with finalData")
                    .withCode("draft-both");
        }
        return attached(publishing(given, found, attachTo), attachTo);
    }

    private Decision<Published> attached(Decision<Published> decision, String date) {
        Bound<Letter> letter = HoldThatThoughtTable.LETTER_BY_DATE.of(LetterDate.checked("attachTo", date));
        if (parts.consistent().get(letter).isEmpty()) {
            throw ApiException.notFound("There is no letter of " + date + ".");
        }
        return decision.check(letter, Expect.PRESENT);
    }

    private Decision<Published> publishing(Given<Caller, Publish> given, Found found, String date) {
        Draft draft = found.draft();
        Decision<Published> decision =
                Decision.of(new Published("The letter is published.", "/holdthatthought/letters/" + date, date));
        Drafts.replace(decision, found, Drafts.to(draft, DraftStatus.PUBLISHED, null, given.at()));
        Drafts.replace(decision, found, found.known().withLetterDate(date));
        return found.known().pages() == null ? decision : scans.give(decision, draft.draftId(), date, given.at());
    }

    private static NewLetter letter(Found found, @Nullable FinalData sent) {
        ExtractedData read = found.draft().extractedData();
        DraftDetails details = found.known();
        FinalData data = sent != null || read == null
                ? sent
                : new FinalData(
                        read.date(),
                        read.title(),
                        read.author(),
                        read.content(),
                        details.summary(),
                        null,
                        null,
                        details.tags());
        String date = required("date", data == null ? null : data.date());
        String title = required("title", data == null ? null : data.title());
        String content = required("content", data == null ? null : data.content());
        FinalData known = Objects.requireNonNull(data);
        return new NewLetter(
                date.strip(),
                title.strip(),
                known.author(),
                content,
                known.description(),
                known.recipient(),
                known.location(),
                known.tags(),
                transcription(details, content.equals(read == null ? null : read.content())));
    }

    /** A text that a machine has read is to be checked, unless somebody has changed it here. */
    private static @Nullable Transcription transcription(DraftDetails details, boolean isAsRead) {
        if (details.textSource() != TextSource.AI && details.textSource() != TextSource.OCR) {
            return null;
        }
        return isAsRead && !Boolean.TRUE.equals(details.edited()) ? Transcription.MACHINE : Transcription.CHECKED;
    }

    private static String required(String field, @Nullable String text) {
        if (text == null || text.isBlank()) {
            throw ApiException.invalid(field, "must not be empty").withCode("blank");
        }
        return text;
    }

    Decision<Message> delete(Given<Caller, ById> given, Found found) {
        return deleting(Decision.of(new Message("The draft is deleted.")), found);
    }

    /** Deletes a draft; a published one only when its letter has its scan. */
    <R extends @Nullable Object> Decision<R> deleting(Decision<R> decision, Found found) {
        Draft draft = found.draft();
        String letter = found.known().letterDate();
        if (letter != null && scans.isOnItsWay(draft.draftId(), letter)) {
            throw ApiException.conflict("The scan is on its way to the letter. Try again in a minute.", null)
                    .withCode("draft-moving");
        }
        decision.delete(HoldThatThoughtTable.DRAFT, found.stored());
        if (found.details() != null) {
            decision.delete(SupportTable.DRAFT_DETAILS, found.details());
        }
        return decision.job(
                DROP, draft.draftId(), new Dropped(draft.draftId(), draft.status() != DraftStatus.PUBLISHED));
    }

    private void drop(Dropped dropped) {
        ObjectWalk.each(
                parts.contents(),
                DraftFiles.PREFIX + dropped.draftId() + "/",
                () -> false,
                object -> parts.contents().delete(object.key()));
        if (dropped.withScan()) {
            scans.drop(dropped.draftId());
        }
    }
}
