package dev.trestle.systems.formkiq.rulesets;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.jobs.JobContext;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.formkiq.actions.Adder;
import dev.trestle.systems.formkiq.actions.ContentListener;
import dev.trestle.systems.formkiq.api.Actor;
import dev.trestle.systems.formkiq.documents.Library;
import dev.trestle.systems.formkiq.model.ActiveStatus;
import dev.trestle.systems.formkiq.model.Documents;
import dev.trestle.systems.formkiq.model.Documents.Document;
import dev.trestle.systems.formkiq.model.FlowRows;
import dev.trestle.systems.formkiq.model.FlowRows.RulesApplied;
import dev.trestle.systems.formkiq.model.Rulesets;
import dev.trestle.systems.formkiq.model.Rulesets.Rule;
import dev.trestle.systems.formkiq.model.Rulesets.RuleCondition;
import dev.trestle.systems.formkiq.model.Rulesets.Ruleset;
import dev.trestle.systems.formkiq.workflows.Runs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Applies the rules of a site to a document when its content comes, the first and each new one, once: the rule that matches starts its
 * workflow in the transaction that notes the content. A job does it, since texts and bar codes take a while. For any number of threads.
 */
public final class Ruling implements ContentListener {
    /** The type of the jobs. */
    public static final String APPLY = "rulesets";

    private final Library library;
    private final Runs runs;
    private final RuleSources sources;
    private final Changes changes;
    private final Clock clock;

    public Ruling(Library library, Runs runs, RuleSources sources, Changes changes, Clock clock) {
        this.library = library;
        this.runs = runs;
        this.sources = sources;
        this.changes = changes;
        this.clock = clock;
    }

    /** The payload of a job. */
    record Asked(String site, String documentId) {}

    /** A rule that matches. */
    record Match(Ruleset ruleset, Rule rule) {}

    @Override
    public void came(Event event, Decision<?> decision) {
        boolean isChild = event.document().belongsToDocumentId() != null;
        if (!isChild
                && !event.store()
                        .first(Rulesets.RULESETS_OF_STATUS.of(ActiveStatus.ACTIVE), 1)
                        .isEmpty()) {
            decision.job(
                    APPLY,
                    event.document().documentId(),
                    new Asked(event.site(), event.document().documentId()));
        }
    }

    /** Applies the rules to a document, unless they were applied to its content. */
    public void apply(JobContext job) {
        Asked asked = job.payload(Asked.class);
        ItemStore store = library.store(asked.site());
        Optional<Document> found = library.find(store, asked.documentId()).map(Stored::record);
        if (found.isEmpty() || isApplied(store, found.get())) {
            return;
        }
        Match match;
        try {
            match = first(store, new Facts(store, asked.site(), found.get(), sources));
        } catch (IOException e) {
            throw new UncheckedIOException("A document cannot be read now.", e);
        }
        Object unused = changes.as(new Actor(Actor.SYSTEM, "", asked.site(), null, "JOB"))
                .run(store, () -> applied(store, asked, contentOf(found.get()), match));
    }

    static String contentOf(Document document) {
        return String.join(
                " ",
                String.valueOf(document.s3version()),
                String.valueOf(document.checksum()),
                String.valueOf(document.deepLinkPath()));
    }

    private static boolean isApplied(ItemStore store, Document document) {
        return store.get(FlowRows.RULES_OF_DOCUMENT.of(document.documentId()))
                .filter(row -> row.content().equals(contentOf(document)))
                .isPresent();
    }

    private Decision<?> applied(ItemStore store, Asked asked, String content, @Nullable Match match) {
        String documentId = asked.documentId();
        Optional<Document> now = store.get(Documents.DOCUMENT_BY_ID.of(documentId));
        Stored<RulesApplied> before =
                store.stored(FlowRows.RULES_OF_DOCUMENT.of(documentId)).orElse(null);
        boolean isDone = before != null && before.record().content().equals(content);
        // Another content came meanwhile: its own job looks at it.
        if (now.isEmpty() || isDone || !contentOf(now.get()).equals(content)) {
            return Decision.done();
        }
        Instant at = clock.instant().truncatedTo(ChronoUnit.SECONDS);
        Decision<?> decision = Decision.done();
        String workflowId = match == null ? null : match.rule().workflowId();
        boolean starts = workflowId != null && Runs.mayStart(store, documentId, workflowId);
        RulesApplied after = new RulesApplied(
                documentId,
                content,
                match == null ? null : match.ruleset().documentId(),
                match == null ? null : match.rule().documentId(),
                starts ? workflowId : null,
                at);
        if (before == null) {
            decision.create(FlowRows.RULES_APPLIED, after);
        } else {
            decision.replace(FlowRows.RULES_APPLIED, before, after);
        }
        if (starts && workflowId != null) {
            Runs.Starter by = new Runs.Starter(Actor.SYSTEM, null, Adder.system());
            runs.start(store, asked.site(), documentId, workflowId, by, at, decision);
        }
        return decision;
    }

    /** The first rule all of whose conditions hold. */
    private static @Nullable Match first(ItemStore store, Facts facts) throws IOException {
        for (Ruleset ruleset : RulesetStore.active(store)) {
            for (Rule rule : activeRules(store, ruleset)) {
                if (holds(facts, rule)) {
                    return new Match(ruleset, rule);
                }
            }
        }
        return null;
    }

    static List<Rule> activeRules(ItemStore store, Ruleset ruleset) {
        return RulesetStore.rules(store, ruleset.documentId()).stream()
                .filter(rule -> rule.status() == ActiveStatus.ACTIVE)
                .toList();
    }

    private static boolean holds(Facts facts, Rule rule) throws IOException {
        for (RuleCondition condition : rule.conditions().must()) {
            if (!facts.holds(condition)) {
                return false;
            }
        }
        return !rule.conditions().must().isEmpty();
    }
}
