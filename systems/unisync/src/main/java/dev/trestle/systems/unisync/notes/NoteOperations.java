package dev.trestle.systems.unisync.notes;

import static dev.trestle.systems.unisync.people.Right.ADD_NOTES;
import static dev.trestle.systems.unisync.people.Right.READ;

import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.Page;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.api.Reply;
import dev.trestle.platform.api.VersionTag;
import dev.trestle.platform.operation.Item;
import dev.trestle.platform.operation.Operations;
import dev.trestle.systems.unisync.model.Note;
import dev.trestle.systems.unisync.model.NoteAttachment;
import dev.trestle.systems.unisync.model.ShowSetsTable;
import dev.trestle.systems.unisync.model.User;
import dev.trestle.systems.unisync.notes.Attachments.Announce;
import dev.trestle.systems.unisync.notes.Attachments.ByAttachment;
import dev.trestle.systems.unisync.notes.Attachments.Download;
import dev.trestle.systems.unisync.notes.NoteFinder.Found;
import dev.trestle.systems.unisync.notes.Notes.AddNote;
import dev.trestle.systems.unisync.notes.Notes.ByNote;
import dev.trestle.systems.unisync.notes.Notes.CountNotes;
import dev.trestle.systems.unisync.notes.Notes.EditNote;
import dev.trestle.systems.unisync.notes.Notes.ListNotes;
import dev.trestle.systems.unisync.notes.Notes.NoteCount;
import dev.trestle.systems.unisync.people.Rights;
import dev.trestle.systems.unisync.showsets.Partitions;
import dev.trestle.systems.unisync.showsets.ShowSetOperations;

/** The operations about notes and the files that belong to them. */
public final class NoteOperations {
    private static final String UNLESS_CHANGED = "With If-Match, only if nobody has changed the note since.";

    private static final Item<User, Note> NOTE =
            Item.<User, Note>of("There is no such note.").tagged(VersionTag::of);
    private static final Item<User, Note> OWN = NOTE.atLeast(Role.AUTHOR, NoteOperations::roleOf);
    private static final Item<User, Note> MANAGED = NOTE.atLeast(Role.ADMINISTRATOR, NoteOperations::roleOf);

    private final NoteFinder finder;
    private final Notes notes;
    private final Attachments attachments;
    private final Partitions partitions;

    /** What a user is to a note, in rising order. */
    private enum Role {
        READER,
        ADMINISTRATOR,
        AUTHOR
    }

    private static Role roleOf(User who, Note note) {
        if (note.authorId().equals(who.userId())) {
            return Role.AUTHOR;
        }
        return Rights.isActiveAdmin(who) ? Role.ADMINISTRATOR : Role.READER;
    }

    public NoteOperations(NoteFinder finder, Notes notes, Attachments attachments, Partitions partitions) {
        this.finder = finder;
        this.notes = notes;
        this.attachments = attachments;
        this.partitions = partitions;
    }

    public void declare(Operations<User> operations) {
        ofShowSet(operations);
        one(operations);
        files(operations);
    }

    private void ofShowSet(Operations<User> operations) {
        operations
                .get("listNotes", "/showsets/{showSetId}/notes", ListNotes.class)
                .about("What is said about a ShowSet, newest first")
                .right(Rights.of(READ))
                .on(
                        ShowSetOperations.SHOWSET,
                        given -> ShowSetsTable.SHOWSET_BY_ID.of(given.asked().showSetId()))
                .givesPage(
                        Note.class,
                        (given, showSet) -> notes.list(
                                given.asked(), partitions.of(given.asked().showSetId())));
        operations
                .post("addNote", "/showsets/{showSetId}/notes", AddNote.class)
                .about("Adds a note; the other languages are filled in later")
                .right(Rights.of(ADD_NOTES))
                .created()
                .on(
                        ShowSetOperations.SHOWSET,
                        given -> ShowSetsTable.SHOWSET_BY_ID.of(given.asked().showSetId()))
                .changes(
                        Note.class,
                        (given, showSet) -> notes.add(
                                given.by(),
                                given.at(),
                                showSet.record(),
                                given.asked().body()));
    }

