package dev.trestle.model.mapping;

import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

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

    /** The type of what was found, and not the value: it may be private. */
    String foundType() {
        if (found instanceof AttributeValue value) {
            return value.type().name();
        }
        return "nothing".equals(found) ? "nothing" : "another value";
    }
}
