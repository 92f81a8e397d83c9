package dev.trestle.platform.identity;

import dev.trestle.model.operation.Cause;
import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.model.operation.Transaction;
import dev.trestle.model.operation.WriteRefusedException;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Page;
import dev.trestle.platform.api.Problem;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.audit.Act;
import dev.trestle.platform.audit.Act.Area;
import dev.trestle.platform.audit.Actor;
import dev.trestle.platform.audit.AuditTrail;
import dev.trestle.platform.table.Mark;
import dev.trestle.platform.table.Membership;
import dev.trestle.platform.table.Person;
import dev.trestle.platform.table.PlatformTable;
import dev.trestle.platform.table.Tenant;
import dev.trestle.platform.table.TenantGroup;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The tenants of the server, their groups and their people. Systems that want to know are told of each change of a tenant. */
public final class Tenants {
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");
    private static final Pattern GROUP = Pattern.compile("[^\\s#\\p{Cntrl}][^#\\p{Cntrl}]{0,99}");
    private static final String ADOPTED = "tenants-adopted";
    private static final int GROUPS_MAX = 200;
    private static final int NAME_MAX = 200;
    private static final int PAGE = 200;
    private static final int PAGES_MAX = 50;

    private final ItemStore relaxed;
    private final ItemStore store;
    private final Clock clock;
    private final TenantNotices notices;
    private final AuditTrail trail;
    private final Actor actor;

    Tenants(ItemStore store, Clock clock, TenantNotices notices, AuditTrail trail, Actor actor) {
        this.relaxed = store;
        this.store = store.consistent();
        this.clock = clock;
        this.notices = notices;
        this.trail = trail;
        this.actor = actor;
    }

    /** The same tenants, changed by somebody. */
    public Tenants by(Actor other) {
        return new Tenants(relaxed, clock, notices, trail, other);
    }

    static void checkId(String tenant) {
        if (!ID.matcher(tenant).matches()) {
            throw ApiException.invalid("tenant", "must be letters, digits, dots, dashes; at most 64")
                    .withCode("tenant-id-form");
        }
    }

    private static String checkedName(String name) {
        String clean = name.strip();
        if (clean.isEmpty() || clean.length() > NAME_MAX) {
            throw ApiException.invalid("name", "must have 1 to " + NAME_MAX + " characters")
                    .withCode("name-length", Map.of("n", NAME_MAX));
        }
        return clean;
    }

    /** Tenants by id. Reads an index, which cannot be read consistently. */
    public Page<Tenant> list(int limit, @Nullable String cursor) {
        return Page.of(relaxed.page(PlatformTable.TENANTS.of(), limit, cursor));
    }

    public Optional<Tenant> find(String tenant) {
        return ID.matcher(tenant).matches() ? store.get(PlatformTable.TENANT_BY_ID.of(tenant)) : Optional.empty();
    }

    public Tenant get(String tenant) {
        return find(tenant).orElseThrow(() -> ApiException.notFound("There is no such tenant."));
    }

    /** Refuses the people of a suspended tenant, and says why: they belong to it, so nothing is disclosed. */
    void requireActive(@Nullable String tenant) {
        if (tenant != null && find(tenant).filter(Tenant::isSuspended).isPresent()) {
            throw suspended(tenant);
        }
    }

    static ApiException suspended(String tenant) {
        return new ApiException(Problem.of(
                        Kind.FORBIDDEN, "The tenant " + tenant + " is suspended. Ask an administrator of the server.")
                .withCode("tenant-suspended")
                .withReason("a suspended tenant"));
    }

    public Tenant create(String tenant, String name) {
        checkId(tenant);
        Transaction transaction = store.transaction();
        Tenant made = create(transaction, tenant, checkedName(name));
        try {
            transaction.commit();
        } catch (WriteRefusedException e) {
            if (e.failure().cause() == Cause.EXISTS) {
                throw ApiException.conflict("There is a tenant of that id already.", null)
                        .withCode("tenant-exists");
            }
            throw e;
        }
        committed();
        return made;
    }

    Tenant create(Transaction transaction, String tenant, String name) {
        Tenant made = new Tenant(tenant, name, Tenant.Status.ACTIVE, clock.instant());
        transaction.create(PlatformTable.TENANT, made);
        notices.enqueue(transaction, tenant);
        trail.add(
                transaction,
                actor,
                Act.of(Area.TENANT, "tenant-made", tenant, name).to(Map.of("name", name)));
        return made;
    }

    void committed() {
        notices.committed();
    }

