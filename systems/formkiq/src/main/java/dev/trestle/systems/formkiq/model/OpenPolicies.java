package dev.trestle.systems.formkiq.model;

import static dev.trestle.systems.formkiq.model.DocumentsTable.TABLE;

import dev.trestle.model.Entity;
import dev.trestle.model.Pattern;
import dev.trestle.model.When;
import org.jspecify.annotations.Nullable;

/** Chapter "Open Policy (OPA)": who may see which documents. The items of all sites are together. */
public final class OpenPolicies {
    /** How much of a policy an item is. */
    public enum PolicyType {
        FULL,
        POLICY,
        POLICY_ITEM
    }

    /**
     * A policy of a site, or an item of it.
     *
     * @param index the place among the items; absent in all other types
     */
    public record OpenPolicy(
            String siteId,
            String policy,
            PolicyType type,
            @Nullable Integer index) {}

    public static final Entity<OpenPolicy> OPEN_POLICY = TABLE.entity(OpenPolicy.class)
            .about("Open Policy Agent configuration")
            .unscoped()
            .key("controlpolicy#opa", "opa#full#{siteId}#policy", When.is("type", PolicyType.FULL))
            .key("controlpolicy#opa", "opa#policy#{siteId}#policy", When.is("type", PolicyType.POLICY))
            .key("controlpolicy#opa", "opa#item#{siteId}#policy#{index}", When.is("type", PolicyType.POLICY_ITEM))
            .belongsTo(Sites.SITE, "is governed by")
            .accept("TEXT_ORDER", "documented so; some dozen items for each site, put in order after they are read")
            .accept("HOT_PARTITION", "documented so; some dozen items for each site, seldom changed");

    public static final Pattern<OpenPolicy> ALL_POLICIES =
            OPEN_POLICY.query("List the policies of all sites").beginsWith("opa#");

    public static final Pattern<OpenPolicy> FULL_POLICIES =
            OPEN_POLICY.query("List the full policies of all sites").beginsWith("opa#full#");

    public static final Pattern<OpenPolicy> FULL_POLICY =
            OPEN_POLICY.get("Get the full policy of a site").exactly("opa#full#{siteId}#policy");

    public static final Pattern<OpenPolicy> POLICY =
            OPEN_POLICY.get("Get the policy of a site").exactly("opa#policy#{siteId}#policy");

    /** In the order of text, {@code 10} before {@code 2}: some dozen, put in order after they are read. */
    public static final Pattern<OpenPolicy> POLICY_ITEMS =
            OPEN_POLICY.query("List the policy items of a site").beginsWith("opa#item#{siteId}#policy#");

    public static final Pattern<OpenPolicy> POLICY_ITEM =
            OPEN_POLICY.get("Get a policy item of a site").exactly("opa#item#{siteId}#policy#{index}");

    private OpenPolicies() {}
}
