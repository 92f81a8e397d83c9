package dev.trestle.model.verify;

import dev.trestle.model.Accepted;
import dev.trestle.model.Entity;
import dev.trestle.model.Model;
import dev.trestle.model.Pattern;
import dev.trestle.model.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Collects what the rules find, and settles which of it the model lives with.
 *
 * <p>A finding is accepted where it is: by the declaration that it is about, by one that has a part in it, or by the table around
 * them. Acceptances that nothing needed are findings themselves, so that none outlives its reason.
 */
final class Findings {
    private final Map<String, List<Accepted>> acceptances = new LinkedHashMap<>();
    private final Set<String> needed = new LinkedHashSet<>();
    private final List<Finding> found = new ArrayList<>();

    Findings(Model model) {
        for (Table table : model.allTables()) {
            acceptances.put(table.place(), table.accepted());
            table.entities().forEach(entity -> acceptances.put(entity.place(), entity.accepted()));
            table.patterns().forEach(pattern -> acceptances.put(pattern.place(), pattern.accepted()));
        }
    }

    /** Begins a finding about a table. */
    Draft at(Table table) {
        return new Draft(table.place(), List.of(table.place()));
    }

    /** Begins a finding about an entity. */
    Draft at(Entity<?> entity) {
        return new Draft(entity.place(), List.of(entity.place(), entity.table().place()));
    }

    /** Begins a finding about two entities, either of which may live with it. */
    Draft at(Entity<?> one, Entity<?> other) {
        if (one == other) {
            return at(one);
        }
        return new Draft(
                one.place() + " and entity " + other.name(),
                List.of(one.place(), other.place(), one.table().place()));
    }

    /** Begins a finding about a pattern. */
    Draft at(Pattern<?> pattern) {
        return new Draft(
                pattern.place(), List.of(pattern.place(), pattern.table().place()));
    }

    /**
     * A finding whose place is known.
     *
     * @param acceptors the places of the declarations that may live with it
     */
    final class Draft {
        private final String place;
        private final List<String> acceptors;

        private Draft(String place, List<String> acceptors) {
            this.place = place;
            this.acceptors = acceptors;
        }

        /** The same, with a detail of the place: a key, an index, an attribute. */
        Draft in(String detail) {
            return new Draft(place + ", " + detail, acceptors);
        }

        void error(Code code, String reason, String remedy) {
            add(code, Severity.ERROR, reason, remedy);
        }

        void warn(Code code, String reason, String remedy) {
            add(code, Severity.WARNING, reason, remedy);
        }

        void note(Code code, String reason, String remedy) {
            add(code, Severity.NOTE, reason, remedy);
        }

        void add(Code code, Severity severity, String reason, String remedy) {
            found.add(new Finding(code, severity, place, reason, remedy, acceptance(code)));
        }

        private @Nullable String acceptance(Code code) {
            for (String acceptor : acceptors) {
                for (Accepted accepted : acceptances.getOrDefault(acceptor, List.of())) {
                    if (accepted.code().equals(code.name())) {
                        needed.add(acceptor + "\n" + code);
                        return accepted.reason();
                    }
                }
            }
            return null;
        }
    }

    /** All findings, with those about acceptances that nothing needed. */
    List<Finding> settle() {
        List<Finding> all = new ArrayList<>(found);
        acceptances.forEach((place, accepted) -> {
            for (Accepted each : accepted) {
                if (!needed.contains(place + "\n" + each.code())) {
                    all.add(new Finding(
                            Code.UNUSED_ACCEPT,
                            Severity.WARNING,
                            place,
                            "It accepts " + each.code() + ", which the verifier does not find there",
                            "take accept(\"" + each.code() + "\", …) away, or mend its code",
                            null));
                }
            }
        });
        return all;
    }
}
