package dev.trestle.engine.api;

import dev.trestle.engine.value.Value;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What stands behind the {@code #name} and {@code :value} placeholders of a request's expressions. */
public record ExpressionAttributes(
        @Nullable Map<String, String> names, @Nullable Map<String, Value> values) {
    public static final ExpressionAttributes NONE = new ExpressionAttributes(null, null);
}
