package dev.trestle.systems.formkiq.policies;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.Json;
import dev.trestle.systems.formkiq.model.OpenPolicies;
import dev.trestle.systems.formkiq.model.OpenPolicies.OpenPolicy;
import dev.trestle.systems.formkiq.model.OpenPolicies.PolicyType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The policy of a site. Its items are carried out; the full policy has to be their rendering, or else another program
 * has written it, and nobody but administrators is let in.
 */
public final class SitePolicy {
    /** A transaction has 100 actions: the full policy, its rules, what is recorded of the change, and these. */
    static final int ITEMS_MAX = 95;

    /** That of a site without one. */
    public static final SitePolicy NONE = new SitePolicy(List.of(), true);

    private static final SitePolicy FOREIGN = new SitePolicy(List.of(), false);

    private final List<PolicyItem> items;
    private final boolean isSupported;

    private SitePolicy(List<PolicyItem> items, boolean isSupported) {
        this.items = items;
        this.isSupported = isSupported;
    }

    /** One that cannot be read. */
    public static SitePolicy foreign() {
        return FOREIGN;
    }

    /**
     * The policy that a site's full policy stands for, read consistently.
     *
     * @param full null if the site has none
     */
    public static SitePolicy of(ItemStore store, String siteId, @Nullable OpenPolicy full) {
        if (full == null) {
            return NONE;
        }
        List<PolicyItem> items = new ArrayList<>();
        for (OpenPolicy row : rows(store, siteId)) {
            try {
                items.add(Json.mapper().readValue(row.policy(), PolicyItem.class));
            } catch (JsonProcessingException foreign) {
                return FOREIGN;
            }
        }
        boolean isOurs = !items.isEmpty() && Rego.of(items).equals(full.policy());
        return isOurs ? new SitePolicy(List.copyOf(items), true) : FOREIGN;
    }

    static List<OpenPolicy> rows(ItemStore store, String siteId) {
        return store.first(OpenPolicies.POLICY_ITEMS.of(siteId), ITEMS_MAX + 1).stream()
                .sorted(Comparator.comparing(SitePolicy::place))
                .toList();
    }

    private static int place(OpenPolicy row) {
        return row.index() == null ? 0 : row.index();
    }

    static OpenPolicy row(String siteId, int index, PolicyItem item) {
        try {
            String json = Json.mapperWithoutNulls().writeValueAsString(item);
            return new OpenPolicy(siteId, json, PolicyType.POLICY_ITEM, index);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Whether all that it says is carried out here. */
    public boolean isSupported() {
        return isSupported;
    }

    public boolean isNone() {
        return this == NONE;
    }

    List<PolicyItem> items() {
        return items;
    }

    /** What it leaves to somebody who sends a request. */
    public Grant grant(Set<String> roles, String username, String method, String resource) {
        return isNone() ? Grant.ALL : Grant.of(items, roles, username, method, resource);
    }
}
