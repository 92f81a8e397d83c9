package dev.trestle.systems.formkiq.rulesets;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Operations;
import dev.trestle.systems.formkiq.api.Answers.Message;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.Pages;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.api.Rights;
import dev.trestle.systems.formkiq.documents.Library;
import dev.trestle.systems.formkiq.model.ActiveStatus;
import dev.trestle.systems.formkiq.model.Rulesets;
import dev.trestle.systems.formkiq.model.Rulesets.Rule;
import dev.trestle.systems.formkiq.model.Rulesets.Ruleset;
import dev.trestle.systems.formkiq.rulesets.RulesetViews.AddRule;
import dev.trestle.systems.formkiq.rulesets.RulesetViews.AddRuleset;
import dev.trestle.systems.formkiq.rulesets.RulesetViews.ByRule;
import dev.trestle.systems.formkiq.rulesets.RulesetViews.ByRuleset;
import dev.trestle.systems.formkiq.rulesets.RulesetViews.ListRules;
import dev.trestle.systems.formkiq.rulesets.RulesetViews.ListRulesets;
import dev.trestle.systems.formkiq.rulesets.RulesetViews.MadeRule;
import dev.trestle.systems.formkiq.rulesets.RulesetViews.MadeRuleset;
import dev.trestle.systems.formkiq.rulesets.RulesetViews.OneRule;
import dev.trestle.systems.formkiq.rulesets.RulesetViews.OneRuleset;
import dev.trestle.systems.formkiq.rulesets.RulesetViews.RuleFields;
import dev.trestle.systems.formkiq.rulesets.RulesetViews.RuleView;
import dev.trestle.systems.formkiq.rulesets.RulesetViews.RulesView;
import dev.trestle.systems.formkiq.rulesets.RulesetViews.RulesetFields;
import dev.trestle.systems.formkiq.rulesets.RulesetViews.RulesetView;
import dev.trestle.systems.formkiq.rulesets.RulesetViews.RulesetsView;
import dev.trestle.systems.formkiq.rulesets.RulesetViews.UpdateRule;
import dev.trestle.systems.formkiq.rulesets.RulesetViews.UpdateRuleset;
import java.math.BigDecimal;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The operations on rulesets and their rules. */
final class RulesetOperations {
    private final Library library;
    private final Pages pages;

    RulesetOperations(Library library, Pages pages) {
        this.library = library;
        this.pages = pages;
    }

    void declare(Operations<Caller> api) {
        api.get("GetRulesets", "/rulesets", ListRulesets.class)
                .about("The rulesets of a site by priority")
                .right(Rights.READ)
                .gives(RulesetsView.class, this::list);
        api.post("AddRuleset", "/rulesets", AddRuleset.class)
                .about("Adds a ruleset")
                .right(Rights.WRITE)
                .created()
                .refuses(Kind.INVALID)
                .changes(MadeRuleset.class, this::add);
        String one = "/rulesets/{rulesetId}";
        api.get("GetRuleset", one, ByRuleset.class)
                .about("A ruleset")
                .right(Rights.READ)
                .refuses(Kind.NOT_FOUND)
                .gives(
                        OneRuleset.class,
                        given -> new OneRuleset(RulesetView.of(RulesetStore.require(
                                        library.store(given.by()), given.asked().rulesetId())
                                .record())));
        api.patch("UpdateRuleset", one, UpdateRuleset.class)
                .about("Changes a ruleset")
                .right(Rights.WRITE)
                .refuses(Kind.NOT_FOUND, Kind.INVALID)
                .changes(Message.class, this::update);
        api.delete("DeleteRuleset", one, ByRuleset.class)
                .about("Deletes a ruleset that has no rules")
                .right(Rights.DELETE)
                .refuses(Kind.NOT_FOUND, Kind.INVALID)
                .changes(Message.class, this::delete);
        declareRules(api, one + "/rules");
    }

    private void declareRules(Operations<Caller> api, String all) {
        api.get("GetRules", all, ListRules.class)
                .about("The rules of a ruleset by priority")
                .right(Rights.READ)
                .refuses(Kind.NOT_FOUND)
                .gives(RulesView.class, this::rules);
        api.post("AddRule", all, AddRule.class)
                .about("Adds a rule")
                .right(Rights.WRITE)
                .created()
                .refuses(Kind.NOT_FOUND, Kind.INVALID)
                .changes(MadeRule.class, this::addRule);
        String one = all + "/{ruleId}";
        api.get("GetRule", one, ByRule.class)
                .about("A rule")
                .right(Rights.READ)
                .refuses(Kind.NOT_FOUND)
                .gives(OneRule.class, this::rule);
        api.patch("UpdateRule", one, UpdateRule.class)
                .about("Changes a rule")
                .right(Rights.WRITE)
                .refuses(Kind.NOT_FOUND, Kind.INVALID)
                .changes(Message.class, this::updateRule);
        api.delete("DeleteRule", one, ByRule.class)
                .about("Deletes a rule")
                .right(Rights.DELETE)
                .refuses(Kind.NOT_FOUND)
                .changes(Message.class, this::deleteRule);
    }

    private RulesetsView list(Given<Caller, ListRulesets> given) {
        ListRulesets asked = given.asked();
        Pages.Listing<RulesetView> page = pages.of(
                pages.asked(given.by(), "GetRulesets", List.of(), asked.limit(), asked.next(), null),
                RulesetStore.all(library.store(given.by())).stream()
                        .map(RulesetView::of)
                        .toList());
        return new RulesetsView(page.items(), page.next());
    }

