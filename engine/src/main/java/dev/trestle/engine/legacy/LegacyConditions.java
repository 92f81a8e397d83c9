package dev.trestle.engine.legacy;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.api.LegacyRead;
import dev.trestle.engine.api.LegacyWrite;
import dev.trestle.engine.api.LegacyWrite.Expectation;
import dev.trestle.engine.check.Required;
import dev.trestle.engine.expression.AttributeConditions;
import dev.trestle.engine.expression.Condition;
import dev.trestle.engine.expression.KeyCondition;
import dev.trestle.engine.value.Canonical;
import dev.trestle.engine.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Turns Expected, QueryFilter, ScanFilter and KeyConditions into what expressions are turned into. Constraints were checked before. */
public final class LegacyConditions {
    private static final String INVALID = "One or more parameter values were invalid: ";

    private LegacyConditions() {}

    /** Null if the request expects nothing. */
    public static @Nullable Condition expected(@Nullable LegacyWrite legacy) {
        if (legacy == null) {
            return null;
        }
        Map<String, Expectation> expected = legacy.expected() == null ? Map.of() : legacy.expected();
        List<Condition> parts = new ArrayList<>();
        expected.forEach((name, expectation) -> parts.add(expectation(Canonical.attributeName(name), expectation)));
        return joined(legacy.conditionalOperator(), parts);
    }

    /** Null if the request does not filter. */
    public static @Nullable Condition filter(@Nullable LegacyRead legacy) {
        if (legacy == null) {
            return null;
        }
        Map<String, LegacyRead.Comparison> filter = legacy.filter() == null ? Map.of() : legacy.filter();
        List<Condition> parts = new ArrayList<>();
        filter.forEach((name, comparison) -> {
            ComparisonOperator operator = operator(comparison.comparisonOperator());
            parts.add(operator.condition(
                    Canonical.attributeName(name), operator.checked(comparison.attributeValueList())));
        });
        return joined(legacy.conditionalOperator(), parts);
    }

    /** The caller matches the terms with the key schema, as it does with those of an expression. */
    public static KeyCondition keyCondition(Map<String, LegacyRead.Comparison> comparisons) {
        if (comparisons.isEmpty()) {
            throw EngineException.validation("Conditions must be at least length 1");
        }
        List<KeyCondition.Term> terms = new ArrayList<>();
        comparisons.forEach((name, comparison) -> {
            ComparisonOperator operator = operator(comparison.comparisonOperator());
            terms.add(operator.term(Canonical.attributeName(name), operator.checked(comparison.attributeValueList())));
        });
        return new KeyCondition(List.copyOf(terms));
    }

    /** A QueryFilter is about what the key condition does not decide. */
    public static void checkNoKeys(Map<String, LegacyRead.Comparison> queryFilter, List<String> keyAttributes) {
        for (String name : keyAttributes) {
            if (queryFilter.containsKey(name)) {
                throw EngineException.validation(
                        "QueryFilter can only contain non-primary key attributes: Primary key attribute: " + name);
            }
        }
    }

    private static void checkOperator(@Nullable String conditionalOperator, int conditions) {
        if (conditionalOperator != null && conditions < 2) {
            throw EngineException.validation(
                    conditions == 0
                            ? "ConditionalOperator cannot be used without Filter or Expected"
                            : "ConditionalOperator can only be used when Filter or Expected has two or more elements");
        }
    }

    private static @Nullable Condition joined(@Nullable String conditionalOperator, List<Condition> parts) {
        checkOperator(conditionalOperator, parts.size());
        if (parts.isEmpty()) {
            return null;
        }
        return "OR".equals(conditionalOperator) ? AttributeConditions.any(parts) : AttributeConditions.all(parts);
    }

    private static ComparisonOperator operator(@Nullable String name) {
        return ComparisonOperator.valueOf(Required.of(name));
    }

    private static Condition expectation(String attribute, Expectation expectation) {
        Value value = expectation.value();
        List<Value> values = expectation.attributeValueList();
        if (value != null && values != null) {
            throw misused("Value and AttributeValueList cannot be used together", attribute);
        }
        if (expectation.comparisonOperator() != null) {
            if (expectation.exists() != null) {
                throw misused("Exists and ComparisonOperator cannot be used together", attribute);
            }
            ComparisonOperator operator = operator(expectation.comparisonOperator());
            if (operator.takesArguments() && value == null && values == null) {
                throw misused(
                        "Value or AttributeValueList must be used with ComparisonOperator: " + operator, attribute);
            }
            return operator.condition(attribute, operator.checked(value == null ? values : List.of(value)));
        }
        if (values != null) {
            throw misused("AttributeValueList can only be used with a ComparisonOperator", attribute);
        }
        if (Boolean.FALSE.equals(expectation.exists())) {
            if (value != null) {
                throw misused("Value cannot be used when Exists is false", attribute);
            }
            return AttributeConditions.notExists(attribute);
        }
        if (value == null) {
            throw misused("Value must be provided when Exists is " + expectation.exists(), attribute);
        }
        return AttributeConditions.equal(attribute, Canonical.value(value));
    }

    private static EngineException misused(String rule, String attribute) {
        return EngineException.validation(INVALID + rule + " for Attribute: " + attribute);
    }
}
