package dev.trestle.platform.http.contract;

import dev.trestle.platform.api.Problem.Violation;
import dev.trestle.platform.schema.Schema;
import dev.trestle.platform.schema.Violations;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Says what is wrong with a value. Safe for any number of threads. */
@FunctionalInterface
interface ValueCheck {
    /**
     * What is wrong with a value; empty if nothing is.
     *
     * @param prefix where the value stands
     */
    List<Violation> violations(@Nullable Object value, String prefix);

    static ValueCheck of(Schema schema) {
        return (value, prefix) -> {
            if (value == null) {
                return List.of(new Violation(prefix.isEmpty() ? "body" : prefix, "must not be null"));
            }
            Violations found = new Violations();
            schema.check(value, prefix, found);
            return found.all().stream()
                    .map(each -> new Violation(each.place(), each.message()))
                    .toList();
        };
    }
}