    private static RulesetFields fields(@Nullable RulesetFields asked) {
        if (asked == null) {
            throw Refusals.of("ruleset", "'ruleset' is required");
        }
        return asked;
    }

    private Decision<MadeRuleset> add(Given<Caller, AddRuleset> given) {
        RulesetFields asked = fields(given.asked().body().ruleset());
        RulesetRules.check(asked);
        String id = UUID.randomUUID().toString();
        BigDecimal priority = Objects.requireNonNull(asked.priority());
        ActiveStatus status = Objects.requireNonNull(asked.status());
        Decision<MadeRuleset> decision = Decision.of(new MadeRuleset(id));
        RulesetStore.add(
                decision,
                library.store(given.by()),
                new Ruleset(
                        id,
                        RulesetViews.filled(asked.description()),
                        1,
                        priority.intValue(),
                        status,
                        given.at().truncatedTo(ChronoUnit.SECONDS)));
        return decision;
    }

    private Decision<Message> update(Given<Caller, UpdateRuleset> given) {
        Stored<Ruleset> before =
                RulesetStore.require(library.store(given.by()), given.asked().rulesetId());
        RulesetFields asked = fields(given.asked().body().ruleset());
        Refusals wrong = new Refusals();
        RulesetRules.checkGiven(asked.priority(), asked.description(), wrong);
        wrong.check();
        Ruleset old = before.record();
        BigDecimal priority = asked.priority();
        ActiveStatus status = asked.status();
        Decision<Message> decision = Decision.of(new Message("Ruleset '" + old.documentId() + "' updated"));
        RulesetStore.replace(
                decision,
                before,
                new Ruleset(
                        old.documentId(),
                        RulesetRules.description(asked.description(), old.description()),
                        old.version(),
                        priority == null ? old.priority() : priority.intValue(),
                        status == null ? old.status() : status,
                        old.inserteddate()));
        return decision;
    }

    private Decision<Message> delete(Given<Caller, ByRuleset> given) {
        ItemStore store = library.store(given.by());
        String id = given.asked().rulesetId();
        Stored<Ruleset> before = RulesetStore.require(store, id);
        if (!store.first(Rulesets.RULES_OF_RULESET.of(id), 1).isEmpty()) {
            throw Refusals.message("Ruleset '" + id + "' has rules");
        }
        Decision<Message> decision = Decision.of(new Message("Ruleset '" + id + "' deleted"));
        RulesetStore.delete(decision, store, before);
        return decision;
    }

    private RulesView rules(Given<Caller, ListRules> given) {
        ListRules asked = given.asked();
        ItemStore store = library.store(given.by());
        String id = RulesetStore.require(store, asked.rulesetId()).record().documentId();
        Pages.Listing<RuleView> page = pages.of(
                pages.asked(given.by(), "GetRules", List.of(id), asked.limit(), asked.next(), null),
                RulesetStore.rules(store, id).stream().map(RuleView::of).toList());
        return new RulesView(page.items(), page.next());
    }

    private OneRule rule(Given<Caller, ByRule> given) {
        ItemStore store = library.store(given.by());
        String id =
                RulesetStore.require(store, given.asked().rulesetId()).record().documentId();
        return new OneRule(RuleView.of(
                RulesetStore.requireRule(store, id, given.asked().ruleId()).record()));
    }

    private static RuleFields fields(@Nullable RuleFields asked) {
        if (asked == null) {
            throw Refusals.of("rule", "'rule' is required");
        }
        return asked;
    }

    private Decision<MadeRule> addRule(Given<Caller, AddRule> given) {
        ItemStore store = library.store(given.by());
        Stored<Ruleset> ruleset = RulesetStore.require(store, given.asked().rulesetId());
        String rulesetId = ruleset.record().documentId();
        String id = UUID.randomUUID().toString();
        Rule made = RulesetRules.checked(
                store, rulesetId, id, fields(given.asked().body().rule()), null);
        if (store.first(Rulesets.RULES_OF_RULESET.of(rulesetId), RulesetStore.MAX)
                        .size()
                >= RulesetStore.MAX) {
            throw Refusals.message("Max Number of Rules reached");
        }
        Decision<MadeRule> decision = Decision.of(new MadeRule(id)).create(Rulesets.RULE, made);
        RulesetStore.touch(decision, ruleset);
        return decision;
    }

    private Decision<Message> updateRule(Given<Caller, UpdateRule> given) {
        ItemStore store = library.store(given.by());
        UpdateRule asked = given.asked();
        Stored<Ruleset> ruleset = RulesetStore.require(store, asked.rulesetId());
        Stored<Rule> before = RulesetStore.requireRule(store, ruleset.record().documentId(), asked.ruleId());
        Rule old = before.record();
        Rule after = RulesetRules.checked(
                store, old.rulesetId(), old.documentId(), fields(asked.body().rule()), old);
        Decision<Message> decision = Decision.of(new Message("Rule '" + old.documentId() + "' updated"))
                .replace(Rulesets.RULE, before, after);
        RulesetStore.touch(decision, ruleset);
        return decision;
    }

    private Decision<Message> deleteRule(Given<Caller, ByRule> given) {
        ItemStore store = library.store(given.by());
        ByRule asked = given.asked();
        Stored<Ruleset> ruleset = RulesetStore.require(store, asked.rulesetId());
        Stored<Rule> before = RulesetStore.requireRule(store, ruleset.record().documentId(), asked.ruleId());
        Decision<Message> decision = Decision.of(
                        new Message("Rule '" + before.record().documentId() + "' deleted"))
                .delete(Rulesets.RULE, before);
        RulesetStore.touch(decision, ruleset);
        return decision;
    }
}
