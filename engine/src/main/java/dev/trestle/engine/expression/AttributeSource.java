package dev.trestle.engine.expression;

import dev.trestle.engine.value.Value;
import org.jspecify.annotations.Nullable;

/** Where an expression finds top-level attributes. */
@FunctionalInterface
public interface AttributeSource {
    /** The attribute's canonical value, or null if the item has none of that name. */
    @Nullable
    Value attribute(String name);
}
