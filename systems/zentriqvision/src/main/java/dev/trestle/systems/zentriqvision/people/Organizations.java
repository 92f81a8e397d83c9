package dev.trestle.systems.zentriqvision.people;

import dev.trestle.model.Bound;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Retrieved;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Call;
import dev.trestle.platform.api.Identifiers;
import dev.trestle.platform.api.Page;
import dev.trestle.platform.api.Principal;
import dev.trestle.platform.api.Problem;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.identity.Identity;
import dev.trestle.platform.identity.People;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.system.Environment;
import dev.trestle.platform.table.Tenant;
import dev.trestle.platform.time.Ids;
import dev.trestle.platform.time.Times;
import dev.trestle.systems.zentriqvision.ZentriqVisionSettings;
import dev.trestle.systems.zentriqvision.access.AccessLog;
import dev.trestle.systems.zentriqvision.model.DataTable;
import dev.trestle.systems.zentriqvision.model.Member;
import dev.trestle.systems.zentriqvision.model.MemberRole;
import dev.trestle.systems.zentriqvision.model.Organization;
import dev.trestle.systems.zentriqvision.model.OrganizationOfToken;
import dev.trestle.systems.zentriqvision.model.OrganizationSettings;
import dev.trestle.systems.zentriqvision.model.OrganizationStatus;
import dev.trestle.systems.zentriqvision.model.SupportTable;
import dev.trestle.systems.zentriqvision.model.User;
import dev.trestle.systems.zentriqvision.model.UserEmail;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the organisation of a caller, and what they may do there. Both are read at each request, so that a change takes effect at once.
 *
 * <p>The organisation is what the caller's token names; else the one to which the token's (issuer, subject) is bound; else the configured
 * default. A request that names another one is refused.
 */
public final class Organizations {
    /** In front of a role, in the groups of a token: {@code zentriqvision-viewer}. They count until somebody has a role here. */
    public static final String GROUP = "zentriqvision-";

    /** What the server's home page calls for everybody who is signed in: that is no wish to be a member. */
    private static final Set<String> PASSING = Set.of("getHome", "listen");

    private static final int TENANTS_PAGE = 100;

    private final ItemStore store;
    private final Identity identity;
    private final Changes changes;
    private final Times times;
    private final AccessLog access;
    private final String standard;

    private Organizations(Environment<ZentriqVisionSettings> environment, SecureRandom random) {
        this.store = environment.store().consistent();
        this.identity = environment.identity();
        this.changes = new Changes(null, random);
        this.times = environment.times();
        this.access = new AccessLog(environment.store(), times, new Ids(random));
        this.standard = environment.settings().defaultOrg();
    }

    public static Organizations of(Environment<ZentriqVisionSettings> environment) {
        return new Organizations(environment, new SecureRandom());
    }

    /** The caller, who is an active member of an active organisation. */
    public Caller caller(Call call) {
        Principal who = call.principal();
        String orgId = organizationOf(who);
        String userId = who.subject();
        if (userId.indexOf('#') >= 0 || Identifiers.problem(userId) != null) {
            throw ApiException.forbidden("the subject cannot be an id");
        }
        String named = call.named().text("orgId");
        if (named != null && !named.equals(orgId)) {
            access.refused(orgId, userId, call, "the request names another organisation");
            throw ApiException.forbidden("the request names another organisation");
        }
        ItemStore organization = store.within(orgId);
        boolean isPassing = isPassing(call.operationId());
        Member member = changes.run(organization, () -> known(who, orgId, organization, isPassing));
        if (!member.active()) {
            access.refused(orgId, userId, call, "the member is locked out");
            throw ApiException.forbidden(who + " is locked out");
        }
        return new Caller(
                orgId, userId, who.issuer(), member.role(), member.cameras(), call.operationId(), call.address());
    }

    /** Whether an operation is called for everybody, so that its denial is no news. */
    public static boolean isPassing(String operation) {
        return PASSING.contains(operation);
    }

    /** The organisation of somebody's token. */
    String organizationOf(Principal who) {
        String tenant = who.tenant();
        if (tenant == null) {
            tenant = store.get(SupportTable.ORGANIZATION_BY_TOKEN.of(who.issuer(), who.subject()))
                    .map(found -> found.organization())
                    .orElse(standard);
        }
        if (tenant.isEmpty() || tenant.indexOf('#') >= 0) {
            throw new ApiException(Problem.of(Kind.FORBIDDEN, "Your sign-in names no organization.")
                    .withCode("no-organization")
                    .withReason(who + " is of no organisation"));
        }
        return tenant;
    }

    /** The organisation of a token, to which its subject is bound from now on if the token itself names it. */
    String bound(Principal who) {
        String orgId = organizationOf(who);
        if (who.tenant() != null
                && !who.issuer().equals(identity.issuerName())
                && who.proof() == Principal.Proof.TOKEN) {
            store.put(
                    SupportTable.ORGANIZATION_OF_TOKEN,
                    new OrganizationOfToken(who.issuer(), who.subject(), orgId, times.now()));
        }
        return orgId;
    }

