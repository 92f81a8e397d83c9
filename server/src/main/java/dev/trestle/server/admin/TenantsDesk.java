package dev.trestle.server.admin;

import dev.trestle.platform.api.Page;
import dev.trestle.platform.api.Patch;
import dev.trestle.platform.api.Reply;
import dev.trestle.platform.audit.Actor;
import dev.trestle.platform.identity.Identity;
import dev.trestle.platform.identity.Tenants;
import dev.trestle.platform.table.Membership;
import dev.trestle.platform.table.Person;
import dev.trestle.platform.table.Tenant;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tenants, their groups and their people. */
final class TenantsDesk {
    private final Identity identity;

    TenantsDesk(Identity identity) {
        this.identity = identity;
    }

    record ListTenants(int limit, @Nullable String cursor) {}

    record NewTenant(String tenant, @Nullable String name) {}

    record CreateTenant(NewTenant body) {}

    record ByTenant(String tenant) {}

    record TenantPatch(Patch<String> name, Patch<Tenant.Status> status) {}

    record ChangeTenant(String tenant, TenantPatch body) {}

    record ListMembers(String tenant, int limit, @Nullable String cursor) {}

    record ByGroup(String tenant, String group) {}

    record GroupBody(@Nullable String about) {}

    record SaveGroup(String tenant, String group, GroupBody body) {}

    record WholeTenant(Tenant tenant, List<GroupView> groups) {}

    record GroupView(String group, String about) {}

    record MemberView(String personId, String email, String name, String status, List<String> groups, Instant since) {}

    void addTo(Desk desk) {
        desk.look(
                        "listAllTenants",
                        ListTenants.class,
                        (call, q) -> identity.tenants().list(q.limit(), q.cursor()))
                .look("getTenant", ByTenant.class, (call, q) -> whole(q.tenant()))
                .look("listMembers", ListMembers.class, (call, q) -> members(q))
                .change("createTenant", CreateTenant.class, q -> q.body().tenant(), (call, q) -> {
                    String name = q.body().name();
                    String tenant = q.body().tenant();
                    return Reply.created(tenants(call).create(tenant, name == null || name.isBlank() ? tenant : name));
                })
                .change("changeTenant", ChangeTenant.class, q -> q.tenant() + " " + q.body(), (call, q) -> {
                    Tenants tenants = tenants(call);
                    Tenant changed = tenants.get(q.tenant());
                    if (q.body().name() instanceof Patch.To<String> to) {
                        changed = tenants.rename(q.tenant(), to.value());
                    }
                    if (q.body().status() instanceof Patch.To<Tenant.Status> to) {
                        changed = tenants.setStatus(q.tenant(), to.value());
                    }
                    return changed;
                })
                .change("saveTenantGroup", SaveGroup.class, q -> q.tenant() + " " + q.group(), (call, q) -> {
                    String about = q.body().about();
                    return tenants(call).putGroup(q.tenant(), q.group(), about == null ? "" : about);
                })
                .change("deleteTenantGroup", ByGroup.class, q -> q.tenant() + " " + q.group(), (call, q) -> {
                    tenants(call).deleteGroup(q.tenant(), q.group());
                    return null;
                });
    }

    private Tenants tenants(dev.trestle.platform.api.Call call) {
        return identity.tenants().by(Actor.of(call));
    }

    private WholeTenant whole(String tenant) {
        List<GroupView> groups = identity.tenants().groups(tenant).stream()
                .map(group -> new GroupView(group.group(), group.about()))
                .toList();
        return new WholeTenant(identity.tenants().get(tenant), groups);
    }

    private Page<MemberView> members(ListMembers q) {
        return identity.tenants().members(q.tenant(), q.limit(), q.cursor()).map(this::view);
    }

    private MemberView view(Membership membership) {
        @Nullable Person person = identity.people().find(membership.personId()).orElse(null);
        return new MemberView(
                membership.personId(),
                person == null ? membership.personId() : person.email(),
                person == null ? "" : person.name(),
                person == null ? "" : person.status().name(),
                membership.groups(),
                membership.since());
    }
}
