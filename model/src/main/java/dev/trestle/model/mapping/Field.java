package dev.trestle.model.mapping;

import dev.trestle.model.time.TimeLayout;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a template may name: an attribute, one inside of it ({@code attributes.upperColor}), or a derived value.
 *
 * @param attributes the attributes of the item that the value depends on; a component that stands in the key alone is one too
 * @param layout how it is written when it is an instant and its attribute is text
 * @param nullable whether some records have no value here
 */
public record Field(
        String path,
        Class<?> type,
        Function<Object, @Nullable Object> accessor,
        Set<String> attributes,
        @Nullable TimeLayout layout,
        boolean nullable) {}
