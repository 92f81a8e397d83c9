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
import dev.trestle.systems.formkiq.model.Documents;
import dev.trestle.systems.formkiq.model.OpenPolicies;
import dev.trestle.systems.formkiq.model.OpenPolicies.OpenPolicy;
import dev.trestle.systems.formkiq.model.OpenPolicies.PolicyType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
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

    /** Whether the policy lets somebody send a request, and by what. */
    enum Reason {
        /** The site has no policy. */
        OPEN,
        /** An item without rules about attributes holds. */
        ITEM,
        /** An item holds, and the document meets its rules. */
        DOCUMENT,
        /** No item holds. */
        NO_ITEM,
        /** An item holds for documents that meet its rules, which this is not. */
        NO_DOCUMENT,
        UNSUPPORTED
    }

    record Trial(
            @Nullable List<String> groups,
            @Nullable String username,
            @Nullable String method,
            @Nullable String resource,
            @Nullable String documentId) {}

    record TryPolicy(@Nullable String siteId, Trial body) implements OnSite {}

    record Verdict(boolean allowed, Reason reason) {
        static Verdict of(Reason reason) {
            return new Verdict(reason == Reason.OPEN || reason == Reason.ITEM || reason == Reason.DOCUMENT, reason);
        }
    }

    public void declare(Operations<Caller> api) {
        api.post("TryPolicy", "/x/policy/trial", TryPolicy.class)
                .about(
                        "Whether the access policy of a site lets somebody send a request; their permissions are not looked at")
                .right(Rights.ADMIN)
                .refuses(Kind.INVALID, Kind.NOT_FOUND)
                .gives(Verdict.class, this::tried);
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

    private Verdict tried(Given<Caller, TryPolicy> given) {
        Trial asked = given.asked().body();
        String resource = asked.resource() == null ? "" : asked.resource();
        List<String> known = places.declared(resource);
        new Refusals()
                .require(asked.method(), "method")
                .addIf(known.isEmpty(), "resource", "invalid resource '" + resource + "'")
                .check();
        String site = given.by().site();
        SitePolicy policy =
                SitePolicy.of(store, site, full(given.by()).map(Stored::record).orElse(null));
        if (!policy.isSupported()) {
            return Verdict.of(Reason.UNSUPPORTED);
        }
        Grant grant = policy.grant(
                asked.groups() == null ? Set.of() : Set.copyOf(asked.groups()),
                asked.username() == null ? "" : asked.username(),
                String.valueOf(asked.method()).toUpperCase(Locale.ROOT),
                known.get(0));
        String documentId = asked.documentId() == null ? "" : asked.documentId();
        ItemStore documents = items.within(site).consistent();
        boolean isThere = !documentId.isEmpty()
                && documentId.indexOf('#') < 0
                && documents.stored(Documents.DOCUMENT_BY_ID.of(documentId)).isPresent();
        if (!documentId.isEmpty() && !isThere) {
            throw Refusals.noDocument(documentId);
        }
        if (grant.isUnlimited()) {
            return Verdict.of(policy.isNone() ? Reason.OPEN : Reason.ITEM);
        }
        boolean isAllowed = isThere && DocumentPolicy.allows(documents, grant, documentId);
        return Verdict.of(isAllowed ? Reason.DOCUMENT : grant.leavesNothing() ? Reason.NO_ITEM : Reason.NO_DOCUMENT);
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
