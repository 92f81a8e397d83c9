package dev.trestle.systems.formkiq.policies;

import dev.trestle.platform.api.Json;
import dev.trestle.systems.formkiq.policies.PolicyItem.AttributeRule;
import dev.trestle.systems.formkiq.policies.PolicyItem.Equal;
import dev.trestle.systems.formkiq.policies.PolicyItem.Limit;
import dev.trestle.systems.formkiq.policies.PolicyItem.Listed;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Policies as Rego. Texts are written as JSON, which Rego reads the same way. The rendering says what the items do:
 * they are what is carried out, and a policy that is another text is carried out by nobody.
 */
final class Rego {
    private static final String HEAD = """
            package formkiq

            import rego.v1

            default allow := false

            allow if "ADMIN" in input.user.permissions
            """;
    private static final String ROLES = "{role | some role in input.user.roles}";

    private Rego() {}

    static String of(List<PolicyItem> items) {
        return HEAD + items.stream().map(item -> "\n" + of(item)).collect(Collectors.joining());
    }

    static String of(PolicyItem item) {
        List<String> lines = new ArrayList<>();
        if (item.allRoles() != null) {
            item.allRoles().forEach(role -> lines.add(text(role) + " in input.user.roles"));
        }
        if (item.anyRoles() != null) {
            lines.add("count(" + set(item.anyRoles()) + " & " + ROLES + ") > 0");
        }
        if (item.excludedRoles() != null) {
            lines.add("count(" + set(item.excludedRoles()) + " & " + ROLES + ") == 0");
        }
        if (item.input() != null) {
            listed(lines, "input.httpMethod", item.input().httpMethod());
            listed(lines, "input.resource", item.input().resource());
        }
        if (item.attributes() != null) {
            item.attributes().forEach(rule -> attribute(lines, rule));
        }
        return lines.stream().map(line -> "    " + line + "\n").collect(Collectors.joining("", "allow if {\n", "}\n"));
    }

    private static void listed(List<String> lines, String name, @Nullable Listed listed) {
        if (listed != null && listed.in() != null) {
            lines.add(name + " in " + set(listed.in()));
        }
        if (listed != null && listed.notIn() != null) {
            lines.add("not " + name + " in " + set(listed.notIn()));
        }
    }

    private static void attribute(List<String> lines, AttributeRule rule) {
        String values = "input.document.attributes[" + text(rule.key()) + "]";
        String asSet = "{value | some value in " + values + "}";
        Equal eq = rule.eq();
        if (eq != null) {
            String wanted = eq.stringValue() != null
                    ? text(eq.stringValue())
                    : eq.numberValue() != null
                            ? number(eq.numberValue())
                            : eq.booleanValue() != null ? eq.booleanValue().toString() : "input.user.username";
            lines.add(wanted + " in " + values);
        }
        if (rule.neq() != null) {
            lines.add("count(" + values + ") > 0");
            lines.add("not " + text(rule.neq().stringValue()) + " in " + values);
        }
        limit(lines, values, ">", rule.gt());
        limit(lines, values, ">=", rule.gte());
        limit(lines, values, "<", rule.lt());
        limit(lines, values, "<=", rule.lte());
        if (rule.in() != null) {
            lines.add("count(" + set(rule.in().stringValues()) + " & " + asSet + ") > 0");
        }
        if (rule.notIn() != null) {
            lines.add("count(" + values + ") > 0");
            lines.add("count(" + set(rule.notIn().stringValues()) + " & " + asSet + ") == 0");
        }
    }

    private static void limit(List<String> lines, String values, String operator, @Nullable Limit limit) {
        if (limit != null && limit.numberValue() != null) {
            lines.add("count({value | some value in " + values + "; is_number(value); value " + operator + " "
                    + number(limit.numberValue()) + "}) > 0");
        }
    }

    private static String number(BigDecimal number) {
        return number.stripTrailingZeros().toPlainString();
    }

    private static String set(@Nullable List<String> texts) {
        return texts == null ? "set()" : texts.stream().map(Rego::text).collect(Collectors.joining(", ", "{", "}"));
    }

    private static String text(@Nullable String text) {
        return Json.text(text);
    }
}
