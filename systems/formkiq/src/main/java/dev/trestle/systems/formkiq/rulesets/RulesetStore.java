package dev.trestle.systems.formkiq.rulesets;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.model.ActiveStatus;
import dev.trestle.systems.formkiq.model.FlowRows;
import dev.trestle.systems.formkiq.model.FlowRows.RulesetCount;
import dev.trestle.systems.formkiq.model.Rulesets;
import dev.trestle.systems.formkiq.model.Rulesets.Rule;
import dev.trestle.systems.formkiq.model.Rulesets.Ruleset;
import dev.trestle.systems.formkiq.model.SupportTable;
import dev.trestle.systems.formkiq.model.SupportTable.RulesetPlace;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where rulesets are. The key of a ruleset has its status and its priority: a ruleset that gets others moves, in one transaction with the
 * row that says where it is, so that whoever knows its id finds it at once. Every change of a ruleset or of its rules replaces the ruleset,
 * so that all of them are in one order.
 */
final class RulesetStore {
    static final int MAX = 1000;

    private RulesetStore() {}

    static Stored<Ruleset> require(ItemStore store, String rulesetId) {
        return find(store, rulesetId).orElseThrow(() -> Refusals.notFound("Ruleset '" + rulesetId + "' not found"));
    }

    /** Those that other programs made have no row that says where they are: the index knows them. */
    private static Optional<Stored<Ruleset>> find(ItemStore store, String rulesetId) {
        if (!isId(rulesetId)) {
            return Optional.empty();
        }
        Optional<RulesetPlace> place = store.get(SupportTable.PLACE_OF_RULESET.of(rulesetId));
        if (place.isPresent()) {
            return store.stored(
                    Rulesets.RULESET_BY_KEY.of(place.get().status(), place.get().priority(), rulesetId));
        }
        return all(store).stream()
                .filter(row -> row.documentId().equals(rulesetId))
                .findFirst()
                .flatMap(row -> store.storedAt(Rulesets.RULESET, row));
    }

    static boolean isId(String text) {
        return !text.isEmpty() && text.length() <= 200 && text.indexOf('#') < 0;
    }

    static RulesetPlace placeOf(Ruleset row) {
        return new RulesetPlace(row.documentId(), row.status(), row.priority());
    }

    /** All rulesets, by priority. */
    static List<Ruleset> all(ItemStore store) {
        return store.all(Rulesets.RULESETS.of(), 2 * MAX).stream()
                .sorted(Comparator.comparingInt(Ruleset::priority).thenComparing(Ruleset::documentId))
                .toList();
    }

    static List<Ruleset> active(ItemStore store) {
        return store.all(Rulesets.RULESETS_OF_STATUS.of(ActiveStatus.ACTIVE), 2 * MAX).stream()
                .sorted(Comparator.comparingInt(Ruleset::priority).thenComparing(Ruleset::documentId))
                .toList();
    }

    /** The rules of a ruleset, by priority. */
    static List<Rule> rules(ItemStore store, String rulesetId) {
        return store.all(Rulesets.RULES_OF_RULESET.of(rulesetId), 2 * MAX).stream()
                .sorted(Comparator.comparingInt(Rule::priority).thenComparing(Rule::documentId))
                .toList();
    }

    static Stored<Rule> requireRule(ItemStore store, String rulesetId, String ruleId) {
        return Optional.of(ruleId)
                .filter(RulesetStore::isId)
                .flatMap(id -> store.stored(Rulesets.RULE_BY_ID.of(rulesetId, id)))
                .orElseThrow(() -> Refusals.notFound("Rule '" + ruleId + "' not found"));
    }

    /** Adds a ruleset, if the site has room for one. */
    static void add(Decision<?> decision, ItemStore store, Ruleset made) {
        int count = counted(decision, store, 1);
        if (count > MAX) {
            throw Refusals.message("Max Number of Rulesets reached");
        }
        decision.create(Rulesets.RULESET, made).create(SupportTable.RULESET_PLACE, placeOf(made));
    }

    static void delete(Decision<?> decision, ItemStore store, Stored<Ruleset> before) {
        int unused = counted(decision, store, -1);
        decision.delete(Rulesets.RULESET, before)
                .delete(SupportTable.PLACE_OF_RULESET.of(before.record().documentId()), Expect.ANYTHING);
    }

    private static int counted(Decision<?> decision, ItemStore store, int more) {
        Stored<RulesetCount> before =
                store.stored(FlowRows.COUNT_OF_RULESETS.of(RulesetCount.ALL)).orElse(null);
        int known = before == null ? all(store).size() : before.record().rulesets();
        RulesetCount after = new RulesetCount(RulesetCount.ALL, Math.max(0, known + more));
        if (before == null) {
            decision.create(FlowRows.RULESET_COUNT, after);
        } else {
            decision.replace(FlowRows.RULESET_COUNT, before, after);
        }
        return after.rulesets();
    }

    /** Puts a ruleset in the place of another state of it, as its next version. */
    static void replace(Decision<?> decision, Stored<Ruleset> before, Ruleset asked) {
        Ruleset old = before.record();
        Ruleset after = new Ruleset(
                old.documentId(),
                asked.description(),
                old.version() + 1,
                asked.priority(),
                asked.status(),
                old.inserteddate());
        if (placeOf(after).equals(placeOf(old))) {
            decision.replace(Rulesets.RULESET, before, after);
            return;
        }
        decision.move(Rulesets.RULESET, before, after, null).put(SupportTable.RULESET_PLACE, placeOf(after));
    }

    /** A change of its rules is a change of the ruleset. */
    static void touch(Decision<?> decision, Stored<Ruleset> before) {
        replace(decision, before, before.record());
    }

    static @Nullable String nameOf(Ruleset row) {
        return row.description();
    }
}
