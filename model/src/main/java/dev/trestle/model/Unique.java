package dev.trestle.model;

import java.util.List;

/** Attributes whose values, taken together, no two items of an entity have. A guard item in the support table holds each taken value. */
public record Unique(List<String> fields) {
    public Unique {
        fields = List.copyOf(fields);
    }

    /** The name under which guards are kept: {@code email}, {@code siteId+name}. */
    public String name() {
        return String.join("+", fields);
    }
}
