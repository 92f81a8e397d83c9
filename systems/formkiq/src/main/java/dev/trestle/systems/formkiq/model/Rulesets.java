package dev.trestle.systems.formkiq.model;

import static dev.trestle.systems.formkiq.model.DocumentsTable.TABLE;

import dev.trestle.model.Entity;
import dev.trestle.model.Pattern;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Chapter "Rulesets". Priorities stand in keys as plain numbers, so that {@code 10} comes before {@code 2}: a site's
 * rulesets, and a ruleset's rules, are at most a thousand and are put in order after they are read.
 */
public final class Rulesets {
    /**
     * Rules that are tried in turn.
     *
     * @param documentId the ruleset's identifier
     * @param priority the smaller, the sooner
     */
    public record Ruleset(
            String documentId,
            @Nullable String description,
            int version,
            int priority,
            ActiveStatus status,
            @Nullable Instant inserteddate) {}

    /** What a condition looks at. */
    public enum Criterion {
        TEXT,
        CONTENT_TYPE,
        BARCODE,
        FIELD,
        ATTRIBUTE
    }

    /** How a condition compares. */
    public enum Operation {
        EQ,
        CONTAINS
    }

    /** A condition of a rule; {@code attribute} is the older name of {@code criterion}. */
    public record RuleCondition(
            @Nullable Criterion attribute,
            @Nullable Criterion criterion,
            @Nullable String attributeKey,
            @Nullable String fieldName,
            @Nullable String value,
            @Nullable Operation operation) {}

    /**
     * The conditions of a rule.
     *
     * @param must all of these hold where the rule matches
     */
    public record RuleConditions(List<RuleCondition> must) {}

    /**
     * A rule: documents that match go through its workflow.
     *
     * @param documentId the rule's identifier
     */
    public record Rule(
            String rulesetId,
            String documentId,
            @Nullable String description,
            int priority,
            @Nullable String workflowId,
            RuleConditions conditions,
            ActiveStatus status) {}

    private static final String ORDERED_AFTERWARDS =
            "documented so; at most a thousand, put in order after they are read";

    public static final Entity<Ruleset> RULESET = TABLE.entity(Ruleset.class)
            .about("A ruleset")
            .key("rulesets", "ruleset#{status}#{priority}#{documentId}")
            .index("GSI1", "ruleset#", "ruleset#{documentId}")
            .accept("TEXT_ORDER", ORDERED_AFTERWARDS)
            .accept("HOT_PARTITION", "documented so; at most a thousand rulesets, seldom changed");

    /** The second item of a rule. */
    public static final Entity<Rule> RULE_BY_STATUS = TABLE.entity("RuleByStatus", Rule.class)
            .about("A rule among those of its status, in all rulesets")
            .key("ruleset#", "rule#{status}#{rulesetId}#{priority}#{documentId}")
            .index("GSI1", "ruleset#{rulesetId}", "rule#{documentId}")
            .refuse("#", "documentId")
            .accept("TEXT_ORDER", ORDERED_AFTERWARDS)
            .accept("HOT_PARTITION", "documented so; at most a thousand rules in a ruleset, seldom changed");

    public static final Entity<Rule> RULE = TABLE.entity(Rule.class)
            .about("A rule in its ruleset")
            .key("ruleset#{rulesetId}", "rule#{documentId}")
            .index("GSI1", "ruleset#{rulesetId}", "rule#{priority}#{documentId}")
            .refuse("#", "documentId")
            .also(RULE_BY_STATUS, rule -> rule)
            .belongsTo(RULESET, "has")
            .onePer(RULE_BY_STATUS, "is listed as")
            .accept("TEXT_ORDER", ORDERED_AFTERWARDS)
            .accept("ITEM_GROWTH", "the conditions of one rule, some dozens");

    public static final Pattern<Ruleset> RULESETS =
            RULESET.query("List rulesets by status").beginsWith("ruleset#");

    public static final Pattern<Ruleset> RULESETS_OF_STATUS =
            RULESET.query("List rulesets of a status").beginsWith("ruleset#{status}#");

    public static final Pattern<Ruleset> RULESET_BY_KEY = RULESET.get("Get a ruleset by status, priority and ID");

    /**
     * The index may lag, and a ruleset's key changes with its status and its priority. What decides anything reads
     * where the ruleset is, {@link SupportTable#RULESET_PLACE}, and then the ruleset.
     */
    public static final Pattern<Ruleset> RULESET_BY_ID = RULESET.find("Find a ruleset by ID")
            .on("GSI1")
            .accept("FIND_NOT_UNIQUE", "rulesets' identifiers are UUIDs");

    public static final Pattern<Rule> RULE_BY_ID = RULE.get("Get a rule of a ruleset");

    /** Each rule once, and what {@link #RULES_BY_PRIORITY} should have been. */
    public static final Pattern<Rule> RULES_OF_RULESET =
            RULE.query("List the rules of a ruleset").beginsWith("rule#");

    /**
     * Both items of a rule have their place here, so that half of what is read is passed over, and numbers are in the
     * order of text.
     */
    public static final Pattern<Rule> RULES_BY_PRIORITY = RULE.query("List the rules of a ruleset by priority")
            .on("GSI1")
            .beginsWith("rule#")
            .accept(
                    "FOREIGN_ITEMS",
                    "documented so: both items of a rule are in this partition. RULES_OF_RULESET serves in its place");

    public static final Pattern<Rule> RULES_OF_STATUS =
            RULE_BY_STATUS.query("List the rules of a status").beginsWith("rule#{status}#");

    public static final Pattern<Rule> RULES_OF_RULESET_AND_STATUS =
            RULE_BY_STATUS.query("List the rules of a status in a ruleset").beginsWith("rule#{status}#{rulesetId}#");

    public static final Pattern<Rule> LISTED_RULE_BY_ID = RULE_BY_STATUS
            .find("Find a rule among those of its status")
            .on("GSI1")
            .accept("FIND_NOT_UNIQUE", "second items are one for each rule, whose identifier is in its primary key");

    private Rulesets() {}
}
