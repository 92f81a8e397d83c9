package dev.trestle.systems.unisync.notes;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.systems.unisync.model.Note;
import dev.trestle.systems.unisync.model.NotePointer;
import dev.trestle.systems.unisync.model.NotesTable;
import dev.trestle.systems.unisync.model.RetiredId;
import dev.trestle.systems.unisync.model.SupportTable;
import java.util.Optional;

/** Finds notes by their ids alone, also while they are moved with their ShowSet. */
public final class NoteFinder {
    private static final int TRIES_MAX = 5;

    private final ItemStore store;

    public NoteFinder(ItemStore store) {
        this.store = store.consistent();
    }

    /**
     * A note that was found.
     *
     * @param stored as it lies there
     * @param shown as people see it
     */
    record Found(Stored<Note> stored, Note shown) {}

    /** The note, under the id that its ShowSet has now as well. */
    Optional<Found> found(String noteId) {
        return find(noteId).map(stored -> new Found(stored, shown(stored.record())));
    }

    /** The note where it lies; none of a ShowSet that was deleted, whose notes are about to go. */
    Optional<Stored<Note>> find(String noteId) {
        for (int tries = 0; tries < TRIES_MAX; tries++) {
            Optional<NotePointer> pointer = store.get(SupportTable.NOTE_BY_ID.of(noteId));
            if (pointer.isEmpty()) {
                return Optional.empty();
            }
            NotePointer at = pointer.get();
            Optional<Stored<Note>> found =
                    store.stored(NotesTable.NOTE_BY_KEY.of(at.showSetId(), at.createdAt(), at.noteId()));
            if (found.isPresent()) {
                return found.filter(note -> !isDeleted(note.record().showSetId()));
            }
            // It was moved between the two reads, or deleted.
        }
        return Optional.empty();
    }

    private boolean isDeleted(String showSetId) {
        Optional<RetiredId> retired = store.get(SupportTable.RETIRED_BY_ID.of(showSetId));
        return retired.isPresent() && retired.get().movedTo() == null;
    }

    /** A note as people see it: under the id that its ShowSet has now. */
    public Optional<Note> shown(String noteId) {
        return find(noteId).map(found -> shown(found.record()));
    }

    Note shown(Note note) {
        Optional<RetiredId> retired = store.get(SupportTable.RETIRED_BY_ID.of(note.showSetId()));
        String now = retired.isEmpty() ? null : retired.get().movedTo();
        return now == null ? note : note.withShowSetId(now);
    }
}
