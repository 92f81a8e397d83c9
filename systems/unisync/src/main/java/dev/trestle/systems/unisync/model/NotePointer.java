package dev.trestle.systems.unisync.model;

import java.time.Instant;

/** Where a note is, by its id alone. */
public record NotePointer(String noteId, String showSetId, Instant createdAt) {
    static NotePointer of(Note note) {
        return new NotePointer(note.noteId(), note.showSetId(), note.createdAt());
    }
}