    public Tenant rename(String tenant, String name) {
        String clean = checkedName(name);
        return change(tenant, "tenant-renamed", before -> before.withName(clean));
    }

    /** Its people are refused from the next request on, until it is active again. */
    public Tenant setStatus(String tenant, Tenant.Status status) {
        String act = status == Tenant.Status.SUSPENDED ? "tenant-suspended" : "tenant-resumed";
        return change(tenant, act, before -> before.withStatus(status));
    }

    private Tenant change(String tenant, String act, UnaryOperator<Tenant> change) {
        checkId(tenant);
        Stored<Tenant> read = store.stored(PlatformTable.TENANT_BY_ID.of(tenant))
                .orElseThrow(() -> ApiException.notFound("There is no such tenant."));
        Tenant before = read.record();
        Tenant after = change.apply(before);
        Transaction transaction = store.transaction().put(PlatformTable.TENANT, after, Expect.unchanged(read));
        notices.enqueue(transaction, tenant);
        trail.add(
                        transaction,
                        actor,
                        Act.of(Area.TENANT, act, tenant, after.name())
                                .from(Map.of("name", before.name(), "status", before.status()))
                                .to(Map.of("name", after.name(), "status", after.status())))
                .commit();
        committed();
        return after;
    }

    /** A tenant's people. Reads an index, which cannot be read consistently. */
    public Page<Membership> members(String tenant, int limit, @Nullable String cursor) {
        return Page.of(relaxed.page(PlatformTable.MEMBERS_OF.of(get(tenant).tenant()), limit, cursor));
    }

    public List<TenantGroup> groups(String tenant) {
        return store.all(PlatformTable.TENANT_GROUPS.of(get(tenant).tenant()), GROUPS_MAX);
    }

    /** Makes a group, or says what it is for. */
    public TenantGroup putGroup(String tenant, String group, String about) {
        if (!GROUP.matcher(group).matches() || group.equals(People.ADMINISTRATORS)) {
            throw ApiException.invalid("group", "must have 1 to 100 characters and not be of the whole server")
                    .withCode("group-form");
        }
        if (groups(tenant).size() >= GROUPS_MAX) {
            throw ApiException.conflict("There are " + GROUPS_MAX + " groups already. Delete one first.", null)
                    .withCode("groups-full");
        }
        TenantGroup made = new TenantGroup(tenant, group, about.strip(), clock.instant());
        Transaction transaction = store.transaction().put(PlatformTable.TENANT_GROUP, made);
        trail.add(
                        transaction,
                        actor,
                        Act.of(Area.TENANT, "tenant-group-saved", tenant, tenant + " " + group)
                                .to(Map.of("group", group, "about", made.about())))
                .commit();
        return made;
    }

    /** Deletes a group that nobody is in. */
    public void deleteGroup(String tenant, String group) {
        if (groups(tenant).stream().noneMatch(each -> each.group().equals(group))) {
            throw ApiException.notFound("The tenant has no such group.");
        }
        @Nullable String cursor = null;
        for (int pages = 0; pages < PAGES_MAX; pages++) {
            Page<Membership> page = members(tenant, PAGE, cursor);
            if (page.items().stream().anyMatch(each -> each.groups().contains(group))) {
                throw ApiException.conflict("People are in this group. Take them out of it first.", null)
                        .withCode("group-in-use");
            }
            cursor = page.next();
            if (cursor == null) {
                break;
            }
        }
        Transaction transaction =
                store.transaction().delete(PlatformTable.TENANT_GROUP_BY_NAME.of(tenant, group), Expect.ANYTHING);
        trail.add(
                        transaction,
                        actor,
                        Act.of(Area.TENANT, "tenant-group-deleted", tenant, tenant + " " + group)
                                .from(Map.of("group", group)))
                .commit();
    }

    /** Once for a store: makes the tenants of people who joined when tenants were names only. */
    public void adopt(People people) {
        if (store.get(PlatformTable.MARK_OF.of(ADOPTED)).isPresent()) {
            return;
        }
        Instant now = clock.instant();
        @Nullable String cursor = null;
        do {
            Page<Person> page = people.list(PAGE, cursor);
            for (Person person : page.items()) {
                for (Membership membership : people.tenants(person.personId())) {
                    if (find(membership.tenant()).isEmpty()) {
                        create(membership.tenant(), membership.tenant());
                    }
                }
            }
            cursor = page.next();
        } while (cursor != null);
        store.put(PlatformTable.MARK, new Mark(ADOPTED, "", now));
    }
}
