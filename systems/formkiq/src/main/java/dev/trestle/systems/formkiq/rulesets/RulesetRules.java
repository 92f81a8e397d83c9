package dev.trestle.systems.formkiq.rulesets;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.model.ActiveStatus;
import dev.trestle.systems.formkiq.model.Rulesets.Criterion;
import dev.trestle.systems.formkiq.model.Rulesets.Rule;
import dev.trestle.systems.formkiq.model.Rulesets.RuleCondition;
import dev.trestle.systems.formkiq.model.Rulesets.RuleConditions;
import dev.trestle.systems.formkiq.model.Workflows;
import dev.trestle.systems.formkiq.rulesets.RulesetViews.ConditionFields;
import dev.trestle.systems.formkiq.rulesets.RulesetViews.RuleFields;
import dev.trestle.systems.formkiq.rulesets.RulesetViews.RulesetFields;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What rulesets and rules have to be. */
final class RulesetRules {
    private static final int DESCRIPTION_MAX = 1000;
    private static final int VALUE_MAX = 1000;
    private static final int CONDITIONS_MAX = 50;

    private RulesetRules() {}

    static void check(RulesetFields asked) {
        Refusals wrong = new Refusals()
                .addIf(asked.priority() == null, "priority", "'priority' is required")
                .addIf(asked.status() == null, "status", "'status' is required");
        checkGiven(asked.priority(), asked.description(), wrong);
        wrong.check();
    }

    /** What is given: a priority stands in a key, as a whole number. */
    static void checkGiven(@Nullable BigDecimal priority, @Nullable String description, Refusals wrong) {
        wrong.addIf(
                        priority != null && !isWhole(priority),
                        "priority",
                        "'priority' must be a whole number from 0 to " + Integer.MAX_VALUE)
                .addIf(
                        description != null && description.length() > DESCRIPTION_MAX,
                        "description",
                        "value cannot exceed " + DESCRIPTION_MAX);
    }

    private static boolean isWhole(BigDecimal number) {
        return number.signum() >= 0
                && number.compareTo(BigDecimal.valueOf(Integer.MAX_VALUE)) <= 0
                && number.stripTrailingZeros().scale() <= 0;
    }

    /** The rule that is asked for, over what it was before, or a refusal with all that is wrong. */
    static Rule checked(ItemStore store, String rulesetId, String ruleId, RuleFields asked, @Nullable Rule before) {
        BigDecimal priority = asked.priority();
        List<ConditionFields> must =
                asked.conditions() == null || asked.conditions().must() == null
                        ? List.of()
                        : asked.conditions().must();
        String workflowId = RulesetViews.filled(asked.workflowId());
        Refusals wrong = new Refusals();
        if (before == null) {
            wrong.addIf(priority == null, "priority", "'priority' is required")
                    .addIf(asked.status() == null, "status", "'status' is required")
                    .addIf(workflowId == null, "workflowId", "'workflowId' is required")
                    .addIf(must.isEmpty(), "must", "'must' is required");
        }
        checkGiven(priority, asked.description(), wrong);
        wrong.addIf(must.size() > CONDITIONS_MAX, "must", "a rule has at most " + CONDITIONS_MAX + " conditions")
                .check();
        must.forEach(each -> check(each, wrong));
        wrong.check();
        if (workflowId != null && (before == null || !workflowId.equals(before.workflowId()))) {
            wrong.addIf(!isActive(store, workflowId), "workflowId", "workflow is not ACTIVE");
        }
        wrong.check();
        return new Rule(
                rulesetId,
                ruleId,
                description(asked.description(), before == null ? null : before.description()),
                priority == null ? Objects.requireNonNull(before).priority() : priority.intValue(),
                workflowId == null && before != null ? before.workflowId() : workflowId,
                must.isEmpty() && before != null ? before.conditions() : conditions(must),
                asked.status() == null ? Objects.requireNonNull(before).status() : asked.status());
    }

    static @Nullable String description(@Nullable String given, @Nullable String before) {
        return given == null ? before : RulesetViews.filled(given);
    }

    private static RuleConditions conditions(List<ConditionFields> must) {
        List<RuleCondition> all = must.stream().map(ConditionFields::stored).toList();
        return new RuleConditions(all);
    }

    private static void check(ConditionFields each, Refusals wrong) {
        Criterion criterion = each.looksAt();
        boolean isValued = each.value() != null && !each.value().isEmpty();
        wrong.addIf(criterion == null, "criterion", "'criterion' is required")
                .addIf(each.operation() == null, "operation", "'operation' is required")
                .addIf(!isValued, "value", "'value' is required")
                .addIf(
                        criterion == Criterion.ATTRIBUTE && isEmpty(each.attributeKey()),
                        "attributeKey",
                        "'attributeKey' is required")
                .addIf(
                        criterion == Criterion.FIELD && isEmpty(each.fieldName()),
                        "fieldName",
                        "'fieldName' is required")
                .addIf(isLong(each.value()), "value", "value cannot exceed " + VALUE_MAX)
                .addIf(isLong(each.attributeKey()), "attributeKey", "value cannot exceed " + VALUE_MAX)
                .addIf(isLong(each.fieldName()), "fieldName", "value cannot exceed " + VALUE_MAX);
    }

    private static boolean isEmpty(@Nullable String text) {
        return text == null || text.isEmpty();
    }

    private static boolean isLong(@Nullable String text) {
        return text != null && text.length() > VALUE_MAX;
    }

    private static boolean isActive(ItemStore store, String workflowId) {
        return workflowId.indexOf('#') < 0
                && store.get(Workflows.WORKFLOW_BY_ID.of(workflowId))
                        .filter(row -> row.status() == ActiveStatus.ACTIVE)
                        .isPresent();
    }
}
