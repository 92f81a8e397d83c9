package dev.trestle.systems.formkiq.model;

import static dev.trestle.systems.formkiq.model.ActiveStatus.ACTIVE;
import static dev.trestle.systems.formkiq.model.ActiveStatus.INACTIVE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.model.error.RefusedValueException;
import dev.trestle.systems.formkiq.model.ApiKeys.ApiKey;
import dev.trestle.systems.formkiq.model.ApiKeys.ApiKeyPermission;
import dev.trestle.systems.formkiq.model.OpenPolicies.OpenPolicy;
import dev.trestle.systems.formkiq.model.OpenPolicies.PolicyType;
import dev.trestle.systems.formkiq.model.Sites.GroupPermission;
import dev.trestle.systems.formkiq.model.Sites.Site;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Sites, groups, API keys and policies: items that all sites have in common. */
class SitesTest extends PatternTest {
    @Test
    void sites_byIdStatusAndAll_areOneRequestEach() {
        Site hr = new Site("hr", "People", ACTIVE);
        Site finance = new Site("finance", "Money", ACTIVE);
        Site old = new Site("old", "Gone", INACTIVE);
        put(Sites.SITE, hr, finance, old);

        assertThat(one(Sites.SITE_BY_ID.of("hr"))).containsExactly(hr);
        assertThat(one(Sites.SITE_BY_ID.of("none"))).isEmpty();
        assertThat(all(Sites.ALL_SITES.of())).containsExactly(finance, hr, old);
        assertThat(all(Sites.SITES_BY_STATUS.of(ACTIVE))).containsExactly(finance, hr);
        assertThat(all(Sites.SITES_BY_STATUS.of(INACTIVE))).containsExactly(old);
    }

    @Test
    void site_nameThatWouldEndInAKey_isRefused() {
        for (String name : List.of("a/b", "docs#x")) {
            assertThatThrownBy(() -> put(Sites.SITE, new Site(name, "T", ACTIVE)))
                    .isInstanceOfSatisfying(
                            RefusedValueException.class,
                            e -> assertThat(e.field()).isEqualTo("siteId"));
        }
    }

    @Test
    void groups_bySiteAndByGroup_areOneRequestEach() {
        GroupPermission clerksInHr = group("clerks", "hr");
        GroupPermission clerksInFinance = group("clerks", "finance");
        GroupPermission clerkInHr = group("clerk", "hr");
        put(Sites.GROUP_PERMISSION, clerksInHr, clerksInFinance, clerkInHr);

        assertThat(one(Sites.PERMISSION_OF_GROUP.of("clerks", "hr"))).containsExactly(clerksInHr);
        assertThat(all(Sites.ALL_GROUPS.of())).containsExactly(clerkInHr, clerksInFinance, clerksInHr);
        assertThat(all(Sites.SITES_OF_GROUP.of("clerks"))).containsExactly(clerksInFinance, clerksInHr);
        assertThat(all(Sites.GROUPS_OF_SITE.of("hr"))).containsExactly(clerkInHr, clerksInHr);
    }

    @Test
    void apiKeys_byKeySiteNameAndMask_areOneRequestEach() {
        ApiKey builder = apiKey("k".repeat(51), "builder", "finance");
        ApiKey build = apiKey("abcdefgh" + "m".repeat(39) + "wxyz", "build", "finance");
        ApiKey elsewhere = apiKey("e".repeat(51), "build", "hr");
        put(ApiKeys.API_KEY, builder, build, elsewhere);

        assertThat(one(ApiKeys.API_KEY_BY_KEY.of("e".repeat(51)))).containsExactly(elsewhere);
        assertThat(all(ApiKeys.API_KEYS_OF_SITE.of("finance"))).containsExactlyInAnyOrder(build, builder);
        assertThat(all(ApiKeys.API_KEYS_BY_NAME.of("finance", "build"))).containsExactly(build);
        assertThat(all(ApiKeys.API_KEYS_BY_MASK.of("finance", "abcdefgh****************wxyz")))
                .containsExactly(build);
        assertThat(all(ApiKeys.API_KEYS_BY_MASK.of("hr", "abcdefgh****************wxyz")))
                .isEmpty();
        assertThat(build.toString()).doesNotContain(build.apiKey()).contains("build");
    }

    @Test
    void policies_bySiteAndType_areOneRequestEach() {
        OpenPolicy full = policy("finance", PolicyType.FULL, null);
        OpenPolicy policy = policy("finance", PolicyType.POLICY, null);
        OpenPolicy second = policy("finance", PolicyType.POLICY_ITEM, 2);
        OpenPolicy tenth = policy("finance", PolicyType.POLICY_ITEM, 10);
        OpenPolicy elsewhere = policy("hr", PolicyType.FULL, null);
        put(OpenPolicies.OPEN_POLICY, full, policy, second, tenth, elsewhere);

        assertThat(one(OpenPolicies.FULL_POLICY.of("finance"))).containsExactly(full);
        assertThat(one(OpenPolicies.POLICY.of("finance"))).containsExactly(policy);
        assertThat(one(OpenPolicies.POLICY_ITEM.of("finance", 10))).containsExactly(tenth);
        assertThat(all(OpenPolicies.POLICY_ITEMS.of("finance"))).containsExactly(tenth, second);
        assertThat(all(OpenPolicies.FULL_POLICIES.of())).containsExactly(full, elsewhere);
        assertThat(all(OpenPolicies.ALL_POLICIES.of())).hasSize(5);
    }

    private static GroupPermission group(String name, String site) {
        return new GroupPermission(name, site, List.of(Permission.READ));
    }

    private static ApiKey apiKey(String key, String name, String site) {
        return new ApiKey(key, name, "joe", site, List.of(ApiKeyPermission.READ), NOON);
    }

    private static OpenPolicy policy(String site, PolicyType type, @Nullable Integer index) {
        return new OpenPolicy(site, "{}", type, index);
    }
}
