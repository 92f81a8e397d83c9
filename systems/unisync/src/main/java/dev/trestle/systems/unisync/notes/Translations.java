package dev.trestle.systems.unisync.notes;

import dev.trestle.model.operation.Cause;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.model.operation.Transaction;
import dev.trestle.model.operation.WriteRefusedException;
import dev.trestle.platform.jobs.HopelessException;
import dev.trestle.platform.jobs.JobContext;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.jobs.Jobs;
import dev.trestle.systems.unisync.model.Language;
import dev.trestle.systems.unisync.model.LocalizedString;
import dev.trestle.systems.unisync.model.Note;
import dev.trestle.systems.unisync.model.NotesTable;
import dev.trestle.systems.unisync.model.SupportTable;
import dev.trestle.systems.unisync.model.TranslationStatus;
import java.util.Optional;

/**
 * Fills in the languages that notes lack, in the background.
 *
 * <p>There are two kinds of jobs: one for what this machine can convert by itself, and one for what needs a service. Without a service
 * nobody handles the second kind: those jobs wait, the notes stay pending, and all are worked off when there is one.
 *
 * <p>A job translates the text that it finds, and its answer is written only if the note still has that text: whoever edits a note adds
 * jobs of their own.
 */
public final class Translations {
    public static final int ATTEMPTS_MAX = 3;

    private static final String CONVERT = "convert-note";
    private static final String TRANSLATE = "translate-note";

    private final ItemStore store;
    private final Jobs jobs;
    private final Translator scripts = new ChineseScripts();

    /** What a job is about. */
    record OfNote(String noteId) {}

    public Translations(ItemStore store, Jobs jobs) {
        this.store = store.consistent();
        this.jobs = jobs;
    }

    /** Has jobs done by a runner, those for a service only if there is one. */
    public void handleBy(JobRunner runner, Optional<Translator> service) {
        runner.handle(CONVERT, job -> fill(job, scripts));
        service.ifPresent(translator -> runner.handle(TRANSLATE, job -> fill(job, translator)));
    }

    /** Adds to the transaction that writes a note what is needed for its other languages. */
    public void enqueue(Transaction change, Note note) {
        if (note.originalLang() != Language.EN) {
            jobs.enqueue(change, CONVERT, note.noteId(), new OfNote(note.noteId()));
        }
        jobs.enqueue(change, TRANSLATE, note.noteId(), new OfNote(note.noteId()));
    }

    /** Says that a transaction with jobs was committed. */
    public void committed() {
        jobs.committed();
    }

    private void fill(JobContext job, Translator translator) throws Exception {
        Optional<Stored<Note>> read = find(job.payload(OfNote.class).noteId());
        if (read.isEmpty()) {
            return;
        }
        Note note = read.get().record();
        LocalizedString content;
        try {
            content = filled(note, translator);
        } catch (Exception e) {
            if (job.attempt() < ATTEMPTS_MAX) {
                throw e;
            }
            write(read.get(), note.content(), TranslationStatus.FAILED);
            throw new HopelessException("not translated: " + e.getMessage());
        }
        TranslationStatus status = Texts.isComplete(content) ? TranslationStatus.COMPLETE : TranslationStatus.PENDING;
        write(read.get(), content, status);
    }

    private Optional<Stored<Note>> find(String noteId) {
        return store.get(SupportTable.NOTE_BY_ID.of(noteId))
                .flatMap(at -> store.stored(NotesTable.NOTE_BY_KEY.of(at.showSetId(), at.createdAt(), at.noteId())));
    }

    private static LocalizedString filled(Note note, Translator translator) throws Exception {
        Language from = note.originalLang();
        String text = Texts.of(note.content(), from);
        LocalizedString all = note.content();
        for (Language to : Language.values()) {
            if (Texts.of(all, to).isEmpty() && translator.can(from, to)) {
                all = Texts.with(all, to, translator.translate(text, from, to));
            }
        }
        return all;
    }

    /** Writes what was found out, if the text is still the one that was read; a job that filled in another language begins anew. */
    private void write(Stored<Note> read, LocalizedString content, TranslationStatus status) {
        Note n = read.record();
        Note after = new Note(
                n.noteId(),
                n.showSetId(),
                n.authorId(),
                n.authorName(),
                n.originalLang(),
                content,
                status,
                n.attachments(),
                n.isRevisionNote(),
                n.createdAt(),
                n.updatedAt());
        try {
            store.transaction()
                    .replace(NotesTable.NOTE, read, after, "content", "originalLang", "translationStatus")
                    .commit();
        } catch (WriteRefusedException e) {
            boolean isGone = e.failure().cause() == Cause.MISSING;
            if (!isGone && isSameText(n)) {
                throw e; // the other kind of job was first: with what it wrote, this one is tried again
            }
        }
    }

    private boolean isSameText(Note before) {
        return find(before.noteId())
                .map(Stored::record)
                .filter(now -> now.originalLang() == before.originalLang())
                .filter(now -> Texts.of(now.content(), now.originalLang())
                        .equals(Texts.of(before.content(), before.originalLang())))
                .isPresent();
    }
}
