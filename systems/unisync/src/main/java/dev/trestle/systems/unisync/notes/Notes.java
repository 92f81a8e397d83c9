package dev.trestle.systems.unisync.notes;

import dev.trestle.model.operation.Cause;
import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.model.operation.Transaction;
import dev.trestle.model.operation.WriteRefusedException;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.IfMatch;
import dev.trestle.platform.api.Page;
import dev.trestle.platform.api.VersionTag;
import dev.trestle.platform.schema.About;
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
import dev.trestle.systems.unisync.people.Rights;
import dev.trestle.systems.unisync.time.Timeline;
import dev.trestle.systems.unisync.time.Timeline.Source;
import dev.trestle.systems.unisync.translation.Texts;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What people say about ShowSets. */
public final class Notes {
    private static final int TRIES_MAX = 5;
    private static final IfMatch ANY_VERSION = new IfMatch(null);

    /** Later than any note. */
    private static final Instant END = Instant.parse("9999-12-31T23:59:59.999Z");

    private final ItemStore store;
    private final NoteFinder finder;
    private final NoteRemoval removal;
    private final Translations translations;
    private final Ids ids;
    private final Times times;
    private final Timeline<Note> timeline = new Timeline<>(Note::createdAt, Note::noteId);

    public Notes(ItemStore store, NoteRemoval removal, Translations translations, Ids ids, Times times) {
        this.store = store.consistent();
        this.finder = new NoteFinder(store);
        this.removal = removal;
        this.translations = translations;
        this.ids = ids;
        this.times = times;
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
                        .map(note -> note.inShowSet(asked.showSetId())))
                .toList();
        return timeline.page(sources, END, asked.limit(), asked.cursor());
    }

    public Note get(String noteId) {
        return finder.shown(noteId).orElseThrow(() -> unknown(noteId));
    }

    private Stored<Note> stored(String noteId) {
        return finder.find(noteId).orElseThrow(() -> unknown(noteId));
    }

    static ApiException unknown(String noteId) {
        return ApiException.notFound("There is no note " + noteId + ".");
    }

    private ShowSet showSet(String showSetId) {
        return store.get(ShowSetsTable.SHOWSET_BY_ID.of(showSetId))
                .orElseThrow(() -> ApiException.notFound("There is no ShowSet " + showSetId + "."));
    }

    public Note add(User by, String showSetId, Text text) {
        Instant at = times.after(showSet(showSetId).updatedAt());
        Note note = note(ids, showSetId, by, at, text, false);
        Transaction addition = store.transaction()
                .create(NotesTable.NOTE, note)
                .check(ShowSetsTable.SHOWSET_BY_ID.of(showSetId), Expect.PRESENT);
        Line.activities(List.of(Line.NOTE_ADDED), showSetId, by, at, ids)
                .forEach(activity -> addition.create(ActivityTable.ACTIVITY, activity));
        removal.mentions().add(addition, note);
        translations.enqueue(addition, note);
        addition.commit();
        translations.committed();
        return note;
    }

    /** Another text: the other languages are filled in anew. */
    public Note edit(User by, String noteId, IfMatch startedFrom, Text text) {
        return change(noteId, startedFrom, note -> note.authorId().equals(by.userId()), read -> {
            Note note = read.record();
            boolean isSame = note.originalLang() == text.language()
                    && Texts.of(note.content(), text.language()).equals(text.text());
            if (isSame) {
                return finder.shown(note);
            }
            Instant at = times.after(note.updatedAt());
            Note after = note.saying(text.language(), Texts.in(text.language(), text.text()), at);
            Transaction edit = store.transaction().replace(NotesTable.NOTE, read, after);
            audited(edit, by, at, note, AuditAction.NOTE_EDITED);
            removal.mentions().change(edit, note, after);
            translations.enqueue(edit, after);
            edit.commit();
            translations.committed();
            return finder.shown(after);
        });
    }

    /** Has a note translated whose translation failed. */
    public Note translateAgain(String noteId) {
        return change(noteId, ANY_VERSION, note -> true, read -> {
            Note note = read.record();
            if (note.translationStatus() != TranslationStatus.FAILED) {
                throw ApiException.conflict("Only a translation that failed is tried again.", finder.shown(note));
            }
            Note after = note.translated(note.content(), TranslationStatus.PENDING);
            Transaction again = store.transaction().replace(NotesTable.NOTE, read, after);
            translations.enqueue(again, after);
            again.commit();
            translations.committed();
            return finder.shown(after);
        });
    }

    /** Only who has written a note, or an administrator, takes it away. */
    public void delete(User by, String noteId, IfMatch startedFrom) {
        change(noteId, startedFrom, note -> note.authorId().equals(by.userId()) || Rights.isActiveAdmin(by), read -> {
            Note note = read.record();
            Transaction deletion = store.transaction();
            removal.delete(deletion, read);
            audited(deletion, by, times.now(), note, AuditAction.NOTE_DELETED);
            deletion.commit();
            translations.committed();
            return note;
        });
    }

    private void audited(Transaction change, User by, Instant at, Note note, AuditAction action) {
        change.create(
                SupportTable.AUDIT_ENTRY,
                new Audit(ids, by, at).ofShowSet(note.showSetId(), action, Map.of("noteId", note.noteId())));
    }

    /** Attempts a change of a note; others may change it at the same time. */
    private interface Attempt {
        Note on(Stored<Note> read);
    }

    private Note change(String noteId, IfMatch startedFrom, Predicate<Note> isAllowed, Attempt attempt) {
        for (int tries = 1; ; tries++) {
            Stored<Note> read = stored(noteId);
            if (!isAllowed.test(read.record())) {
                throw ApiException.forbidden("the note is " + read.record().authorId() + "'s");
            }
            Note shown = finder.shown(read.record());
            startedFrom.check(VersionTag.of(shown), () -> shown);
            try {
                return attempt.on(read);
            } catch (WriteRefusedException e) {
                if (e.failure().cause() == Cause.REJECTED || tries == TRIES_MAX) {
                    throw e;
                }
            }
        }
    }
}
