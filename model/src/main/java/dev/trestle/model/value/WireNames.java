package dev.trestle.model.value;

import dev.trestle.model.annotation.LowerCase;
import dev.trestle.model.annotation.Name;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The names under which an enumeration's constants stand in items. */
public final class WireNames {
    private static final ClassValue<WireNames> ALL = new ClassValue<>() {
        @Override
        protected WireNames computeValue(Class<?> type) {
            return new WireNames(type);
        }
    };

    private final String[] names;
    private final Map<String, Object> constants = new LinkedHashMap<>();

    private WireNames(Class<?> type) {
        Object[] declared = type.getEnumConstants();
        names = new String[declared.length];
        for (Object constant : declared) {
            Enum<?> value = (Enum<?>) constant;
            names[value.ordinal()] = nameOf(type, value);
            if (constants.put(names[value.ordinal()], value) != null) {
                throw new IllegalArgumentException(
                        type.getName() + " has two constants that stand in items as " + names[value.ordinal()]);
            }
        }
    }

    /** The names of an enumeration's constants. */
    public static WireNames of(Class<?> enumeration) {
        return ALL.get(enumeration);
    }

    public String name(Object constant) {
        return names[((Enum<?>) constant).ordinal()];
    }

    /** The constant of a name; null if there is none. */
    public @Nullable Object constant(String name) {
        return constants.get(name);
    }

    /** All names, in the order of the constants. */
    public List<String> all() {
        return List.of(names);
    }

    private static String nameOf(Class<?> type, Enum<?> constant) {
        try {
            Name name = type.getField(constant.name()).getAnnotation(Name.class);
            if (name != null) {
                return name.value();
            }
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException("an enumeration without a field for its constant " + constant.name(), e);
        }
        return type.isAnnotationPresent(LowerCase.class) ? constant.name().toLowerCase(Locale.ROOT) : constant.name();
    }
}
