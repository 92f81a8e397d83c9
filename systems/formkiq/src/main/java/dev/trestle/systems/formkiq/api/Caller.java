package dev.trestle.systems.formkiq.api;

import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Principal;
import dev.trestle.platform.identity.People;
import dev.trestle.systems.formkiq.model.DocumentsTable;
import dev.trestle.systems.formkiq.model.Permission;
import dev.trestle.systems.formkiq.policies.DocumentPolicy;
import dev.trestle.systems.formkiq.policies.Grant;
import dev.trestle.systems.formkiq.policies.SitePolicy;
import dev.trestle.systems.formkiq.shares.ActingShare;
import dev.trestle.systems.formkiq.shares.ShareKey;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Somebody who calls, and the site of the request, which {@link #enter} settles before the handler runs. What groups
 * give adds up: {@code <site>} reads, writes and deletes, {@code <site>_read} reads, {@code <site>_govern} governs
 * too, {@code Admins} does everything everywhere. For one request, on one thread.
 */
public final class Caller {
    /** The issuer of callers with an API key of this system. */
    public static final String API_KEYS = "formkiq-api-keys";

    /** The group of those who administrate all sites, in any case of its letters. */
    public static final String ADMINS = "Admins";

    /** The issuer of those who leave documents without being known. */
    static final String OUTSIDE = "formkiq-outside";

    private static final String READ_SUFFIX = "_read";
    private static final String GOVERN_SUFFIX = "_govern";
    private static final Set<String> RESERVED = Set.of("global", "api_key", "opa");
    private static final Set<String> NO_SITES = Set.of("api_key", "global", "authentication_only", "opa");
    private static final Pattern SITE_ID = Pattern.compile("[A-Za-z0-9_.@-]{1,64}");
    private static final Set<Permission> WRITER = EnumSet.of(Permission.READ, Permission.WRITE, Permission.DELETE);
    private static final Set<Permission> GOVERNOR =
            EnumSet.of(Permission.READ, Permission.WRITE, Permission.DELETE, Permission.GOVERN);

    private final Principal principal;
    private final String user;
    private final String address;
    private final SitePermissions rows;
    private final boolean isAdministrator;
    private final Map<String, Set<Permission>> bySite;
    private String site = DocumentsTable.DEFAULT_SITE;
    private final Places.Place place;
    private Set<Permission> permissions = Set.of();
    private SitePolicy policy = SitePolicy.NONE;
    private Grant grant = Grant.ALL;
    private @Nullable ActingShare share;
    private @Nullable String shareKey;
    private boolean isActing;

    Caller(Principal principal, String address, SitePermissions rows, String issuer, Places.Place place) {
        this.principal = principal;
        this.user = userOf(principal);
        this.address = address;
        this.rows = rows;
        this.place = place;
        this.isAdministrator = !isProgram()
                && (principal.groups().stream().anyMatch(group -> group.equalsIgnoreCase(ADMINS))
                        || principal.issuer().equals(issuer) && principal.isIn(People.ADMINISTRATORS));
        boolean isNamedByRows = rows.isExplicit() || principal.issuer().equals(OUTSIDE);
        this.bySite = isProgram() ? ofKey(principal) : isNamedByRows ? new TreeMap<>() : ofGroups();
    }

    private static String userOf(Principal principal) {
        for (String claim : new String[] {"email", "username", "cognito:username"}) {
            String value = principal.claim(claim);
            if (value != null && !value.isBlank()) {
                return value;
            }
        }
        return principal.subject();
    }

    /** A key's permissions come from its own item, by way of the authenticator. */
    private static Map<String, Set<Permission>> ofKey(Principal principal) {
        Set<Permission> granted = EnumSet.noneOf(Permission.class);
        for (Permission each : Permission.values()) {
            if (principal.groups().contains(each.name())) {
                granted.add(each);
            }
        }
        return Map.of(String.valueOf(principal.claim("site")), granted);
    }

    private Map<String, Set<Permission>> ofGroups() {
        Map<String, Set<Permission>> found = new TreeMap<>();
        for (String group : principal.groups()) {
            if (NO_SITES.contains(group.toLowerCase(Locale.ROOT))
                    || group.equalsIgnoreCase(ADMINS)
                    || group.equals(People.ADMINISTRATORS)) {
                continue;
            }
            if (group.endsWith(READ_SUFFIX)) {
                grant(found, stripped(group, READ_SUFFIX), EnumSet.of(Permission.READ));
            } else if (group.endsWith(GOVERN_SUFFIX)) {
                grant(found, stripped(group, GOVERN_SUFFIX), GOVERNOR);
            } else {
                grant(found, group, WRITER);
            }
        }
        return found;
    }

    private static String stripped(String group, String suffix) {
        return group.substring(0, group.length() - suffix.length());
    }

    private static void grant(Map<String, Set<Permission>> found, String siteId, Set<Permission> more) {
        if (SITE_ID.matcher(siteId).matches()) {
            found.computeIfAbsent(siteId, any -> EnumSet.noneOf(Permission.class))
                    .addAll(more);
        }
    }

    /** Whether this is a program with an API key. */
    public boolean isProgram() {
        return principal.issuer().equals(API_KEYS);
    }

    public boolean isAdministrator() {
        return isAdministrator;
    }

    public Principal principal() {
        return principal;
    }

    /** Who is named as the creator of things. */
    public String user() {
        return isActing ? Actor.SYSTEM : user;
    }

    /** Who acts, for the record. */
    public Actor actor() {
        return isActing
                ? Actor.acting(site)
                : new Actor(user, principal.issuer() + "#" + principal.subject(), site, address, "HTTP");
    }

    /** Where the request came from. */
    public String address() {
        return address;
    }

    public String site() {
        return site;
    }

    /** The caller's groups; a key's are its site and {@code API_KEY}. */
    public Set<String> groups() {
        return isProgram()
                ? new TreeSet<>(Set.of("API_KEY", String.valueOf(principal.claim("site"))))
                : new TreeSet<>(principal.groups());
    }

    public boolean may(Permission permission) {
        return isAdministrator || permissions.contains(permission);
    }

    /** Whether somebody governs any site; no program does. */
    boolean governsSomewhere() {
        return isAdministrator
                || !isProgram()
                        && sites().entrySet().stream()
                                .anyMatch(each -> (each.getValue().contains(Permission.GOVERN)
                                                || each.getValue().contains(Permission.ADMIN))
                                        && mayEnter(each.getKey()));
    }

    /** Whether no folder's rule keeps the caller out. */
    public boolean governs() {
        return may(Permission.ADMIN) || may(Permission.GOVERN);
    }

    /** Whether the caller holds anything at all. */
    boolean hasAnyGroup() {
        return isAdministrator || isProgram() || !principal.groups().isEmpty();
    }

    /** What the caller may do in each site that they know of: by groups, and by the rows of groups. */
    public Map<String, Set<Permission>> sites() {
        Map<String, Set<Permission>> all = new TreeMap<>();
        bySite.forEach((id, granted) -> all.put(id, EnumSet.copyOf(granted)));
        if (!isProgram()) {
            rows.ofGroups(principal.groups())
                    .forEach((id, granted) -> all.computeIfAbsent(id, any -> EnumSet.noneOf(Permission.class))
                            .addAll(granted));
        }
        return all;
    }

    public static boolean isSiteId(String text) {
        return SITE_ID.matcher(text).matches();
    }

    static boolean isReserved(String siteId) {
        return RESERVED.contains(siteId.toLowerCase(Locale.ROOT));
    }

    /** Refuses names that no site may have. */
    public static void requireUnreserved(String siteId) {
        if (isReserved(siteId)) {
            throw Refusals.denied("'" + siteId + "' siteId is reserved");
        }
    }

    /** Makes this somebody in whose name the system acts, with their rights in a site and no more. */
    Caller acting(OnSite where) {
        enter(where);
        applyPolicy();
        isActing = true;
        return this;
    }

    /** Settles the site of the request, or refuses the caller. */
    void enter(OnSite request) {
        String shareKey = request.actsBy();
        if (shareKey != null && !shareKey.isEmpty()) {
            enterBy(shareKey, request.siteId());
            return;
        }
        String asked = request.siteId();
        String chosen = asked == null || asked.isEmpty() ? implied() : asked;
        requireUnreserved(chosen);
        if (!SITE_ID.matcher(chosen).matches()) {
            throw noAccess(chosen);
        }
        Set<Permission> granted = EnumSet.noneOf(Permission.class);
        granted.addAll(bySite.getOrDefault(chosen, Set.of()));
        SitePermissions.Found found = rows.of(chosen, isProgram() ? Set.of() : principal.groups());
        granted.addAll(found.permissions());
        if (!isAdministrator && (granted.isEmpty() || !found.isActive())) {
            throw noAccess(chosen);
        }
        this.site = chosen;
        this.permissions = granted;
        this.policy = found.policy();
    }

    /** Enters a site as what is allowed there by itself, whoever its groups are. */
    void enterAs(String siteId, Set<Permission> allowed) {
        this.site = siteId;
        this.permissions = allowed;
    }

    /** Enters the site of a share, with what the share gives and nothing else. */
    private void enterBy(String shareKey, @Nullable String asked) {
        ShareKey key = ShareKey.of(shareKey, asked).orElseThrow(Refusals::denied);
        boolean isElsewhere = asked != null && !asked.isEmpty() && !asked.equals(key.siteId());
        if (isElsewhere
                || RESERVED.contains(key.siteId().toLowerCase(Locale.ROOT))
                || !SITE_ID.matcher(key.siteId()).matches()) {
            throw Refusals.denied();
        }
        SitePermissions.Found found = rows.of(key.siteId(), Set.of());
        if (!isAdministrator) {
            ActingShare acting = rows.shareOf(key, groups(), user).orElseThrow(Refusals::denied);
            if (!found.isActive()) {
                throw Refusals.denied();
            }
            this.share = acting;
            this.shareKey = shareKey;
            this.permissions = acting.permissions();
        }
        this.site = key.siteId();
        this.policy = found.policy();
    }

    /** The key of that share. */
    public @Nullable String shareKey() {
        return shareKey;
    }

    /** The share by which the caller acts, null for who acts by their own rights. */
    public @Nullable ActingShare share() {
        return share;
    }

    /** Whether a site is open to those who are no administrators. */
    public boolean mayEnter(String siteId) {
        return rows.of(siteId, Set.of()).isActive();
    }

    /** Refuses a caller who has none of some permissions in the site. */
    void require(Permission... oneOf) {
        if (Arrays.stream(oneOf).noneMatch(this::may)) {
            throw share == null ? denied() : Refusals.denied();
        }
    }

    /** Has the site's policy decide, or say which documents the request may be about. */
    void applyPolicy() {
        if (may(Permission.ADMIN) || policy.isNone()) {
            return;
        }
        if (!policy.isSupported()) {
            throw Refusals.denied("policy is not supported");
        }
        this.grant = policy.grant(groups(), user, place.method(), place.path());
        if (grant.leavesNothing() || !grant.isUnlimited() && !DocumentPolicy.isAsked(place.method(), place.path())) {
            throw Refusals.denied();
        }
    }

    /** What the site's policy leaves of documents to this request. */
    public Grant grant() {
        return grant;
    }

    /** Refuses somebody whom a policy leaves some documents only, where folders as such change. */
    public void requireUnlimited() {
        if (!grant.isUnlimited()) {
            throw Refusals.denied();
        }
    }

    /** What a site's policy leaves to the caller for another request than this one. */
    public Grant grantFor(String siteId, String method, String path) {
        SitePolicy other = rows.policyOf(siteId);
        return other.isSupported() ? other.grant(groups(), user, method, path) : Grant.NONE;
    }

    private String implied() {
        boolean isOutside = principal.issuer().equals(OUTSIDE);
        Map<String, Set<Permission>> known = isAdministrator || isOutside ? Map.of() : sites();
        if (known.size() == 1) {
            return known.keySet().iterator().next();
        }
        if (isAdministrator || isOutside || known.containsKey(DocumentsTable.DEFAULT_SITE)) {
            return DocumentsTable.DEFAULT_SITE;
        }
        throw denied();
    }

    private static ApiException noAccess(String siteId) {
        return Refusals.denied("fkq access denied to siteId (" + siteId + ")");
    }

    /** What a caller is told who lacks a permission: what their groups give. */
    ApiException denied() {
        Map<String, Set<Permission>> known = sites();
        if (known.isEmpty()) {
            return Refusals.denied("fkq access denied (no groups)");
        }
        String shown = known.entrySet().stream()
                .map(each -> each.getKey() + " ("
                        + each.getValue().stream().map(Enum::name).sorted().collect(Collectors.joining(",")) + ")")
                .collect(Collectors.joining(", "));
        return Refusals.denied("fkq access denied (groups: " + shown + ")");
    }
}
