package dev.trestle.engine.legacy;

import dev.trestle.engine.api.LegacyRead;
import dev.trestle.engine.api.LegacyWrite;
import dev.trestle.engine.check.Constraints;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What can be said of the legacy parameters one by one. */
public final class LegacyConstraints {
    private static final String[] COMPARISON_OPERATORS = {
        "IN",
        "NULL",
        "BETWEEN",
        "LT",
        "NOT_CONTAINS",
        "EQ",
        "GT",
        "NOT_NULL",
        "NE",
        "LE",
        "BEGINS_WITH",
        "GE",
        "CONTAINS"
    };
    private static final String[] CONDITIONAL_OPERATORS = {"OR", "AND"};
    private static final String[] ACTIONS = {"ADD", "PUT", "DELETE"};

    private LegacyConstraints() {}

    public static void add(Constraints constraints, @Nullable LegacyWrite legacy) {
        if (legacy == null) {
            return;
        }
        constraints.oneOf("conditionalOperator", legacy.conditionalOperator(), CONDITIONAL_OPERATORS);
        if (legacy.expected() != null) {
            legacy.expected()
                    .forEach((attribute, expectation) -> constraints.oneOf(
                            "expected." + attribute + ".member.comparisonOperator",
                            expectation.comparisonOperator(),
                            COMPARISON_OPERATORS));
        }
        if (legacy.attributeUpdates() != null) {
            legacy.attributeUpdates()
                    .forEach((attribute, update) -> constraints.oneOf(
                            "attributeUpdates." + attribute + ".member.action", update.action(), ACTIONS));
        }
    }

    /** {@code filterPath} is how the service calls the operation's filter. */
    public static void add(Constraints constraints, @Nullable LegacyRead legacy, String filterPath) {
        if (legacy == null) {
            return;
        }
        constraints.oneOf("conditionalOperator", legacy.conditionalOperator(), CONDITIONAL_OPERATORS);
        attributesToGet(constraints, legacy.attributesToGet());
        comparisons(constraints, filterPath, legacy.filter());
        comparisons(constraints, "keyConditions", legacy.keyConditions());
    }

    public static void attributesToGet(Constraints constraints, @Nullable List<String> names) {
        constraints.length("attributesToGet", names, 1, Integer.MAX_VALUE);
    }

    private static void comparisons(
            Constraints constraints, String path, @Nullable Map<String, LegacyRead.Comparison> comparisons) {
        if (comparisons != null) {
            comparisons.forEach((attribute, comparison) -> {
                String member = path + "." + attribute + ".member.comparisonOperator";
                constraints
                        .required(member, comparison.comparisonOperator())
                        .oneOf(member, comparison.comparisonOperator(), COMPARISON_OPERATORS);
            });
        }
    }
}