    private void one(Operations<User> operations) {
        operations
                .post("countNotes", "/notes/counts", CountNotes.class)
                .about("How many notes some ShowSets have")
                .description("At most " + Notes.COUNT_MAX
                        + " are counted; a ShowSet that has no notes, or is not there, has 0.")
                .right(Rights.of(READ))
                .givesPage(
                        NoteCount.class,
                        given -> new Page<>(
                                given.asked().body().showSetIds().stream()
                                        .distinct()
                                        .map(id -> new NoteCount(id, notes.count(partitions.of(id))))
                                        .toList(),
                                null));
        operations
                .get("getNote", "/notes/{noteId}", ByNote.class)
                .about("A note, with its ETag")
                .right(Rights.of(READ))
                .on(NOTE, given -> finder.found(given.asked().noteId()), Found::shown)
                .replies(Note.class, (given, note) -> tagged(note.shown()));
        operations
                .patch("editNote", "/notes/{noteId}", EditNote.class)
                .about("Another text, by its author; the other languages are filled in anew")
                .description(UNLESS_CHANGED)
                .right(Rights.of(ADD_NOTES))
                .on(OWN, given -> finder.found(given.asked().noteId()), Found::shown)
                .changes((given, note) -> notes.edit(
                        given.by(), given.at(), note.stored(), given.asked().body()))
                .gives(Note.class, (given, note) -> tagged(finder.shown(note)));
        operations
                .delete("deleteNote", "/notes/{noteId}", ByNote.class)
                .about("Deletes a note, for its author and administrators")
                .description(UNLESS_CHANGED)
                .right(Rights.of(ADD_NOTES))
                .on(MANAGED, given -> finder.found(given.asked().noteId()), Found::shown)
                .changes((given, note) -> notes.delete(given.by(), given.at(), note.stored()))
                .givesNothing();
        operations
                .post("translateNote", "/notes/{noteId}/translate", ByNote.class)
                .about("Tries a translation again that failed")
                .right(Rights.of(ADD_NOTES))
                .on(NOTE, given -> finder.found(given.asked().noteId()), Found::shown)
                .changes((given, note) -> notes.translateAgain(note))
                .gives(Note.class, (given, note) -> Reply.of(finder.shown(note)));
    }

    private void files(Operations<User> operations) {
        operations
                .post("announceAttachment", "/notes/{noteId}/attachments", Announce.class)
                .about("An address to send a file to, within ten minutes")
                .right(Rights.of(ADD_NOTES))
                .created()
                .refuses(Kind.CONFLICT)
                .on(NOTE, given -> finder.find(given.asked().noteId()), Stored::record)
                .gives(Attachments.Announced.class, attachments::announce);
        operations
                .post("confirmAttachment", "/notes/{noteId}/attachments/{attachmentId}/confirm", ByAttachment.class)
                .about("Looks at what was sent, and gives it to the note")
                .right(Rights.of(ADD_NOTES))
                .created()
                .refuses(Kind.CONFLICT, Kind.GONE)
                .on(NOTE, given -> finder.find(given.asked().noteId()), Stored::record)
                .gives(NoteAttachment.class, (given, note) -> attachments.confirm(given));
        operations
                .get("getAttachment", "/notes/{noteId}/attachments/{attachmentId}", Download.class)
                .about("An address at which the file can be had for an hour")
                .right(Rights.of(READ))
                .on(NOTE, given -> finder.find(given.asked().noteId()), Stored::record)
                .gives(Attachments.Address.class, (given, note) -> attachments.address(note.record(), given.asked()));
        operations
                .delete("deleteAttachment", "/notes/{noteId}/attachments/{attachmentId}", ByAttachment.class)
                .about("Deletes a file, for the note's author and administrators")
                .right(Rights.of(ADD_NOTES))
                .on(MANAGED, given -> finder.found(given.asked().noteId()), Found::shown)
                .changes(attachments::delete)
                .givesNothing();
    }

    private static Reply tagged(Note note) {
        return Reply.of(note).tag(VersionTag.of(note));
    }
}
