package dev.trestle.systems.formkiq.policies;

import dev.trestle.systems.formkiq.model.DocumentAttributes.DocumentAttribute;
import dev.trestle.systems.formkiq.policies.PolicyItem.AttributeRule;
import dev.trestle.systems.formkiq.policies.PolicyItem.Equal;
import dev.trestle.systems.formkiq.policies.PolicyItem.Limit;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a policy leaves to a caller for one request: everything, or the documents that meet one of some lists of rules.
 * Jobs carry it as JSON, so that they do no more than the request was allowed to.
 *
 * @param isUnlimited whether no attributes are asked for
 * @param alternatives the rules of the items that hold otherwise
 */
public record Grant(boolean isUnlimited, String username, List<List<AttributeRule>> alternatives) {
    /** That of a site without a policy, and of administrators. */
    public static final Grant ALL = new Grant(true, "", List.of());

    public static final Grant NONE = new Grant(false, "", List.of());

    public Grant {
        alternatives = List.copyOf(alternatives);
    }

    /** What items leave to somebody who sends a request. */
    static Grant of(List<PolicyItem> items, Set<String> roles, String username, String method, String resource) {
        List<PolicyItem> holding = items.stream()
                .filter(item -> holds(item, roles, method, resource))
                .toList();
        boolean unlimited = holding.stream().anyMatch(item -> item.attributes() == null);
        return new Grant(
                unlimited,
                username,
                unlimited
                        ? List.of()
                        : holding.stream()
                                .map(PolicyItem::attributes)
                                .filter(Objects::nonNull)
                                .toList());
    }

    private static boolean holds(PolicyItem item, Set<String> roles, String method, String resource) {
        PolicyItem.Input input = item.input();
        boolean hasRoles = (item.allRoles() == null || roles.containsAll(item.allRoles()))
                && (item.anyRoles() == null || item.anyRoles().stream().anyMatch(roles::contains))
                && (item.excludedRoles() == null
                        || item.excludedRoles().stream().noneMatch(roles::contains));
        return hasRoles
                && (input == null
                        || (input.httpMethod() == null || input.httpMethod().holds(method))
                                && (input.resource() == null || input.resource().holds(resource)));
    }

    /** Whether there is nothing that the caller may do. */
    public boolean leavesNothing() {
        return !isUnlimited && alternatives.isEmpty();
    }

    /** The attributes that decide. */
    Set<String> keys() {
        return alternatives.stream()
                .flatMap(List::stream)
                .map(rule -> String.valueOf(rule.key()))
                .collect(Collectors.toSet());
    }

    /** Whether a document with these values is among those that are left to the caller. */
    public boolean allows(List<DocumentAttribute> values) {
        return isUnlimited
                || alternatives.stream()
                        .anyMatch(rules -> rules.stream()
                                .allMatch(rule -> meets(
                                        rule,
                                        values.stream()
                                                .filter(value -> value.key().equals(rule.key()))
                                                .toList())));
    }

    /** A document without a value meets no rule, not even one that says what the value must not be. */
    private boolean meets(AttributeRule rule, List<DocumentAttribute> values) {
        if (values.isEmpty()) {
            return false;
        }
        Equal eq = rule.eq();
        return (eq == null || values.stream().anyMatch(value -> equal(eq, value)))
                && (rule.neq() == null
                        || values.stream()
                                .noneMatch(value -> Objects.equals(
                                        value.stringValue(), rule.neq().stringValue())))
                && compared(rule.gt(), values, sign -> sign > 0)
                && compared(rule.gte(), values, sign -> sign >= 0)
                && compared(rule.lt(), values, sign -> sign < 0)
                && compared(rule.lte(), values, sign -> sign <= 0)
                && (rule.in() == null || hasOneOf(rule.in().stringValues(), values))
                && (rule.notIn() == null || !hasOneOf(rule.notIn().stringValues(), values));
    }

    private boolean equal(Equal wanted, DocumentAttribute value) {
        if (wanted.stringValue() != null) {
            return wanted.stringValue().equals(value.stringValue());
        }
        BigDecimal number = value.numberValue();
        if (wanted.numberValue() != null) {
            return number != null && number.compareTo(wanted.numberValue()) == 0;
        }
        return wanted.booleanValue() == null
                ? wanted.isOfCaller() && username.equals(value.stringValue())
                : wanted.booleanValue().equals(value.booleanValue());
    }

    private static boolean compared(@Nullable Limit limit, List<DocumentAttribute> values, IntPredicate holds) {
        if (limit == null) {
            return true;
        }
        BigDecimal bound = limit.numberValue();
        return bound != null
                && values.stream()
                        .map(DocumentAttribute::numberValue)
                        .filter(Objects::nonNull)
                        .anyMatch(number -> holds.test(number.compareTo(bound)));
    }

    private static boolean hasOneOf(@Nullable List<String> wanted, List<DocumentAttribute> values) {
        return wanted != null
                && values.stream()
                        .map(DocumentAttribute::stringValue)
                        .filter(Objects::nonNull)
                        .anyMatch(wanted::contains);
    }
}
