package dev.trestle.systems.unisync.notes;

import dev.trestle.model.Scoping;
import dev.trestle.model.Table;
import dev.trestle.model.operation.Cause;
import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.model.operation.Transaction;
import dev.trestle.model.operation.WriteRefusedException;
import dev.trestle.platform.events.Follower;
import dev.trestle.systems.unisync.model.Area;
import dev.trestle.systems.unisync.model.HandledText;
import dev.trestle.systems.unisync.model.Note;
import dev.trestle.systems.unisync.model.NotesTable;
import dev.trestle.systems.unisync.model.ShowSet;
import dev.trestle.systems.unisync.model.ShowSetsTable;
import dev.trestle.systems.unisync.model.SupportTable;
import dev.trestle.systems.unisync.model.TranslationStatus;
import dev.trestle.systems.unisync.translation.Texts;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Handles notes that other programs write: records their mentions, and has pending ones translated.
 *
 * <p>UniSync writes a {@link HandledText} in the transaction of each note that it writes itself, and so does this class. A note with a matching one is
 * skipped, so that each text is handled once, however often its change is reported.
 */
public final class ForeignNotes implements Follower.Listener {
    private static final int TRIES_MAX = 5;
    private static final int SHOWSETS_MAX = 100_000;
    private static final int NOTES_MAX = 100_000;

    private final ItemStore relaxed;
    private final ItemStore store;
    private final NoteFinder finder;
    private final Mentions mentions;
    private final Translations translations;

    public ForeignNotes(ItemStore store, Mentions mentions, Translations translations) {
        this.relaxed = store;
        this.store = store.consistent();
        this.finder = new NoteFinder(store);
        this.mentions = mentions;
        this.translations = translations;
    }

    @Override
    public void changed(Table table, Map<String, AttributeValue> before, Map<String, AttributeValue> after) {
        if (table == NotesTable.TABLE && !after.isEmpty() && NotesTable.NOTE.owns(after, Scoping.NONE)) {
            handle(NotesTable.NOTE.toRecord(after, Scoping.NONE));
        }
    }

    @Override
    public void missed() {
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
        for (int tries = 1; ; tries++) {
            Optional<Stored<HandledText>> handled =
                    store.stored(SupportTable.HANDLED_TEXT_OF_NOTE.of(reported.noteId()));
            if (isHandled(reported, handled)) {
                return;
            }
            // It may have changed since it was reported.
            Optional<Note> now = finder.find(reported.noteId()).map(Stored::record);
            if (now.isEmpty() || isHandled(now.get(), handled)) {
                return;
            }
            try {
                handle(now.get(), handled);
                return;
            } catch (WriteRefusedException e) {
                if (e.failure().cause() == Cause.REJECTED || tries == TRIES_MAX) {
                    throw e;
                }
            }
        }
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
    private void handle(Note note, Optional<Stored<HandledText>> handled) {
        Expect expected = handled.<Expect>map(Expect::unchanged).orElse(Expect.ABSENT);
        Transaction change = store.transaction().put(SupportTable.HANDLED_TEXT, Translations.handled(note), expected);
        mentions.change(change, note, note);
        if (isUntranslated(note)) {
            translations.enqueueJobs(change, note);
        }
        change.commit();
        translations.committed();
    }
}
