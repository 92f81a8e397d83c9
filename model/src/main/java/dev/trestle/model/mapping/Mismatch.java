package dev.trestle.model.mapping;

/** A stored value of another type than its record says; travels outwards and collects the names around it. */
final class Mismatch extends RuntimeException {
    private final String problem;
    private final transient Object found;
    private String path = "";

    Mismatch(String problem, Object found) {
        super(problem, null, false, false);
        this.problem = problem;
        this.found = found;
    }

    Mismatch within(String name) {
        path = path.isEmpty() ? name : name + "." + path;
        return this;
    }

    String problem() {
        return problem;
    }

    String path() {
        return path;
    }

    Object found() {
        return found;
    }
}
