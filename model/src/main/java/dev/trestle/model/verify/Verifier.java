package dev.trestle.model.verify;

import dev.trestle.model.Entity;
import dev.trestle.model.Model;
import dev.trestle.model.Pattern;
import dev.trestle.model.Table;
import dev.trestle.model.error.DeclarationException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Proves what can be proved about a model before anything runs. All findings are collected and reported together, each with its code,
 * its place, the reason and the remedy; a model may accept one by its code, with a written reason.
 *
 * <p>The rules, in order ({@link Code} has the list of findings):
 * <ul>
 *   <li>no two entities can produce the same key, and each item can be told by its key; keys are treated as the texts that their
 *       templates can produce, so that a delimiter in free text, a condition and a tenant in front all count;
 *   <li>no query reads items of an entity that it does not give;
 *   <li>numbers and times in sort keys sort, keys stay within their limits and are not ambiguous;
 *   <li>keys hold the tenant, and no value can make another tenant's;
 *   <li>patterns are one request, and read what they give;
 *   <li>indexes hold what their keys say, by text, and serve one purpose each;
 *   <li>nothing grows without a bound: partitions, items;
 *   <li>writes fit into transactions, guards have a place, versions count, items expire.
 * </ul>
 */
public final class Verifier {
    private static final List<Rule> RULES = List.of(
            new CollisionRules(),
            new ForeignItemRule(),
            new KeyTextRules(),
            new ScopeRules(),
            new PatternRules(),
            new IndexRules(),
            new GrowthRules(),
            new AttributeRules(),
            new WriteRules());

    private Verifier() {}

    /** Looks at a model by all rules. */
    public static Report verify(Model model) {
        return verify(model, Target.DYNAMODB, Set.of());
    }

    /**
     * Looks at a model by all rules, and whether a target has what it needs.
     *
     * @param needs what the system needs of its target beyond what its model shows
     */
    public static Report verify(Model model, Target target, Set<Feature> needs) {
        Findings findings = new Findings(model);
        RULES.forEach(rule -> rule.check(model, findings));
        new TargetRules(target, needs).check(model, findings);
        return new Report(model.system(), findings.settle());
    }

    /**
     * What keeps declared tables from becoming a model: every entity and pattern that does not compile, where {@link Model#of} would
     * stop at the first.
     */
    public static Report declarations(String system, Table... tables) {
        List<Finding> found = new ArrayList<>();
        for (Table table : tables) {
            boolean entitiesCompile = true;
            for (Entity<?> entity : table.entities()) {
                entitiesCompile &= compiles(entity::keys, Code.DECLARATION, entity.place(), found);
            }
            for (Pattern<?> pattern : table.patterns()) {
                if (entitiesCompile) {
                    compiles(pattern::parameters, Code.UNSERVED, pattern.place(), found);
                }
            }
        }
        return new Report(system, found);
    }

    private static boolean compiles(Runnable compile, Code code, String place, List<Finding> found) {
        try {
            compile.run();
            return true;
        } catch (DeclarationException e) {
            String remedy = String.valueOf(e.facts().get("what to do"));
            String reason = e.problem() + " (" + e.facts().get("where") + ")";
            found.add(new Finding(code, Severity.ERROR, place, reason, remedy, null));
            return false;
        }
    }
}
