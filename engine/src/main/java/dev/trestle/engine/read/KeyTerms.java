package dev.trestle.engine.read;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.expression.KeyCondition;
import dev.trestle.engine.expression.KeyCondition.Operator;
import dev.trestle.engine.table.KeyAttribute;
import dev.trestle.engine.table.KeyDef;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Matches the terms of a key condition with a key: an equality for each partition attribute, and conditions on sort attributes from the
 * left to the right without a gap, of which only the last one need not be an equality. The service has other words for keys of one
 * partition and one sort attribute than for longer ones.
 */
final class KeyTerms {
    private static final String NOT_SUPPORTED = "Query key condition not supported";
    private static final int SIMPLE_MAX = 2;

    private final KeyDef key;
    private final Map<String, KeyCondition.Term> terms = new HashMap<>();

    private KeyTerms(KeyDef key, KeyCondition condition) {
        this.key = key;
        for (KeyCondition.Term term : condition.terms()) {
            if (terms.put(term.attribute(), term) != null) {
                throw EngineException.validation(
                        "Invalid KeyConditionExpression: KeyConditionExpressions must only contain one condition per key");
            }
        }
    }

    /** The terms by attribute, which fit the key. */
    static Map<String, KeyCondition.Term> matching(KeyDef key, KeyCondition condition) {
        KeyTerms matched = new KeyTerms(key, condition);
        if (key.isMultiAttribute()) {
            matched.checkPartitionAttributes();
            matched.checkSortAttributes();
        } else {
            matched.checkPartitionAttribute();
        }
        matched.checkNoOthers();
        return matched.terms;
    }

    private void checkPartitionAttribute() {
        if (terms.size() > SIMPLE_MAX) {
            throw EngineException.validation("Conditions can be of length 1 or 2 only");
        }
        String name = key.partition().get(0).name();
        KeyCondition.Term term = terms.get(name);
        if (term == null) {
            throw missed(name);
        }
        if (term.operator() != Operator.EQUAL) {
            throw EngineException.validation(NOT_SUPPORTED);
        }
    }

    private void checkPartitionAttributes() {
        List<String> unequal = key.partition().stream()
                .map(KeyAttribute::name)
                .filter(name -> !isEquality(terms.get(name)))
                .toList();
        if (!unequal.isEmpty()) {
            throw EngineException.validation("HASH key attributes " + String.join(", ", unequal)
                    + " must have equality conditions specified in the query");
        }
    }

    private void checkSortAttributes() {
        List<String> left = new ArrayList<>();
        List<String> unequal = new ArrayList<>();
        for (KeyAttribute part : key.sort()) {
            if (!terms.containsKey(part.name())) {
                left.add(part.name());
            } else if (!left.isEmpty()) {
                throw notEqualBefore(part.name(), left);
            }
        }
        String last = null;
        for (KeyAttribute part : key.sort().subList(0, key.sort().size() - left.size())) {
            if (last != null && !isEquality(terms.get(last))) {
                unequal.add(last);
            }
            last = part.name();
        }
        if (last != null && !unequal.isEmpty()) {
            throw notEqualBefore(last, unequal);
        }
    }

    private void checkNoOthers() {
        List<String> names = key.names();
        if (!names.containsAll(terms.keySet())) {
            String unused = key.sort().stream()
                    .map(KeyAttribute::name)
                    .filter(name -> !terms.containsKey(name))
                    .findFirst()
                    .orElse(null);
            throw unused == null ? EngineException.validation(NOT_SUPPORTED) : missed(unused);
        }
    }

    private static boolean isEquality(KeyCondition.@Nullable Term term) {
        return term != null && term.operator() == Operator.EQUAL;
    }

    private static EngineException missed(String attribute) {
        return EngineException.validation("Query condition missed key schema element: " + attribute);
    }

    private static EngineException notEqualBefore(String attribute, List<String> before) {
        return EngineException.validation("RANGE key attributes " + String.join(", ", before)
                + " must have equality conditions specified in the query because a condition is present on key attribute "
                + attribute);
    }
}
