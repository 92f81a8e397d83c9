package dev.trestle.wire.access;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The tables or buckets of a grant: those that are named, and those whose names begin with a prefix, apart from the reserved ones. Only a
 * full name includes something reserved; a prefix never does.
 */
public final class Names {
    public static final Names ALL = of(List.of("*"));

    private static final String REST = "*";

    private final Set<String> named;
    private final Set<String> prefixes;
    private final Set<String> reserved;

    private Names(Set<String> named, Set<String> prefixes, Set<String> reserved) {
        this.named = Set.copyOf(named);
        this.prefixes = Set.copyOf(prefixes);
        this.reserved = Set.copyOf(reserved);
    }

    /** Names, or beginnings of names followed by an asterisk. */
    public static Names of(Collection<String> patterns) {
        Set<String> named = new HashSet<>();
        Set<String> prefixes = new HashSet<>();
        for (String pattern : patterns) {
            if (pattern.endsWith(REST)) {
                prefixes.add(pattern.substring(0, pattern.length() - REST.length()));
            } else {
                named.add(pattern);
            }
        }
        return new Names(named, prefixes, Set.of());
    }

    /** The same, but that further names have to be given in full to be included. */
    public Names reserving(Set<String> further) {
        Set<String> all = new HashSet<>(reserved);
        all.addAll(further);
        return new Names(named, prefixes, all);
    }

    public boolean has(String name) {
        return named.contains(name) || !reserved.contains(name) && hasPrefix(name);
    }

    private boolean hasPrefix(String name) {
        for (String prefix : prefixes) {
            if (name.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }

    boolean isAll() {
        return reserved.isEmpty() && prefixes.contains("");
    }
}
