package dev.trestle.model.operation;

import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Compares values as the service does: 1.0 is 1, and a set has no order. */
final class Sameness {
    private Sameness() {}

    static boolean same(@Nullable AttributeValue one, @Nullable AttributeValue other) {
        if (one == null || other == null) {
            return one == null && other == null;
        }
        if (one.type() != other.type()) {
            return false;
        }
        return switch (one.type()) {
            case N -> number(one.n()).equals(number(other.n()));
            case SS -> sameSets(one.ss(), other.ss(), text -> text);
            case NS -> sameSets(one.ns(), other.ns(), Sameness::number);
            case BS -> sameSets(one.bs(), other.bs(), bytes -> bytes);
            case L -> sameLists(one.l(), other.l());
            case M -> sameMaps(one.m(), other.m());
            default -> one.equals(other);
        };
    }

    /** A number without the zeros at its end, which the service does not keep. */
    private static BigDecimal number(String digits) {
        return new BigDecimal(digits).stripTrailingZeros();
    }

    private static <V> boolean sameSets(List<V> one, List<V> other, Function<V, ?> form) {
        return one.size() == other.size()
                && new HashSet<Object>(one.stream().map(form).toList())
                        .equals(new HashSet<Object>(other.stream().map(form).toList()));
    }

    private static boolean sameLists(List<AttributeValue> one, List<AttributeValue> other) {
        boolean same = one.size() == other.size();
        for (int i = 0; same && i < one.size(); i++) {
            same = same(one.get(i), other.get(i));
        }
        return same;
    }

    private static boolean sameMaps(Map<String, AttributeValue> one, Map<String, AttributeValue> other) {
        if (one.size() != other.size()) {
            return false;
        }
        for (Map.Entry<String, AttributeValue> entry : one.entrySet()) {
            if (!same(entry.getValue(), other.get(entry.getKey()))) {
                return false;
            }
        }
        return true;
    }
}
