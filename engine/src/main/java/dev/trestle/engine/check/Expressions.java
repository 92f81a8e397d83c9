package dev.trestle.engine.check;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.api.ExpressionAttributes;
import dev.trestle.engine.expression.ExpressionScope;
import dev.trestle.engine.value.Canonical;
import dev.trestle.engine.value.Value;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Opens the scope in which a request's expressions are read. */
public final class Expressions {
    private Expressions() {}

    public static ExpressionScope scope(ExpressionAttributes attributes) {
        return new ExpressionScope(attributes.names(), canonicalValues(attributes.values()));
    }

    private static @Nullable Map<String, Value> canonicalValues(@Nullable Map<String, Value> raw) {
        if (raw == null) {
            return null;
        }
        Map<String, Value> canonical = new LinkedHashMap<>();
        raw.forEach((key, value) -> {
            try {
                canonical.put(key, Canonical.value(value));
            } catch (EngineException e) {
                if (String.valueOf(e.getMessage()).startsWith(Canonical.TOO_DEEP)) {
                    throw e;
                }
                throw EngineException.validation(
                        "ExpressionAttributeValues contains invalid value: " + e.getMessage() + " for key " + key);
            }
        });
        return canonical;
    }
}
