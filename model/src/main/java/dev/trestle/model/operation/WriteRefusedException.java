package dev.trestle.model.operation;

import dev.trestle.model.error.ModelException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A write, or a transaction, of which nothing was written, because one of its conditions did not hold. */
public final class WriteRefusedException extends ModelException {
    private final transient List<Failure> failures;

    /**
     * One operation that was refused.
     *
     * @param operation its place in the transaction, from 0
     * @param entity the name of its entity
     * @param field the attribute that is not unique; null for other causes
     * @param current the item that stands there; empty if none does, or the service did not say
     */
    public record Failure(
            int operation,
            String entity,
            Cause cause,
            @Nullable String field,
            Map<String, AttributeValue> current) {
        @Override
        public String toString() {
            return "operation " + operation + " on " + entity + ": " + cause + (field == null ? "" : " " + field);
        }
    }

    WriteRefusedException(List<Failure> failures, @Nullable Throwable cause) {
        super("a write was refused and nothing was written", facts("because", failures), cause);
        this.failures = List.copyOf(failures);
    }

    /** The operations that were refused, in their order. */
    public List<Failure> failures() {
        return failures;
    }

    /** The first of them. */
    public Failure failure() {
        return failures.get(0);
    }
}
