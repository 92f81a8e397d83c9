package dev.trestle.systems.docstore.documents;

import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Call;
import dev.trestle.platform.api.Principal;
import dev.trestle.platform.api.Problem;
import dev.trestle.platform.api.Problem.Kind;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Who calls, within a tenant.
 *
 * @param issuer who vouches for the caller
 * @param subject as owners, editors and viewers are named
 * @param principals every name under which a document may be shared with the caller: the subject, and {@code group:} names
 * @param isAdministrator whether the caller administrates the tenant, and so sees the list of all of its documents
 */
public record Caller(String tenant, String issuer, String subject, Set<String> principals, boolean isAdministrator) {
    /** What names of groups begin with. */
    public static final String GROUP = "group:";

    /** Whoever is in this group of a tenant administrates it. */
    public static final String ADMINISTRATORS = "tenant-administrators";

    private static final int GROUPS_MAX = 100;

    public Caller {
        principals = Set.copyOf(principals);
    }

    public static Caller of(Call call) {
        return of(call.principal());
    }

    /** The tenant is the token's, never a request's. */
    public static Caller of(Principal principal) {
        String tenant = principal.tenant();
        if (tenant == null || tenant.isEmpty()) {
            throw refused("Documents belong to a tenant, and you are signed in to none.");
        }
        if (tenant.indexOf('#') >= 0 || tenant.indexOf('/') >= 0) {
            throw refused("The tenant's name has a character that it cannot have here: # or /.");
        }
        if (isGroup(principal.subject())) {
            throw refused("Nobody can be called like a group.");
        }
        Set<String> principals = new LinkedHashSet<>();
        principals.add(principal.subject());
        principal.groups().stream().sorted().limit(GROUPS_MAX).forEach(group -> principals.add(GROUP + group));
        return new Caller(tenant, principal.issuer(), principal.subject(), principals, principal.isIn(ADMINISTRATORS));
    }

    /** Whether an owner, editor or viewer is a group. */
    public static boolean isGroup(String principal) {
        return principal.startsWith(GROUP);
    }

    /** The name of a group, as tokens and memberships have it. */
    public static String groupOf(String principal) {
        return principal.substring(GROUP.length());
    }

    /** Tells one caller from every other. */
    String person() {
        return tenant + " " + subject;
    }

    private static ApiException refused(String message) {
        return new ApiException(Problem.of(Kind.FORBIDDEN, message).withReason(message));
    }
}
