package dev.trestle.systems.formkiq.rulesets;

import dev.trestle.systems.formkiq.api.Dates;
import dev.trestle.systems.formkiq.api.OnSite;
import dev.trestle.systems.formkiq.model.ActiveStatus;
import dev.trestle.systems.formkiq.model.Rulesets.Criterion;
import dev.trestle.systems.formkiq.model.Rulesets.Operation;
import dev.trestle.systems.formkiq.model.Rulesets.Rule;
import dev.trestle.systems.formkiq.model.Rulesets.RuleCondition;
import dev.trestle.systems.formkiq.model.Rulesets.Ruleset;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the operations on rulesets take and give. */
final class RulesetViews {
    record RulesetFields(
            @Nullable String description,
            @Nullable BigDecimal priority,
            @Nullable BigDecimal version,
            @Nullable ActiveStatus status) {}

    record RulesetBody(@Nullable RulesetFields ruleset) {}

    record RulesetView(
            String rulesetId,
            @Nullable String description,
            int priority,
            int version,
            @Nullable String insertedDate,
            ActiveStatus status) {
        static RulesetView of(Ruleset row) {
            return new RulesetView(
                    row.documentId(),
                    row.description(),
                    row.priority(),
                    row.version(),
                    Dates.textOf(row.inserteddate()),
                    row.status());
        }
    }

    record RulesetsView(
            List<RulesetView> rulesets, @Nullable String next) {}

    record OneRuleset(RulesetView ruleset) {}

    record MadeRuleset(String rulesetId) {}

    /** A condition; {@code attribute} is the older name of {@code criterion}. */
    record ConditionFields(
            @Nullable Criterion attribute,
            @Nullable Criterion criterion,
            @Nullable String attributeKey,
            @Nullable String fieldName,
            @Nullable String value,
            @Nullable Operation operation) {
        static ConditionFields of(RuleCondition stored) {
            return new ConditionFields(
                    stored.attribute(),
                    stored.criterion(),
                    stored.attributeKey(),
                    stored.fieldName(),
                    stored.value(),
                    stored.operation());
        }

        @Nullable
        Criterion looksAt() {
            return criterion == null ? attribute : criterion;
        }

        RuleCondition stored() {
            return new RuleCondition(
                    attribute, criterion, filled(attributeKey), filled(fieldName), filled(value), operation);
        }
    }

    record ConditionsFields(@Nullable List<ConditionFields> must) {}

    record RuleFields(
            @Nullable BigDecimal priority,
            @Nullable String description,
            @Nullable String workflowId,
            @Nullable ActiveStatus status,
            @Nullable ConditionsFields conditions) {}

    record RuleBody(@Nullable RuleFields rule) {}

    record RuleView(
            String ruleId,
            int priority,
            @Nullable String description,
            @Nullable String workflowId,
            ActiveStatus status,
            ConditionsFields conditions) {
        static RuleView of(Rule row) {
            return new RuleView(
                    row.documentId(),
                    row.priority(),
                    row.description(),
                    row.workflowId(),
                    row.status(),
                    new ConditionsFields(row.conditions().must().stream()
                            .map(ConditionFields::of)
                            .toList()));
        }
    }

    record RulesView(List<RuleView> rules, @Nullable String next) {}

    record OneRule(RuleView rule) {}

    record MadeRule(String ruleId) {}

    record ListRulesets(
            @Nullable String siteId,
            @Nullable String limit,
            @Nullable String next) implements OnSite {}

    record AddRuleset(@Nullable String siteId, RulesetBody body) implements OnSite {}

    record ByRuleset(String rulesetId, @Nullable String siteId) implements OnSite {}

    record UpdateRuleset(String rulesetId, @Nullable String siteId, RulesetBody body) implements OnSite {}

    record ListRules(
            String rulesetId,
            @Nullable String siteId,
            @Nullable String limit,
            @Nullable String next) implements OnSite {}

    record AddRule(String rulesetId, @Nullable String siteId, RuleBody body) implements OnSite {}

    record ByRule(String rulesetId, String ruleId, @Nullable String siteId) implements OnSite {}

    record UpdateRule(
            String rulesetId, String ruleId, @Nullable String siteId, RuleBody body) implements OnSite {}

    record NewTrial(@Nullable String documentId) {}

    record TryRules(@Nullable String siteId, NewTrial body) implements OnSite {}

    /** What a trial says about a condition: what was found, cut, and whether it holds. */
    record TriedCondition(
            Criterion criterion,
            @Nullable String attributeKey,
            @Nullable String fieldName,
            @Nullable Operation operation,
            @Nullable String value,
            boolean holds,
            @Nullable String found) {}

    record TriedRule(
            String rulesetId,
            @Nullable String ruleset,
            String ruleId,
            @Nullable String rule,
            @Nullable String workflowId,
            boolean holds,
            List<TriedCondition> conditions) {}

    /** The rules that were tried, in their order; the last one is the first that holds, if there is one. */
    record TrialView(List<TriedRule> rules, boolean isCut) {}

    static @Nullable String filled(@Nullable String text) {
        return text == null || text.isEmpty() ? null : text;
    }

    private RulesetViews() {}
}
