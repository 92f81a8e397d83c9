package dev.trestle.systems.unisync.notes;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Page;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Timeline;
import dev.trestle.platform.operation.Timeline.Source;
import dev.trestle.platform.schema.About;
import dev.trestle.platform.schema.Count;
import dev.trestle.platform.schema.Default;
import dev.trestle.platform.schema.Length;
import dev.trestle.platform.schema.Range;
import dev.trestle.platform.time.Ids;
import dev.trestle.platform.time.Times;
import dev.trestle.systems.unisync.activity.Audit;
import dev.trestle.systems.unisync.activity.Line;
import dev.trestle.systems.unisync.model.ActivityTable;
import dev.trestle.systems.unisync.model.AuditAction;
import dev.trestle.systems.unisync.model.Language;
import dev.trestle.systems.unisync.model.Note;
import dev.trestle.systems.unisync.model.NotesTable;
import dev.trestle.systems.unisync.model.ShowSet;
import dev.trestle.systems.unisync.model.ShowSetsTable;
import dev.trestle.systems.unisync.model.SupportTable;
import dev.trestle.systems.unisync.model.TranslationStatus;
import dev.trestle.systems.unisync.model.User;
import dev.trestle.systems.unisync.translation.Texts;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What people say about ShowSets. */
public final class Notes {
    /** So many notes of a ShowSet are counted for a board, which shows "99" for more. */
    static final int COUNT_MAX = 99;

    /** Later than any note. */
    private static final Instant END = Instant.parse("9999-12-31T23:59:59.999Z");

    private final ItemStore store;
    private final NoteRemoval removal;
    private final Translations translations;
    private final Ids ids;
    private final Timeline<Note> timeline = new Timeline<>(Note::createdAt, Note::noteId);

    public Notes(ItemStore store, NoteRemoval removal, Translations translations, Ids ids) {
        this.store = store.consistent();
        this.removal = removal;
        this.translations = translations;
        this.ids = ids;
    }

    public record ListNotes(
            @Length(min = 1, max = 200) String showSetId,
            @Default("50") @Range(min = 1, max = 200) int limit,

            @About("The next of the page before") @Nullable @Length(max = 4000)
            String cursor) {}

    public record ByNote(@Length(min = 1, max = 100) String noteId) {}

    /** A text and the language that it is in. */
    public record Text(@Length(min = 1, max = 5000) String text, Language language) {
        public Text {
            if (text.isBlank()) {
                throw new IllegalArgumentException("must not be blank");
            }
        }
    }

    public record AddNote(@Length(min = 1, max = 200) String showSetId, Text body) {}

    public record EditNote(@Length(min = 1, max = 100) String noteId, Text body) {}

    /** The ShowSets that a board shows at a time. */
    public record NotesOf(@Count(min = 1, max = 50) List<@Length(min = 1, max = 200) String> showSetIds) {}

    public record CountNotes(NotesOf body) {}

    public record NoteCount(String showSetId, int notes) {}

    /** A note that says why a stage is sent back. */
    public static Note revision(Ids ids, ShowSet of, User by, Instant at, Text text) {
        return note(ids, of.showSetId(), by, at, text, true);
    }

    private static Note note(Ids ids, String showSetId, User by, Instant at, Text text, boolean isRevision) {
        return new Note(
                ids.rising("note_", at, 0),
                showSetId,
                by.userId(),
                by.name(),
                text.language(),
                Texts.in(text.language(), text.text()),
                TranslationStatus.PENDING,
                List.of(),
                isRevision,
                at,
                at);
    }

    /**
     * The notes of a ShowSet, newest first.
     *
     * @param partitions the ids under which they may lie, in the order in which they are moved from one to the next
     */
    public Page<Note> list(ListNotes asked, List<String> partitions) {
        List<Source<Note>> sources = partitions.stream()
                .map(partition -> (Source<Note>) (to, max) -> store.stream(
                                NotesTable.NOTES_UP_TO.of(partition).to(to), max)
                        .map(note -> note.withShowSetId(asked.showSetId())))
                .toList();
        return timeline.page(sources, END, asked.limit(), asked.cursor());
    }

    /** How many notes there are, as far as they are counted. Until all are moved to a new id, one may be counted twice. */
    int count(List<String> partitions) {
        int found = 0;
        for (String partition : partitions) {
            found += store.first(NotesTable.NOTES_OF_SHOWSET.of(partition), COUNT_MAX)
                    .size();
        }
        return Math.min(found, COUNT_MAX);
    }

    Decision<Note> add(User by, Instant now, ShowSet showSet, Text text) {
        Instant at = Times.after(now, showSet.updatedAt());
        Note note = note(ids, showSet.showSetId(), by, at, text, false);
        Decision<Note> addition = Decision.of(note)
                .create(NotesTable.NOTE, note)
                .check(ShowSetsTable.SHOWSET_BY_ID.of(showSet.showSetId()), Expect.PRESENT);
        Line.activities(List.of(Line.NOTE_ADDED), showSet.showSetId(), by, at, ids)
                .forEach(activity -> addition.create(ActivityTable.ACTIVITY, activity));
        removal.mentions().add(addition, note);
        translations.enqueue(addition, note);
        return addition;
    }

    /** Another text: the other languages are filled in anew. */
    Decision<Note> edit(User by, Instant now, Stored<Note> read, Text text) {
        Note note = read.record();
        boolean isSame = note.originalLang() == text.language()
                && Texts.of(note.content(), text.language()).equals(text.text());
        if (isSame) {
            return Decision.of(note);
        }
        Instant at = Times.after(now, note.updatedAt());
        Note after = note.with()
                .originalLang(text.language())
                .content(Texts.in(text.language(), text.text()))
                .translationStatus(TranslationStatus.PENDING)
                .updatedAt(at)
                .build();
        Decision<Note> edit = Decision.of(after).replace(NotesTable.NOTE, read, after);
        audited(edit, by, at, note, AuditAction.NOTE_EDITED);
        removal.mentions().change(edit, note, after);
        translations.enqueue(edit, after);
        return edit;
    }

    /** Has a note translated whose translation failed. */
    Decision<Note> translateAgain(NoteFinder.Found found) {
        Note note = found.stored().record();
        if (note.translationStatus() != TranslationStatus.FAILED) {
            throw ApiException.conflict("Only a translation that failed is tried again.", found.shown())
                    .withCode("translation-not-failed");
        }
        Note after = note.withTranslationStatus(TranslationStatus.PENDING);
        Decision<Note> again = Decision.of(after).replace(NotesTable.NOTE, found.stored(), after);
        translations.enqueue(again, after);
        return again;
    }

    Decision<@Nullable Void> delete(User by, Instant at, Stored<Note> read) {
        Decision<@Nullable Void> deletion = Decision.done();
        removal.delete(deletion, read);
        audited(deletion, by, at, read.record(), AuditAction.NOTE_DELETED);
        return deletion;
    }

    private void audited(Decision<?> change, User by, Instant at, Note note, AuditAction action) {
        change.create(
                SupportTable.AUDIT_ENTRY,
                new Audit(ids, by, at).ofShowSet(note.showSetId(), action, Map.of("noteId", note.noteId())));
    }
}
