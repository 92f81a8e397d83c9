package dev.trestle.server.attack;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the requests to one API need: callers, and things that they are about. */
abstract class Fixture {
    /** Stands in every text that only some callers may read. */
    static final String MARKER = "Heliotrope";

    /** The same, for what {@link #insider} may not read. */
    static final String FOREIGN_MARKER = "Obsidian";

    final AttackedServer server;
    private final Map<String, Caller> callers = new LinkedHashMap<>();
    private final Map<String, Values> shared = new HashMap<>();

    Fixture(AttackedServer server) {
        this.server = server;
    }

    /** An id that is somebody else's, and one that is nobody's. */
    record Ids(Object foreign, Object missing) {}

    final void add(Collection<Caller> more) {
        more.forEach(each -> callers.put(each.name(), each));
    }

    final void add(Caller... more) {
        add(List.of(more));
    }

    final Map<String, Caller> callers() {
        return callers;
    }

    /** Somebody of this kind, who may be changed by the operation. */
    Caller caller(String name, ServedOperation operation) {
        Caller known = callers.get(name);
        if (known == null) {
            throw new IllegalStateException("There is no caller " + name + ".");
        }
        return known;
    }

    /** The values for calls that change nothing: the same for all operations about the same kind of things. */
    final Values shared(ServedOperation operation) {
        String kind = special().contains(operation.id())
                ? operation.id()
                : operation.pathSamples().keySet().toString();
        return shared.computeIfAbsent(kind, made -> make(operation));
    }

    /** The operations that need things of their own. */
    Set<String> special() {
        return Set.of();
    }

    /** Makes what an operation is about, and names it. */
    abstract Values make(ServedOperation operation);

    /** Brings a caller to where the operation makes sense. */
    void prepare(ServedOperation operation, Caller caller) {}

    /** For how long nothing may change until followers and jobs have done what the fixture gave them to do. */
    Duration quiet() {
        return Duration.ZERO;
    }

    /** For each path parameter that names something: a value that names nothing. */
    abstract Map<String, String> missing();

    /** For each parameter or field that names something: what {@link #insider} has no part in, and what is nowhere. */
    Map<String, Ids> foreign() {
        return Map.of();
    }

    /** Somebody who may do all that {@link #foreign} is about. */
    Caller insider() {
        throw new UnsupportedOperationException();
    }
}
