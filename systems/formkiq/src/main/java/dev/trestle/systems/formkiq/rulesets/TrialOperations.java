package dev.trestle.systems.formkiq.rulesets;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Operations;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.api.Rights;
import dev.trestle.systems.formkiq.documents.Library;
import dev.trestle.systems.formkiq.model.Documents.Document;
import dev.trestle.systems.formkiq.model.Permission;
import dev.trestle.systems.formkiq.model.Rulesets.Criterion;
import dev.trestle.systems.formkiq.model.Rulesets.Rule;
import dev.trestle.systems.formkiq.model.Rulesets.RuleCondition;
import dev.trestle.systems.formkiq.model.Rulesets.Ruleset;
import dev.trestle.systems.formkiq.rulesets.RulesetViews.TrialView;
import dev.trestle.systems.formkiq.rulesets.RulesetViews.TriedCondition;
import dev.trestle.systems.formkiq.rulesets.RulesetViews.TriedRule;
import dev.trestle.systems.formkiq.rulesets.RulesetViews.TryRules;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A trial: which rules would be tried on a document, and why each of them holds or not. Nothing is started. */
final class TrialOperations {
    private static final int RULES_MAX = 100;
    private static final int FOUND_MAX = 200;

    private final Library library;
    private final RuleSources sources;

    TrialOperations(Library library, RuleSources sources) {
        this.library = library;
        this.sources = sources;
    }

    void declare(Operations<Caller> api) {
        api.post("TryRules", "/x/rulesets/trial", TryRules.class)
                .about(
                        "Tries the active rules on a document, up to the first that holds, and says why; nothing is started")
                .description("The first 100 rules.")
                .right(Rights.READ_AND_WRITE)
                .refuses(Kind.NOT_FOUND, Kind.INVALID)
                .gives(TrialView.class, this::attempt);
    }

    private TrialView attempt(Given<Caller, TryRules> given) {
        Caller caller = given.by();
        String documentId = given.asked().body().documentId();
        new Refusals().require(documentId, "documentId").check();
        Document document = library.require(caller, String.valueOf(documentId), Permission.READ)
                .record();
        ItemStore store = library.store(caller);
        Facts facts = new Facts(store, caller.site(), document, sources);
        List<TriedRule> tried = new ArrayList<>();
        try {
            for (Ruleset ruleset : RulesetStore.active(store)) {
                for (Rule rule : Ruling.activeRules(store, ruleset)) {
                    if (tried.size() >= RULES_MAX) {
                        return new TrialView(tried, true);
                    }
                    TriedRule one = attempt(facts, ruleset, rule);
                    tried.add(one);
                    if (one.holds()) {
                        return new TrialView(tried, false);
                    }
                }
            }
            return new TrialView(tried, false);
        } catch (IOException e) {
            throw Refusals.message("document cannot be read now");
        }
    }

    private static TriedRule attempt(Facts facts, Ruleset ruleset, Rule rule) throws IOException {
        List<TriedCondition> conditions = new ArrayList<>();
        boolean holds = !rule.conditions().must().isEmpty();
        for (RuleCondition each : rule.conditions().must()) {
            Criterion criterion = Facts.looksAt(each);
            if (criterion == null) {
                holds = false;
                continue;
            }
            boolean isMet = facts.holds(each);
            holds &= isMet;
            conditions.add(new TriedCondition(
                    criterion,
                    each.attributeKey(),
                    each.fieldName(),
                    each.operation(),
                    each.value(),
                    isMet,
                    found(facts.values(each))));
        }
        return new TriedRule(
                ruleset.documentId(),
                ruleset.description(),
                rule.documentId(),
                rule.description(),
                rule.workflowId(),
                holds,
                conditions);
    }

    private static @Nullable String found(List<String> values) {
        String text = String.join(", ", values).strip().replaceAll("\\s+", " ");
        if (text.isEmpty()) {
            return null;
        }
        return text.length() <= FOUND_MAX ? text : text.substring(0, FOUND_MAX) + "…";
    }
}
