package dev.trestle.systems.unisync.model;

import dev.trestle.model.Entity;
import dev.trestle.model.Pattern;
import dev.trestle.model.Table;

/** {@code unisync-notes}: what people say about ShowSets. */
public final class NotesTable {
    public static final Table TABLE =
            Table.named("unisync-notes").about("Notes/comments on ShowSets").key("PK", "SK");

    /** The support table has a pointer to it: its key has the time, and requests name its id. */
    public static final Entity<Note> NOTE = TABLE.entity(Note.class)
            .key("SHOWSET#{showSetId}", "NOTE#{createdAt}#{noteId}")
            .also(SupportTable.NOTE_POINTER, NotePointer::of)
            .belongsTo(UsersTable.USER, "creates")
            .belongsTo(ShowSetsTable.SHOWSET, "has")
            .accept("ITEM_GROWTH", "documented so; a note has 50 attachments at most");

    public static final Pattern<Note> NOTES_OF_SHOWSET =
            NOTE.query("Get notes for ShowSet").beginsWith("NOTE#").descending();

    public static final Pattern<Note> NOTES_UP_TO = NOTE.query("Get notes for ShowSet up to a moment")
            .between("createdAt")
            .descending();

    public static final Pattern<Note> NOTE_BY_KEY = NOTE.get("Get specific note");

    private NotesTable() {}
}