    private Decision<Member> known(Principal who, String orgId, ItemStore organization, boolean isPassing) {
        Bound<Organization> organizationAt = DataTable.ORGANIZATION_DETAILS.of();
        Bound<Member> memberAt = SupportTable.MEMBER_BY_ID.of(who.subject());
        Retrieved read = organization.retrieve(List.of(organizationAt, memberAt));
        Organization found = read.of(organizationAt).map(Stored::record).orElseGet(() -> adopted(who, orgId));
        if (found.status() != OrganizationStatus.ACTIVE) {
            throw new ApiException(Problem.of(Kind.FORBIDDEN, "This organization is not active.")
                    .withCode("organization-inactive")
                    .withReason(orgId + " is " + found.status()));
        }
        Stored<Member> stored = read.of(memberAt).orElse(null);
        if (stored == null) {
            if (isPassing && roleOf(who) == null) {
                throw ApiException.forbidden(who + " is no member yet");
            }
            return joining(who, organization);
        }
        Member member = stored.record();
        String issuer = member.issuer();
        if (issuer != null && !issuer.equals(who.issuer())) {
            throw ApiException.forbidden(who + " has the subject of somebody whom another issuer brought first");
        }
        Member now = member.withIssuer(who.issuer()).withRole(member.role() == null ? roleOf(who) : member.role());
        return now.equals(member) ? Decision.of(member) : Decision.of(now).replace(SupportTable.MEMBER, stored, now);
    }

    /** A tenant of the server of which the organisation is not made yet. */
    private Organization adopted(Principal who, String orgId) {
        Optional<Tenant> tenant = identity.tenants().find(orgId);
        if (tenant.isEmpty()) {
            throw new ApiException(Problem.of(Kind.FORBIDDEN, "There is no such organization.")
                    .withCode("no-organization")
                    .withReason(who + " is of " + orgId + ", which there is not"));
        }
        return tell(tenant.get());
    }

    /** Makes, renames or locks the organisation that a tenant is. */
    public Organization tell(Tenant tenant) {
        ItemStore organization = store.within(tenant.tenant());
        OrganizationStatus status = tenant.isSuspended() ? OrganizationStatus.INACTIVE : OrganizationStatus.ACTIVE;
        return changes.run(organization, () -> {
            Stored<Organization> stored =
                    organization.stored(DataTable.ORGANIZATION_DETAILS.of()).orElse(null);
            if (stored == null) {
                Organization made = new Organization(tenant.tenant(), tenant.name(), tenant.createdAt(), status);
                return Decision.of(made).create(DataTable.ORGANIZATION, made);
            }
            Organization before = stored.record();
            Organization after = new Organization(before.orgId(), tenant.name(), before.createdAt(), status);
            return after.equals(before)
                    ? Decision.of(before)
                    : Decision.of(after).replace(DataTable.ORGANIZATION, stored, after);
        });
    }

    /** Somebody who calls for the first time: a role is what their token's groups say, else an admin has to give one. */
    private Decision<Member> joining(Principal who, ItemStore organization) {
        Instant now = times.now();
        Member member = new Member(who.subject(), who.issuer(), roleOf(who), null, true, now);
        Decision<Member> decision = Decision.of(member).create(SupportTable.MEMBER, member);
        if (organization.get(DataTable.USER_DETAILS.of(who.subject())).isPresent()) {
            return decision;
        }
        String email = emailOf(who);
        String given = who.claim("given_name");
        String name = given == null ? who.claim("name") : given;
        User user = new User(
                who.subject(),
                email,
                name == null || name.isBlank() ? email.replaceFirst("@.*", "") : name.strip(),
                who.claim("phone_number"),
                now);
        decision.create(DataTable.USER, user);
        boolean isFree = !email.isEmpty()
                && organization.get(SupportTable.USER_OF_EMAIL.of(email)).isEmpty();
        return isFree ? decision.create(SupportTable.USER_EMAIL, new UserEmail(email, who.subject())) : decision;
    }

    private static String emailOf(Principal who) {
        String email = who.email();
        return email == null ? "" : email.strip().toLowerCase(Locale.ROOT);
    }

    private @Nullable MemberRole roleOf(Principal who) {
        if (who.issuer().equals(identity.issuerName()) && who.isIn(People.ADMINISTRATORS)) {
            return MemberRole.ADMIN;
        }
        return Arrays.stream(MemberRole.values())
                .filter(role -> who.isIn(GROUP + role.name().toLowerCase(Locale.ROOT)))
                .reduce((lesser, greater) -> greater)
                .orElse(null);
    }

    /** All organisations of this server, for what is done by itself. */
    public Set<String> all() {
        Set<String> ids = new LinkedHashSet<>();
        String cursor = null;
        do {
            Page<Tenant> page = identity.tenants().list(TENANTS_PAGE, cursor);
            page.items().forEach(tenant -> ids.add(tenant.tenant()));
            cursor = page.next();
        } while (cursor != null);
        if (!standard.isEmpty()) {
            ids.add(standard);
        }
        return ids;
    }

    /** What an organisation decided for itself. */
    public OrganizationSettings settings(String orgId) {
        return store.within(orgId)
                .get(SupportTable.SETTINGS_OF_ORGANIZATION.of())
                .orElseGet(OrganizationSettings::none);
    }
}
