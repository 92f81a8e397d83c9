package dev.trestle.systems.unisync.notes;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.unisync.model.Note;
import dev.trestle.systems.unisync.model.NoteAttachment;
import dev.trestle.systems.unisync.model.NotesTable;
import dev.trestle.systems.unisync.model.SupportTable;
import java.util.List;

/** What goes with a note that is deleted: whom it mentions, and by a job the files that belong to it. */
public final class NoteRemoval {
    static final String OBJECTS = "delete-objects";

    private final Mentions mentions;

    record Objects(List<String> keys) {}

    public NoteRemoval(Mentions mentions) {
        this.mentions = mentions;
    }

    public Mentions mentions() {
        return mentions;
    }

    /** Adds to a decision that a note goes, if it is what was read. */
    public void delete(Decision<?> change, Stored<Note> read) {
        Note note = read.record();
        change.delete(NotesTable.NOTE, read);
        change.delete(SupportTable.HANDLED_TEXT_OF_NOTE.of(note.noteId()), Expect.ANYTHING);
        mentions.remove(change, note);
        deleteObjects(change, note, note.attachments());
    }

    /** Only under the note's own prefix: another program may have written any key. */
    void deleteObjects(Decision<?> change, Note note, List<NoteAttachment> attachments) {
        List<String> keys = attachments.stream()
                .map(NoteAttachment::s3Key)
                .filter(key -> key.startsWith(prefix(note.noteId())))
                .toList();
        if (!keys.isEmpty()) {
            change.job(OBJECTS, note.noteId(), new Objects(keys));
        }
    }

    static String prefix(String noteId) {
        return "notes/" + noteId + "/";
    }
}
