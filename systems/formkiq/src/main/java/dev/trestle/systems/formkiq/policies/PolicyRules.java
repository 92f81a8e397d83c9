package dev.trestle.systems.formkiq.policies;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.systems.formkiq.api.Places;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.model.Attributes;
import dev.trestle.systems.formkiq.model.Attributes.Attribute;
import dev.trestle.systems.formkiq.model.Attributes.DataType;
import dev.trestle.systems.formkiq.policies.PolicyItem.AttributeRule;
import dev.trestle.systems.formkiq.policies.PolicyItem.Equal;
import dev.trestle.systems.formkiq.policies.PolicyItem.Input;
import dev.trestle.systems.formkiq.policies.PolicyItem.Listed;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the items of a policy have to be. What could never hold, because of a slip of the pen, is refused. */
final class PolicyRules {
    private static final int LIST_MAX = 100;
    private static final int TEXT_MAX = 2000;
    private static final int RENDERED_MAX = 300_000;
    private static final Set<String> METHODS = Set.of("GET", "POST", "PUT", "PATCH", "DELETE");

    private final ItemStore store;
    private final Places places;
    private final Refusals refusals = new Refusals();

    /** {@code store} is that of the policy's site. */
    PolicyRules(ItemStore store, Places places) {
        this.store = store;
        this.places = places;
    }

    /** The items as they are stored, or all that is wrong with them. */
    List<PolicyItem> checked(@Nullable List<PolicyItem> asked) {
        new Refusals()
                .addIf(asked == null || asked.isEmpty(), "policyItems", "'policyItems' is required")
                .addIf(
                        asked != null && asked.size() > SitePolicy.ITEMS_MAX,
                        "policyItems",
                        "maximum number is " + SitePolicy.ITEMS_MAX)
                .check();
        List<PolicyItem> items = new ArrayList<>();
        List<PolicyItem> given = asked == null ? List.of() : asked;
        for (int i = 0; i < given.size(); i++) {
            items.add(checked("policyItems[" + i + "]", given.get(i)));
        }
        refusals.addIf(
                refusals.isEmpty() && Rego.of(items).length() > RENDERED_MAX,
                "policyItems",
                "the policy is too large; at most " + RENDERED_MAX + " characters");
        refusals.check();
        return items;
    }

    private PolicyItem checked(String at, PolicyItem asked) {
        PolicyItem item = declared(at, asked.plain());
        refusals.addIf(item.saysNothing(), at, "a policy item needs at least one condition");
        String rego = asked.policy();
        roles(at + ".allRoles", item.allRoles());
        roles(at + ".anyRoles", item.anyRoles());
        roles(at + ".excludedRoles", item.excludedRoles());
        Input input = item.input();
        if (input != null && input.httpMethod() != null) {
            methods(at + ".input.httpMethod", input.httpMethod().in());
            methods(at + ".input.httpMethod", input.httpMethod().notIn());
        }
        List<AttributeRule> rules = item.attributes() == null ? List.of() : item.attributes();
        size(at + ".attributes", rules);
        rules.forEach(rule -> attribute(at + ".attributes", rule));
        boolean isOther = rego != null
                && !rego.isBlank()
                && refusals.isEmpty()
                && !rego.strip().equals(Rego.of(item).strip());
        refusals.addIf(isOther, at + ".policy", "policy is not supported");
        return item;
    }

    /** The item with its resources as they are declared. */
    private PolicyItem declared(String at, PolicyItem item) {
        Input input = item.input();
        if (input == null || input.resource() == null) {
            return item;
        }
        Listed listed = new Listed(
                declared(at, input.resource().in()),
                declared(at, input.resource().notIn()));
        return new PolicyItem(
                null,
                item.allRoles(),
                item.anyRoles(),
                item.excludedRoles(),
                item.attributes(),
                new Input(input.httpMethod(), listed));
    }

    private @Nullable List<String> declared(String at, @Nullable List<String> resources) {
        if (resources == null) {
            return null;
        }
        size(at + ".input.resource", resources);
        List<String> found = new ArrayList<>();
        for (String each : resources) {
            List<String> known = places.declared(each);
            refusals.addIf(known.isEmpty(), at + ".input.resource", "invalid resource '" + each + "'");
            found.addAll(known);
        }
        return found;
    }

    private void size(String at, List<?> list) {
        refusals.addIf(list.size() > LIST_MAX, at, "maximum number is " + LIST_MAX);
    }

    private void roles(String at, @Nullable List<String> roles) {
        texts(at, roles);
        refusals.addIf(roles != null && roles.stream().anyMatch(String::isBlank), at, "a role needs a name");
    }

    private void texts(String at, @Nullable List<String> texts) {
        if (texts != null) {
            size(at, texts);
            refusals.addIf(
                    texts.stream().anyMatch(each -> each.length() > TEXT_MAX), at, "value cannot exceed " + TEXT_MAX);
        }
    }

    private void methods(String at, @Nullable List<String> methods) {
        if (methods != null) {
            methods.stream()
                    .filter(each -> !METHODS.contains(each))
                    .forEach(each -> refusals.add(at, "invalid method '" + each + "'"));
        }
    }

    private void attribute(String at, AttributeRule rule) {
        String key = rule.key() == null ? "" : rule.key();
        if (key.isEmpty()) {
            refusals.add(at + ".key", "'key' is required");
            return;
        }
        Optional<Attribute> definition =
                key.indexOf('#') >= 0 ? Optional.empty() : store.get(Attributes.ATTRIBUTE_BY_KEY.of(key));
        refusals.addIf(definition.isEmpty(), key, "attribute '" + key + "' not found");
        refusals.addIf(!rule.hasCondition(), key, "attribute '" + key + "' needs a condition");
        Equal eq = rule.eq();
        refusals.addIf(eq != null && eq.values() > 1, key, "'eq' takes one value");
        texts(at, rule.in() == null ? null : rule.in().stringValues());
        texts(at, rule.notIn() == null ? null : rule.notIn().stringValues());
        definition.ifPresent(known -> type(rule, known.dataType(), key));
    }

    /** A rule that no value of the attribute can meet would shut everybody out. */
    private void type(AttributeRule rule, DataType type, String key) {
        Equal eq = rule.eq();
        boolean isText = rule.neq() != null
                || rule.in() != null
                || rule.notIn() != null
                || eq != null && (eq.stringValue() != null || eq.isOfCaller());
        boolean isNumber = rule.gt() != null
                || rule.gte() != null
                || rule.lt() != null
                || rule.lte() != null
                || eq != null && eq.numberValue() != null;
        boolean isFlag = eq != null && eq.booleanValue() != null;
        refusals.addIf(isText && (type == DataType.NUMBER || type == DataType.BOOLEAN), key, only(type));
        refusals.addIf(isNumber && type != DataType.NUMBER, key, only(type));
        refusals.addIf(isFlag && type != DataType.BOOLEAN, key, only(type));
    }

    private static String only(DataType type) {
        return switch (type) {
            case NUMBER -> "attribute only support number value";
            case BOOLEAN -> "attribute only support boolean value";
            default -> "attribute only support string value";
        };
    }
}
