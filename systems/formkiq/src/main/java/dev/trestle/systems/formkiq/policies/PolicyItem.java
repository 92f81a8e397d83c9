package dev.trestle.systems.formkiq.policies;

import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One way to be let in: all of what an item says has to hold. Of several items, one that holds is enough.
 *
 * @param policy the item as Rego; rendered here, never read
 */
public record PolicyItem(
        @Nullable String policy,
        @Nullable List<String> allRoles,
        @Nullable List<String> anyRoles,
        @Nullable List<String> excludedRoles,
        @Nullable List<AttributeRule> attributes,
        @Nullable Input input) {
    /** What a document has to have under a key. */
    public record AttributeRule(
            @Nullable String key,
            @Nullable Equal eq,
            @Nullable Unequal neq,
            @Nullable Limit gt,
            @Nullable Limit gte,
            @Nullable Limit lt,
            @Nullable Limit lte,
            @Nullable Among in,
            @Nullable Among notIn) {
        private AttributeRule plain() {
            return new AttributeRule(
                    key,
                    eq == null ? null : eq.plain(),
                    neq == null || neq.stringValue() == null ? null : neq,
                    plain(gt),
                    plain(gte),
                    plain(lt),
                    plain(lte),
                    in == null || isEmpty(in.stringValues()) ? null : in,
                    notIn == null || isEmpty(notIn.stringValues()) ? null : notIn);
        }

        private static @Nullable Limit plain(@Nullable Limit limit) {
            return limit == null || limit.numberValue() == null ? null : limit;
        }

        boolean hasCondition() {
            return eq != null
                    || neq != null
                    || gt != null
                    || gte != null
                    || lt != null
                    || lte != null
                    || in != null
                    || notIn != null;
        }
    }

    /** A value, or the name of the caller. */
    public record Equal(
            @Nullable String stringValue,
            @Nullable BigDecimal numberValue,
            @Nullable Boolean booleanValue,
            @Nullable ByInput input) {
        boolean isOfCaller() {
            return input != null && Boolean.TRUE.equals(input.matchUsername());
        }

        private @Nullable Equal plain() {
            Equal plain = new Equal(stringValue, numberValue, booleanValue, isOfCaller() ? input : null);
            return plain.values() == 0 ? null : plain;
        }

        int values() {
            return (stringValue == null ? 0 : 1)
                    + (numberValue == null ? 0 : 1)
                    + (booleanValue == null ? 0 : 1)
                    + (isOfCaller() ? 1 : 0);
        }
    }

    public record ByInput(@Nullable Boolean matchUsername) {}

    public record Unequal(@Nullable String stringValue) {}

    public record Limit(@Nullable BigDecimal numberValue) {}

    public record Among(@Nullable List<String> stringValues) {}

    /** Which requests an item is about. */
    public record Input(
            @Nullable Listed httpMethod, @Nullable Listed resource) {}

    public record Listed(
            @Nullable List<String> in, @Nullable List<String> notIn) {
        boolean holds(String value) {
            return (in == null || in.contains(value)) && (notIn == null || !notIn.contains(value));
        }
    }

    /** The same without what is empty: a client sends empty lists and objects for what it does not ask. */
    PolicyItem plain() {
        Listed methods = input == null ? null : plain(input.httpMethod(), text -> text.toUpperCase(Locale.ROOT));
        Listed resources = input == null ? null : plain(input.resource(), text -> text);
        return new PolicyItem(
                null,
                plain(allRoles),
                plain(anyRoles),
                plain(excludedRoles),
                attributes == null || attributes.isEmpty()
                        ? null
                        : attributes.stream().map(AttributeRule::plain).toList(),
                methods == null && resources == null ? null : new Input(methods, resources));
    }

    private static @Nullable List<String> plain(@Nullable List<String> texts) {
        return texts == null || texts.isEmpty()
                ? null
                : texts.stream().distinct().toList();
    }

    private static @Nullable Listed plain(@Nullable Listed listed, Function<String, String> form) {
        if (listed == null || isEmpty(listed.in()) && isEmpty(listed.notIn())) {
            return null;
        }
        return new Listed(formed(listed.in(), form), formed(listed.notIn(), form));
    }

    private static @Nullable List<String> formed(@Nullable List<String> texts, Function<String, String> form) {
        return texts == null || texts.isEmpty()
                ? null
                : texts.stream().map(form).distinct().toList();
    }

    private static boolean isEmpty(@Nullable List<?> list) {
        return list == null || list.isEmpty();
    }

    boolean saysNothing() {
        return allRoles == null && anyRoles == null && excludedRoles == null && attributes == null && input == null;
    }

    PolicyItem withPolicy(String rego) {
        return new PolicyItem(rego, allRoles, anyRoles, excludedRoles, attributes, input);
    }
}
