package dev.trestle.oracle;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Two habits of DynamoDB Local that would hide other differences in the same answer if they were listed as known ones. It
 * keeps numbers inside documents, and sums, as they were written (1e2, -2.50), where the service stores a number; and it
 * ends the message of a failed condition in a transaction with a full stop.
 */
final class LocalHabits {
    private static final String FAILED = "The conditional request failed.";

    private LocalHabits() {}

    static Map<String, Object> undone(Map<String, Object> object) {
        Map<String, Object> changed = new LinkedHashMap<>();
        object.forEach((name, value) -> changed.put(name, undone(name, value)));
        return changed;
    }

    @SuppressWarnings("unchecked")
    private static Object undone(String name, Object value) {
        if (value instanceof Map<?, ?> map) {
            return undone((Map<String, Object>) map);
        }
        if (value instanceof List<?> list) {
            List<Object> changed = new ArrayList<>();
            list.forEach(element -> changed.add(undone(name.equals("NS") ? "N" : "", element)));
            return changed;
        }
        if (name.equals("N") && value instanceof String text) {
            return plain(text);
        }
        return name.equals("Message") && value.equals(FAILED) ? FAILED.substring(0, FAILED.length() - 1) : value;
    }

    private static String plain(String number) {
        BigDecimal decimal = new BigDecimal(number);
        return decimal.signum() == 0 ? "0" : decimal.stripTrailingZeros().toPlainString();
    }
}
