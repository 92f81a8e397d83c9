package dev.trestle.systems.formkiq.policies;

import dev.trestle.model.Bound;
import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Operations;
import dev.trestle.systems.formkiq.api.Answers.Message;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.OnSite;
import dev.trestle.systems.formkiq.api.Places;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.api.Rights;
import dev.trestle.systems.formkiq.model.OpenPolicies;
import dev.trestle.systems.formkiq.model.OpenPolicies.OpenPolicy;
import dev.trestle.systems.formkiq.model.OpenPolicies.PolicyType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The operations on the access policies of sites. */
public final class PolicyOperations {
    private static final int SITES_MAX = 1000;
    private static final long BODY_BYTES_MAX = 1L << 20;

    private final ItemStore items;
    private final ItemStore store;
    private final Places places;

    public PolicyOperations(ItemStore items, Places places) {
        this.items = items;
        this.store = items.consistent();
        this.places = places;
    }

    record AllSites() implements OnSite {
        @Override
        public @Nullable String siteId() {
            return null;
        }
    }

    record BySite(String siteId) implements OnSite {}

    record PolicyOfSite(String siteId, String policy) {}

    record PoliciesView(List<PolicyOfSite> opaPolicies) {}

    record PolicyView(String opaPolicy) {}

    record ItemsView(List<PolicyItem> policyItems) {}

    record NewItems(@Nullable List<PolicyItem> policyItems) {}

    record SetItems(String siteId, NewItems body) implements OnSite {}

    public void declare(Operations<Caller> api) {
        api.get("GetOpaAccessPolicies", "/sites/opa/accessPolicies", AllSites.class)
                .about("The access policies of all sites, as Rego")
                .right(Rights.ADMIN_OF_ALL_SITES)
                .gives(PoliciesView.class, given -> all());
        api.get("GetOpaAccessPolicy", "/sites/{siteId}/opa/accessPolicy", BySite.class)
                .about("The access policy of a site, as Rego")
                .right(Rights.ADMIN)
                .refuses(Kind.NOT_FOUND)
                .gives(
                        PolicyView.class,
                        given -> new PolicyView(require(given.by()).record().policy()));
        String itemsOfSite = "/sites/{siteId}/opa/accessPolicy/policyItems";
        api.get("GetOpaAccessPolicyItems", itemsOfSite, BySite.class)
                .about("The items of a site's access policy, each with its Rego")
                .right(Rights.ADMIN)
                .refuses(Kind.INVALID)
                .gives(ItemsView.class, given -> items(given.by()));
        api.put("SetOpaAccessPolicyItems", itemsOfSite, SetItems.class)
                .about(
                        "Gives a site an access policy: a request needs one of its items that holds, besides its permission")
                .right(Rights.ADMIN)
                .bodyBytesMax(BODY_BYTES_MAX)
                .refuses(Kind.INVALID)
                .changes(Message.class, this::set);
        api.delete("DeleteOpaAccessPolicyItems", itemsOfSite, BySite.class)
                .about("Ends the access policy of a site")
                .right(Rights.ADMIN)
                .refuses(Kind.NOT_FOUND)
                .changes(Message.class, this::delete);
    }

    private PoliciesView all() {
        return new PoliciesView(store.first(OpenPolicies.FULL_POLICIES.of(), SITES_MAX).stream()
                .map(row -> new PolicyOfSite(row.siteId(), row.policy()))
                .toList());
    }

    private Optional<Stored<OpenPolicy>> full(Caller caller) {
        return store.stored(OpenPolicies.FULL_POLICY.of(caller.site()));
    }

    private Stored<OpenPolicy> require(Caller caller) {
        return full(caller).orElseThrow(() -> Refusals.notFound("Policy of site '" + caller.site() + "' not found"));
    }

    private ItemsView items(Caller caller) {
        SitePolicy policy = SitePolicy.of(
                store, caller.site(), full(caller).map(Stored::record).orElse(null));
        if (!policy.isSupported()) {
            throw Refusals.message("policy is not supported");
        }
        return new ItemsView(policy.items().stream()
                .map(item -> item.withPolicy(Rego.of(item)))
                .toList());
    }

    /** All rows in one transaction: a policy is never half another one. */
    private Decision<Message> set(Given<Caller, SetItems> given) {
        String site = given.by().site();
        List<PolicyItem> after = new PolicyRules(items.within(site).consistent(), places)
                .checked(given.asked().body().policyItems());
        OpenPolicy whole = new OpenPolicy(site, Rego.of(after), PolicyType.FULL, null);
        Decision<Message> decision = Decision.of(new Message("Policy items set"));
        full(given.by())
                .ifPresentOrElse(
                        before -> decision.replace(OpenPolicies.OPEN_POLICY, before, whole),
                        () -> decision.create(OpenPolicies.OPEN_POLICY, whole));
        decision.put(
                OpenPolicies.OPEN_POLICY,
                new OpenPolicy(
                        site, after.stream().map(Rego::of).collect(Collectors.joining("\n")), PolicyType.POLICY, null));
        List<OpenPolicy> rows = new ArrayList<>();
        for (int i = 0; i < after.size(); i++) {
            rows.add(SitePolicy.row(site, i, after.get(i)));
        }
        rows.forEach(row -> decision.put(OpenPolicies.OPEN_POLICY, row));
        for (OpenPolicy old : SitePolicy.rows(store, site)) {
            if (old.index() == null || old.index() >= after.size()) {
                decision.delete(OpenPolicies.OPEN_POLICY, old, Expect.ANYTHING);
            }
        }
        return decision;
    }

    private Decision<Message> delete(Given<Caller, BySite> given) {
        String site = given.by().site();
        Decision<Message> decision =
                Decision.of(new Message("Policy items deleted")).delete(OpenPolicies.OPEN_POLICY, require(given.by()));
        Bound<OpenPolicy> rules = OpenPolicies.POLICY.of(site);
        decision.delete(rules, Expect.ANYTHING);
        SitePolicy.rows(store, site).forEach(row -> decision.delete(OpenPolicies.OPEN_POLICY, row, Expect.ANYTHING));
        return decision;
    }
}
