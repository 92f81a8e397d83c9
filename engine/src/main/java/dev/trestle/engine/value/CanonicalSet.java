package dev.trestle.engine.value;

import dev.trestle.engine.EngineException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Brings the elements of a set into their canonical form and order; a list that is so already is given back itself. */
final class CanonicalSet {
    private static final String INVALID = "One or more parameter values were invalid: ";

    /** How much of a set the message repeats. */
    private static final int ECHO_MAX = 1024;

    private CanonicalSet() {}

    static List<String> ofStrings(List<String> raw) {
        if (raw.isEmpty()) {
            throw EngineException.validation(INVALID + "An string set  may not be empty");
        }
        Function<@Nullable String, String> element = string -> {
            if (string == null) {
                throw EngineException.validation(INVALID + "An string set may not have a null string as a member");
            }
            return Utf8.wellFormed(string);
        };
        List<String> sorted = sorted(raw, element, Utf8::compare);
        if (sorted == null) {
            throw EngineException.validation(INVALID + "Input collection " + echo(raw) + " contains duplicates.");
        }
        return sorted;
    }

    static List<String> ofNumbers(List<String> raw) {
        if (raw.isEmpty()) {
            throw EngineException.validation(INVALID + "An number set  may not be empty");
        }
        Function<@Nullable String, String> element = number -> Numbers.canonical(number == null ? "" : number);
        List<String> sorted = sorted(raw, element, Numbers::compare);
        if (sorted == null) {
            throw EngineException.validation("Input collection contains duplicates");
        }
        return sorted;
    }

    static List<Bytes> ofBinaries(List<Bytes> raw) {
        if (raw.isEmpty()) {
            throw EngineException.validation(INVALID + "Binary sets should not be empty");
        }
        Function<@Nullable Bytes, Bytes> element = binary -> {
            if (binary == null) {
                throw EngineException.validation(INVALID + "Binary sets may not contain null or empty values");
            }
            return binary;
        };
        List<Bytes> sorted = sorted(raw, element, Comparator.naturalOrder());
        if (sorted == null) {
            // The service leaves no space before "of".
            throw EngineException.validation(
                    INVALID + "Input collection " + echo(raw) + "of type BS contains duplicates.");
        }
        return sorted;
    }

    /** Null if two elements are equal. */
    private static <T> @Nullable List<T> sorted(List<T> raw, Function<@Nullable T, T> element, Comparator<T> order) {
        if (isCanonical(raw, element, order)) {
            return raw;
        }
        List<T> sorted = new ArrayList<>(raw.size());
        for (T given : raw) {
            sorted.add(element.apply(given));
        }
        sorted.sort(order);
        for (int i = 1; i < sorted.size(); i++) {
            if (order.compare(sorted.get(i - 1), sorted.get(i)) == 0) {
                return null;
            }
        }
        return sorted;
    }

    private static <T> boolean isCanonical(List<T> raw, Function<@Nullable T, T> element, Comparator<T> order) {
        T previous = null;
        for (T given : raw) {
            if (element.apply(given) != given || (previous != null && order.compare(previous, given) >= 0)) {
                return false;
            }
            previous = given;
        }
        return true;
    }

    private static String echo(List<?> elements) {
        StringBuilder echo = new StringBuilder("[");
        String separator = "";
        for (Object element : elements) {
            String text = String.valueOf(element);
            echo.append(separator);
            if (echo.length() + text.length() > ECHO_MAX) {
                return echo.append("...]").toString();
            }
            echo.append(text);
            separator = ", ";
        }
        return echo.append(']').toString();
    }
}
