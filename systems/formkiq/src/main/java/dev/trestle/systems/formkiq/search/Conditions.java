package dev.trestle.systems.formkiq.search;

import dev.trestle.systems.formkiq.model.DocumentAttributes.DocumentAttribute;
import dev.trestle.systems.formkiq.search.SearchViews.RangeQuery;
import dev.trestle.systems.formkiq.search.SearchViews.ValueQuery;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Compares values with what is asked of them: numbers as numbers, flags and texts as texts. */
final class Conditions {
    private static final int DIGITS_MAX = 125;

    private Conditions() {}

    static boolean matches(ValueQuery query, DocumentAttribute row) {
        if (!row.key().equals(query.key())) {
            return false;
        }
        BigDecimal number = row.numberValue();
        return number == null ? matches(query, row.value()) : matches(query, number);
    }

    static boolean matches(ValueQuery query, String value) {
        if (query.hasEq()) {
            return value.equals(query.eq());
        }
        List<String> oneOf = query.eqOr();
        if (oneOf != null && query.hasEqOr()) {
            return oneOf.contains(value);
        }
        if (query.hasBeginning()) {
            return value.startsWith(String.valueOf(query.beginsWith()));
        }
        RangeQuery range = query.range();
        return range == null
                || value.compareTo(String.valueOf(range.start())) >= 0
                        && value.compareTo(String.valueOf(range.end())) <= 0;
    }

    private static boolean matches(ValueQuery query, BigDecimal value) {
        if (query.hasEq()) {
            return isSame(value, query.eq());
        }
        List<String> oneOf = query.eqOr();
        if (oneOf != null && query.hasEqOr()) {
            return oneOf.stream().anyMatch(each -> isSame(value, each));
        }
        if (query.hasBeginning()) {
            return value.toPlainString().startsWith(String.valueOf(query.beginsWith()));
        }
        RangeQuery range = query.range();
        if (range == null) {
            return true;
        }
        BigDecimal from = number(range.start());
        BigDecimal to = number(range.end());
        return from != null && to != null && value.compareTo(from) >= 0 && value.compareTo(to) <= 0;
    }

    private static boolean isSame(BigDecimal value, @Nullable String text) {
        BigDecimal other = number(text);
        return other != null && value.compareTo(other) == 0;
    }

    static @Nullable BigDecimal number(@Nullable String text) {
        if (text == null || text.length() > 200) {
            return null;
        }
        try {
            BigDecimal number = new BigDecimal(text.strip());
            // What no document can hold is compared with nothing.
            boolean isHuge = Math.abs((long) number.precision() - number.scale()) > DIGITS_MAX;
            return isHuge ? null : number;
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
