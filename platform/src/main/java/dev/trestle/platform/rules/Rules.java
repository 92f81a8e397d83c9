package dev.trestle.platform.rules;

import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Principal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Who may do what with one kind of thing, row by row as its specification has it. What has no row is denied to everybody.
 *
 * <pre>{@code
 * static final Rules<Document> DOCUMENTS = Rules.<Document>of("document")
 *         .role("owner", (who, document) -> who.subject().equals(document.owner()))
 *         .role("viewer", (who, document) -> document.viewers().contains(who.subject()))
 *         .role("administrator", Role.group("administrators"))
 *         .allow("read", "owner", "viewer", "administrator")
 *         .allow("delete", "owner", "administrator");
 *
 * DOCUMENTS.require(call.principal(), "delete", document);
 * }</pre>
 */
public final class Rules<T> {
    private final String kind;
    private final Map<String, Role<? super T>> roles = new LinkedHashMap<>();
    private final Map<String, List<String>> rows = new LinkedHashMap<>();

    private Rules(String kind) {
        this.kind = kind;
    }

    /** {@code kind} is what the things are called in the log. */
    public static <T> Rules<T> of(String kind) {
        return new Rules<>(kind);
    }

    /** Declares a role; each row names some of them. */
    public Rules<T> role(String name, Role<? super T> role) {
        if (roles.putIfAbsent(name, role) != null) {
            throw new IllegalArgumentException("Rules of " + kind + ": the role " + name + " is declared twice.");
        }
        return this;
    }

    /** A row: whoever has one of the roles may do it. */
    public Rules<T> allow(String action, String... allowed) {
        for (String role : allowed) {
            if (!roles.containsKey(role)) {
                throw new IllegalArgumentException("Rules of " + kind + ": there is no role " + role + ".");
            }
        }
        if (rows.putIfAbsent(action, List.of(allowed)) != null) {
            throw new IllegalArgumentException("Rules of " + kind + ": " + action + " has two rows.");
        }
        return this;
    }

    public boolean permits(Principal who, String action, T what) {
        return rows.getOrDefault(action, List.of()).stream().anyMatch(role -> holds(who, role, what));
    }

    private boolean holds(Principal who, String name, T what) {
        Role<? super T> role = roles.get(name);
        return role != null && role.isHeld(who, what);
    }

    /**
     * Refuses what the caller may not do.
     *
     * @throws ApiException which says why to the log alone
     */
    public void require(Principal who, String action, T what) {
        if (!permits(who, action, what)) {
            throw ApiException.forbidden(reason(who, action, what));
        }
    }

    private String reason(Principal who, String action, T what) {
        List<String> row = rows.get(action);
        if (row == null) {
            return "no rule lets anybody " + action + " a " + kind;
        }
        List<String> held =
                roles.keySet().stream().filter(role -> holds(who, role, what)).toList();
        return "to " + action + " a " + kind + " takes one of " + row + ", the caller is " + held;
    }
}
