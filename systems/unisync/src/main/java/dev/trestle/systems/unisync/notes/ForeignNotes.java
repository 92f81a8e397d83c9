package dev.trestle.systems.unisync.notes;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.events.RecordChange;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.unisync.model.Area;
import dev.trestle.systems.unisync.model.HandledText;
import dev.trestle.systems.unisync.model.Note;
import dev.trestle.systems.unisync.model.NotesTable;
import dev.trestle.systems.unisync.model.ShowSet;
import dev.trestle.systems.unisync.model.ShowSetsTable;
import dev.trestle.systems.unisync.model.SupportTable;
import dev.trestle.systems.unisync.model.TranslationStatus;
import dev.trestle.systems.unisync.translation.Texts;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Handles notes that other programs write: records their mentions, and has pending ones translated.
 *
 * <p>UniSync writes a {@link HandledText} in the transaction of each note that it writes itself, and so does this class. A note with a matching one is
 * skipped, so that each text is handled once, however often its change is reported.
 */
public final class ForeignNotes {
    private static final int SHOWSETS_MAX = 100_000;
    private static final int NOTES_MAX = 100_000;

    private final ItemStore relaxed;
    private final ItemStore store;
    private final NoteFinder finder;
    private final Mentions mentions;
    private final Translations translations;
    private final Changes commits;

    public ForeignNotes(ItemStore store, Mentions mentions, Translations translations, Changes commits) {
        this.relaxed = store;
        this.store = store.consistent();
        this.finder = new NoteFinder(store);
        this.mentions = mentions;
        this.translations = translations;
        this.commits = commits;
    }

    /** Handles a note that was written. */
    public void changed(RecordChange<Note> change) {
        if (change.after() != null) {
            handle(change.after());
        }
    }

    /** Handles all notes: some may have been written while nobody followed. */
    public void handleAll() {
        for (Area area : Area.values()) {
            try (Stream<ShowSet> showSets = relaxed.stream(ShowSetsTable.SHOWSETS_BY_AREA.of(area), SHOWSETS_MAX)) {
                showSets.forEach(showSet -> handleAll(showSet.showSetId()));
            }
        }
    }

    private void handleAll(String showSetId) {
        try (Stream<Note> notes = store.stream(NotesTable.NOTES_OF_SHOWSET.of(showSetId), NOTES_MAX)) {
            notes.forEach(this::handle);
        }
    }

    private void handle(Note reported) {
        Object unused = commits.run(store, () -> decided(reported));
    }

    private Decision<@Nullable Void> decided(Note reported) {
        Optional<Stored<HandledText>> handled = store.stored(SupportTable.HANDLED_TEXT_OF_NOTE.of(reported.noteId()));
        if (isHandled(reported, handled)) {
            return Decision.done();
        }
        // It may have changed since it was reported.
        return finder.find(reported.noteId())
                .map(Stored::record)
                .filter(now -> !isHandled(now, handled))
                .map(now -> handling(now, handled))
                .orElseGet(Decision::done);
    }

    private static boolean isHandled(Note note, Optional<Stored<HandledText>> handled) {
        if (handled.isPresent()) {
            return handled.get().record().equals(Translations.handled(note));
        }
        return !isUntranslated(note) && text(note).indexOf('@') < 0;
    }

    private static boolean isUntranslated(Note note) {
        return note.translationStatus() == TranslationStatus.PENDING
                && !text(note).isEmpty();
    }

    private static String text(Note note) {
        return Texts.of(note.content(), note.originalLang());
    }

    /** Refused if somebody else handles a text of the note at the same time. */
    private Decision<@Nullable Void> handling(Note note, Optional<Stored<HandledText>> handled) {
        Expect expected = handled.<Expect>map(Expect::unchanged).orElse(Expect.ABSENT);
        Decision<@Nullable Void> change =
                Decision.done().put(SupportTable.HANDLED_TEXT, Translations.handled(note), expected);
        mentions.change(change, note, note);
        if (isUntranslated(note)) {
            translations.enqueueJobs(change, note);
        }
        return change;
    }
}
