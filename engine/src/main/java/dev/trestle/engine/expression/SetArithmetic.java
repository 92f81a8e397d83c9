package dev.trestle.engine.expression;

import dev.trestle.engine.value.Bytes;
import dev.trestle.engine.value.Numbers;
import dev.trestle.engine.value.Utf8;
import dev.trestle.engine.value.Value;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What ADD and DELETE do with canonical values: sums of numbers, unions and differences of sets. */
final class SetArithmetic {
    private SetArithmetic() {}

    /** ADD to a value that is there. */
    static Value add(Value present, Value operand) {
        if (present instanceof Value.N a && operand instanceof Value.N b) {
            return new Value.N(Numbers.add(a.text(), b.text()));
        }
        if (present instanceof Value.SS a && operand instanceof Value.SS b) {
            return new Value.SS(merge(a.values(), b.values(), Utf8::compare, true));
        }
        if (present instanceof Value.NS a && operand instanceof Value.NS b) {
            return new Value.NS(merge(a.texts(), b.texts(), Numbers::compare, true));
        }
        if (present instanceof Value.BS a && operand instanceof Value.BS b) {
            return new Value.BS(merge(a.values(), b.values(), Comparator.<Bytes>naturalOrder(), true));
        }
        throw NewValue.incorrectType();
    }

    /** DELETE from a value that is there. A set without elements cannot be stored: the attribute goes. */
    static Change delete(Value present, Value operand) {
        if (present instanceof Value.SS a && operand instanceof Value.SS b) {
            List<String> rest = merge(a.values(), b.values(), Utf8::compare, false);
            return rest.isEmpty() ? new Change.Remove() : new Change.Put(new Value.SS(rest));
        }
        if (present instanceof Value.NS a && operand instanceof Value.NS b) {
            List<String> rest = merge(a.texts(), b.texts(), Numbers::compare, false);
            return rest.isEmpty() ? new Change.Remove() : new Change.Put(new Value.NS(rest));
        }
        if (present instanceof Value.BS a && operand instanceof Value.BS b) {
            List<Bytes> rest = merge(a.values(), b.values(), Comparator.<Bytes>naturalOrder(), false);
            return rest.isEmpty() ? new Change.Remove() : new Change.Put(new Value.BS(rest));
        }
        throw NewValue.incorrectType();
    }

    /** The union of two sorted lists without duplicates, or what only the first one has; sorted again. */
    private static <T> List<T> merge(List<T> a, List<T> b, Comparator<T> order, boolean union) {
        List<T> merged = new ArrayList<>(union ? a.size() + b.size() : a.size());
        int i = 0;
        int j = 0;
        while (i < a.size() || j < b.size()) {
            int compared = i == a.size() ? 1 : j == b.size() ? -1 : order.compare(a.get(i), b.get(j));
            if (compared < 0 || (compared == 0 && union)) {
                merged.add(a.get(i));
            } else if (compared > 0 && union) {
                merged.add(b.get(j));
            }
            i += compared <= 0 ? 1 : 0;
            j += compared >= 0 ? 1 : 0;
        }
        return merged;
    }
}
