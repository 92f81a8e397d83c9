package dev.trestle.systems.unisync.showsets;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.jobs.JobContext;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.unisync.model.FormerVersion;
import dev.trestle.systems.unisync.model.Language;
import dev.trestle.systems.unisync.model.LocalizedString;
import dev.trestle.systems.unisync.model.ShowSet;
import dev.trestle.systems.unisync.model.ShowSetsTable;
import dev.trestle.systems.unisync.model.SupportTable;
import dev.trestle.systems.unisync.model.VersionHistoryEntry;
import dev.trestle.systems.unisync.notes.Translations;
import dev.trestle.systems.unisync.translation.Texts;
import dev.trestle.systems.unisync.translation.Translator;
import dev.trestle.systems.unisync.translation.Translators;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Translates why version numbers were changed, in the background, as {@link Translations} does notes. */
public final class Reasons {
    private static final String CONVERT = "convert-reason";
    private static final String TRANSLATE = "translate-reason";
    private static final int WRITES_MAX = 20;
    private static final int FORMER_MAX = 1000;

    private final ItemStore store;
    private final Translations translations;
    private final Translators translators;
    private final Partitions partitions;
    private final Changes commits;

    record OfEntry(String showSetId, String entryId, Language language) {}

    public Reasons(
            ItemStore store,
            Translations translations,
            Translators translators,
            Partitions partitions,
            Changes commits) {
        this.store = store.consistent();
        this.translations = translations;
        this.translators = translators;
        this.partitions = partitions;
        this.commits = commits;
    }

    public void handleBy(JobRunner runner) {
        runner.handle(CONVERT, job -> fill(job, translators.scripts()));
        if (translators.hasService()) {
            runner.handle(TRANSLATE, job -> fill(job, translators));
        }
    }

    /** Adds to the decision that changes a number what is needed for its reason's other languages. */
    void enqueue(Decision<?> change, String showSetId, VersionHistoryEntry entry) {
        Optional<Language> language = language(entry.reason());
        if (language.isEmpty() || Texts.isComplete(entry.reason())) {
            return;
        }
        OfEntry what = new OfEntry(showSetId, entry.id(), language.get());
        if (language.get() != Language.EN) {
            change.job(CONVERT, entry.id(), what);
        }
        translations.enqueueForService(change, TRANSLATE, entry.id(), what);
    }

    /** The language that a reason was given in: the only one that is there, as long as none is filled in. */
    private static Optional<Language> language(LocalizedString reason) {
        return Arrays.stream(Language.values())
                .filter(each -> !Texts.of(reason, each).isEmpty())
                .findFirst();
    }

    /** Asks anew for what a ShowSet's history lacks, under the id that it has now. */
    void enqueueAll(ShowSet showSet) {
        for (VersionHistoryEntry entry : showSet.versionHistory()) {
            if (language(entry.reason()).isPresent() && !Texts.isComplete(entry.reason())) {
                commits.run(store, () -> {
                    Decision<Boolean> change = Decision.of(true);
                    enqueue(change, showSet.showSetId(), entry);
                    return change;
                });
            }
        }
    }

    private void fill(JobContext job, Translator translator) throws Exception {
        OfEntry what = job.payload(OfEntry.class);
        Map<String, String> known = new HashMap<>();
        for (int writes = 0; writes < WRITES_MAX; writes++) {
            Optional<String> id = partitions.current(what.showSetId());
            Optional<Stored<ShowSet>> read = id.flatMap(each -> store.stored(ShowSetsTable.SHOWSET_BY_ID.of(each)));
            if (read.isEmpty() || isFilled(read.get(), what, translator, known)) {
                return;
            }
        }
        throw new IllegalStateException("others kept writing the ShowSet");
    }

    private boolean isFilled(Stored<ShowSet> read, OfEntry what, Translator translator, Map<String, String> known)
            throws Exception {
        ShowSet showSet = read.record();
        List<VersionHistoryEntry> history = new ArrayList<>(showSet.versionHistory());
        for (int i = 0; i < history.size(); i++) {
            VersionHistoryEntry entry = history.get(i);
            if (entry.id().equals(what.entryId())) {
                LocalizedString reason = Translators.filled(entry.reason(), what.language(), translator, known);
                history.set(i, entry.withReason(reason));
                return commits.tryCommit(
                        store,
                        Decision.done().replace(ShowSetsTable.SHOWSET, read, showSet.withVersionHistory(history)));
            }
        }
        for (Stored<FormerVersion> former :
                store.firstStored(SupportTable.FORMER_VERSIONS.of(showSet.showSetId()), FORMER_MAX)) {
            FormerVersion entry = former.record();
            if (entry.id().equals(what.entryId())) {
                LocalizedString reason = Translators.filled(entry.reason(), what.language(), translator, known);
                return commits.tryCommit(
                        store, Decision.done().replace(SupportTable.FORMER_VERSION, former, entry.withReason(reason)));
            }
        }
        return true; // nobody keeps it any more
    }
}
