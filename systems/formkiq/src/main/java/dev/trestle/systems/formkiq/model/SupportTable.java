package dev.trestle.systems.formkiq.model;

import dev.trestle.model.Entity;
import dev.trestle.model.Pattern;
import dev.trestle.model.Support;
import dev.trestle.model.Table;

/** {@code formkiq-support}: what Trestle adds to the documented tables. */
public final class SupportTable {
    /**
     * Where a ruleset is: the parts of its key that change. Written in the transaction that moves the ruleset, so that
     * who knows its identifier reads it consistently.
     */
    public record RulesetPlace(String rulesetId, ActiveStatus status, int priority) {}

    public static final Table TABLE = Support.table("formkiq", DocumentsTable.SCOPE);

    public static final Entity<RulesetPlace> RULESET_PLACE = TABLE.entity(RulesetPlace.class)
            .about("Where a ruleset is")
            .key("ruleset#{rulesetId}", "place")
            .onePer(Rulesets.RULESET, "is found by");

    public static final Pattern<RulesetPlace> PLACE_OF_RULESET = RULESET_PLACE.get("Get where a ruleset is");

    private SupportTable() {}
}
