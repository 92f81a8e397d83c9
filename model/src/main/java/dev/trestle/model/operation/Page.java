package dev.trestle.model.operation;

import java.util.List;
import java.util.Optional;

/**
 * A part of an answer.
 *
 * @param next where to go on; empty if this was the last part
 */
public record Page<T>(List<T> items, Optional<String> next) {
    public Page {
        items = List.copyOf(items);
    }
}
