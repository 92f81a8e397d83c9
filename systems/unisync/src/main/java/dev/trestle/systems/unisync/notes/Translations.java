package dev.trestle.systems.unisync.notes;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.Json;
import dev.trestle.platform.api.VersionTag;
import dev.trestle.platform.jobs.HopelessException;
import dev.trestle.platform.jobs.JobContext;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.unisync.model.HandledText;
import dev.trestle.systems.unisync.model.Language;
import dev.trestle.systems.unisync.model.LocalizedString;
import dev.trestle.systems.unisync.model.Note;
import dev.trestle.systems.unisync.model.NotesTable;
import dev.trestle.systems.unisync.model.SupportTable;
import dev.trestle.systems.unisync.model.TranslationStatus;
import dev.trestle.systems.unisync.model.Untranslated;
import dev.trestle.systems.unisync.translation.Texts;
import dev.trestle.systems.unisync.translation.Translator;
import dev.trestle.systems.unisync.translation.Translators;
import java.io.IOException;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Fills in the languages that texts lack, in the background.
 *
 * <p>There are two kinds of jobs: one for what this machine can convert by itself, and one for what needs a service. Without a service
 * the second kind is not added: the text is listed as untranslated, and when a server starts that has a service, jobs are made of the list.
 *
 * <p>A job translates the text that it finds, and its answer is written only if the note still has that text: whoever edits a note adds
 * jobs of their own.
 */
public final class Translations {
    public static final int ATTEMPTS_MAX = 3;

    private static final String CONVERT = "convert-note";
    private static final String TRANSLATE = "translate-note";
    private static final String RESUME = "resume-translations";
    private static final int WRITES_MAX = 20;
    private static final int RESUMED_AT_A_TIME = 25;
    private static final int ROUNDS_MAX = 100_000;

    private final ItemStore store;
    private final Changes commits;
    private final NoteFinder finder;
    private final Translators translators;
    private final Clock clock;

    /** What a job is about. */
    record OfNote(String noteId) {}

    record Nothing() {}

    public Translations(ItemStore store, Changes commits, Translators translators, Clock clock) {
        this.store = store.consistent();
        this.commits = commits;
        this.finder = new NoteFinder(store);
        this.translators = translators;
        this.clock = clock;
    }

    /** Has jobs done by a runner, those for a service only if there is one. */
    public void handleBy(JobRunner runner) {
        runner.handle(CONVERT, job -> fill(job, translators.scripts()));
        if (translators.hasService()) {
            runner.handle(TRANSLATE, job -> fill(job, translators));
            runner.handle(RESUME, this::resume);
            if (!untranslated(1).isEmpty()) {
                commits.run(store, () -> Decision.of(true).job(RESUME, "all", new Nothing()));
            }
        }
    }

    /** Adds to the decision that writes a note what is needed for its other languages; whom it mentions is added there too. */
    public void enqueue(Decision<?> change, Note note) {
        change.put(SupportTable.HANDLED_TEXT, handled(note));
        enqueueJobs(change, note);
    }

    static HandledText handled(Note note) {
        String text = Texts.of(note.content(), note.originalLang());
        return new HandledText(note.noteId(), VersionTag.of(List.of(note.originalLang(), text)));
    }

    void enqueueJobs(Decision<?> change, Note note) {
        if (note.originalLang() != Language.EN) {
            change.job(CONVERT, note.noteId(), new OfNote(note.noteId()));
        }
        enqueueForService(change, TRANSLATE, note.noteId(), new OfNote(note.noteId()));
    }

    /** Adds a job that needs a service, or notes it down until there is one. */
    public void enqueueForService(Decision<?> change, String type, String subject, Object payload) {
        if (translators.hasService()) {
            change.job(type, subject, payload);
        } else {
            change.put(SupportTable.UNTRANSLATED, new Untranslated(type, subject, Json.text(payload), clock.instant()));
        }
    }

    private List<Untranslated> untranslated(int max) {
        return store.first(SupportTable.ALL_UNTRANSLATED.of(), max);
    }

    /** Makes jobs of what waited for a service. */
    private void resume(JobContext job) {
        for (int rounds = 0; rounds < ROUNDS_MAX && !job.isLost(); rounds++) {
            List<Untranslated> some = untranslated(RESUMED_AT_A_TIME);
            if (some.isEmpty()) {
                return;
            }
            Decision<?> change = Decision.done();
            for (Untranslated each : some) {
                change.delete(SupportTable.UNTRANSLATED, each, Expect.PRESENT)
                        .job(each.type(), each.subject(), parsed(each));
            }
            commits.tryCommit(store, change); // else another process was first, and there is less to do
        }
    }

    private static Object parsed(Untranslated each) {
        try {
            return Json.mapper().readTree(each.payload());
        } catch (IOException e) {
            throw new HopelessException("What waits for a translation has no payload.");
        }
    }

    /** Others may write the note at the same time: an attachment, the other kind of job, a move with its ShowSet. */
    private void fill(JobContext job, Translator translator) throws Exception {
        Map<String, String> known = new HashMap<>();
        for (int writes = 0; writes < WRITES_MAX; writes++) {
            Optional<Stored<Note>> read = finder.find(job.payload(OfNote.class).noteId());
            if (read.isEmpty()) {
                return;
            }
            Note note = read.get().record();
            LocalizedString content;
            try {
                content = Translators.filled(note.content(), note.originalLang(), translator, known);
            } catch (Exception e) {
                if (job.attempt() < ATTEMPTS_MAX || !isWritten(read.get(), note.content(), TranslationStatus.FAILED)) {
                    throw e;
                }
                throw new HopelessException("not translated: " + e.getMessage());
            }
            TranslationStatus status =
                    Texts.isComplete(content) ? TranslationStatus.COMPLETE : note.translationStatus();
            if (isWritten(read.get(), content, status)) {
                return;
            }
        }
        throw new IllegalStateException("others kept writing the note");
    }

    private boolean isWritten(Stored<Note> read, LocalizedString content, TranslationStatus status) {
        Note after = read.record().with(to -> to.content(content).translationStatus(status));
        return commits.tryCommit(store, Decision.done().replace(NotesTable.NOTE, read, after));
    }
}
