package dev.trestle.systems.formkiq.model;

import static dev.trestle.systems.formkiq.model.ActiveStatus.ACTIVE;
import static dev.trestle.systems.formkiq.model.ActiveStatus.INACTIVE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.model.operation.Expect;
import dev.trestle.systems.formkiq.model.Rulesets.Rule;
import dev.trestle.systems.formkiq.model.Rulesets.RuleConditions;
import dev.trestle.systems.formkiq.model.Rulesets.Ruleset;
import dev.trestle.systems.formkiq.model.SupportTable.RulesetPlace;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Rulesets, and rules with their second items. */
class RulesetsTest extends PatternTest {
    @Test
    void rulesets_byStatusAndId_areOneRequestEach() {
        Ruleset second = ruleset("a", 2, ACTIVE);
        Ruleset tenth = ruleset("b", 10, ACTIVE);
        Ruleset off = ruleset("c", 1, INACTIVE);
        put(Rulesets.RULESET, second, tenth, off);

        assertThat(all(Rulesets.RULESETS.of())).containsExactly(tenth, second, off);
        assertThat(all(Rulesets.RULESETS_OF_STATUS.of(ACTIVE))).containsExactly(tenth, second);
        assertThat(one(Rulesets.RULESET_BY_KEY.of(ACTIVE, 10, "b"))).containsExactly(tenth);
        assertThat(one(Rulesets.RULESET_BY_ID.of("c"))).containsExactly(off);
        assertThat(one(Rulesets.RULESET_BY_ID.of("d"))).isEmpty();
    }

    @Test
    void ruleset_movedByItsPriority_isFoundConsistentlyByItsPlace() {
        Ruleset before = ruleset("a", 2, ACTIVE);
        Ruleset after = ruleset("a", 10, INACTIVE);
        store.transaction()
                .create(Rulesets.RULESET, before)
                .create(SupportTable.RULESET_PLACE, place(before))
                .commit();

        store.transaction()
                .delete(Rulesets.RULESET, before, Expect.PRESENT)
                .create(Rulesets.RULESET, after)
                .put(SupportTable.RULESET_PLACE, place(after))
                .commit();

        RulesetPlace place =
                store.consistent().get(SupportTable.PLACE_OF_RULESET.of("a")).orElseThrow();
        assertThat(store.consistent().get(Rulesets.RULESET_BY_KEY.of(place.status(), place.priority(), "a")))
                .contains(after);
        assertThat(all(Rulesets.RULESETS.of())).containsExactly(after);
        assertThat(one(SupportTable.PLACE_OF_RULESET.of("b"))).isEmpty();
    }

    @Test
    void rule_written_isTwoItems() {
        counting.takeCalls();
        store.create(Rulesets.RULE, ProcessSamples.RULE);

        assertThat(counting.takeCalls()).containsExactly("getItem", "transactWriteItems");
        assertThat(items())
                .extracting(item -> item.get("PK").s() + " " + item.get("SK").s())
                .containsExactlyInAnyOrder("finance/ruleset#rs rule#r1", "finance/ruleset# rule#ACTIVE#rs#10#r1");
    }

    @Test
    void rules_ofARuleset_areEachGivenOnce() {
        Rule second = rule("rs", "r1", 2, ACTIVE);
        Rule tenth = rule("rs", "r2", 10, ACTIVE);
        Rule off = rule("rs", "r3", 1, INACTIVE);
        put(Rulesets.RULE, second, tenth, off, rule("other", "r4", 1, ACTIVE));

        assertThat(one(Rulesets.RULE_BY_ID.of("rs", "r2"))).containsExactly(tenth);
        assertThat(all(Rulesets.RULES_OF_RULESET.of("rs"))).containsExactly(second, tenth, off);
        assertThat(all(Rulesets.RULES_BY_PRIORITY.of("rs"))).containsExactly(off, tenth, second);
    }

    @Test
    void rules_byStatus_areOneRequestEach() {
        Rule first = rule("rs", "r1", 2, ACTIVE);
        Rule other = rule("other", "r2", 1, ACTIVE);
        Rule off = rule("rs", "r3", 1, INACTIVE);
        put(Rulesets.RULE, first, other, off);

        assertThat(all(Rulesets.RULES_OF_STATUS.of(ACTIVE))).containsExactly(other, first);
        assertThat(all(Rulesets.RULES_OF_RULESET_AND_STATUS.of(ACTIVE, "rs"))).containsExactly(first);
        assertThat(one(Rulesets.LISTED_RULE_BY_ID.of("rs", "r3"))).containsExactly(off);
        assertThat(one(Rulesets.LISTED_RULE_BY_ID.of("rs", "r2"))).isEmpty();
    }

    @Test
    void rule_changedAndDeleted_takesItsSecondItemAlong() {
        put(Rulesets.RULE, rule("rs", "r1", 2, ACTIVE));
        put(Rulesets.RULE, rule("rs", "r1", 3, INACTIVE));
        assertThat(all(Rulesets.RULES_OF_STATUS.of(ACTIVE))).isEmpty();
        assertThat(all(Rulesets.RULES_OF_STATUS.of(INACTIVE)))
                .extracting(Rule::priority)
                .containsExactly(3);

        store.delete(Rulesets.RULE, rule("rs", "r1", 3, INACTIVE));
        assertThat(all(Rulesets.RULES_OF_STATUS.of(INACTIVE))).isEmpty();
        assertThat(items()).noneMatch(item -> item.get("PK").s().startsWith("finance/"));
    }

    private List<Map<String, AttributeValue>> items() {
        return target.client()
                .scan(request -> request.tableName(nameOf(DocumentsTable.TABLE)))
                .items();
    }

    private static RulesetPlace place(Ruleset ruleset) {
        return new RulesetPlace(ruleset.documentId(), ruleset.status(), ruleset.priority());
    }

    private static Ruleset ruleset(String id, int priority, ActiveStatus status) {
        return new Ruleset(id, null, 1, priority, status, null);
    }

    private static Rule rule(String ruleset, String id, int priority, ActiveStatus status) {
        return new Rule(ruleset, id, null, priority, "w1", new RuleConditions(List.of()), status);
    }
}
