package dev.trestle.server.console;

import dev.trestle.model.Bound;
import dev.trestle.model.KeyCondition;
import dev.trestle.model.Pattern;
import dev.trestle.model.Scoping;
import dev.trestle.model.Table;
import dev.trestle.model.error.ModelException;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.system.SystemDefinition;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The names behind ids. An id is looked up by the model's patterns that get one item by one parameter: first those whose parameter is called
 * like the attribute, then those of entities that have a name; then among the people of the built-in issuer. All lookups of a request
 * together are bounded.
 */
final class Names {
    private static final int LOOKUPS_MAX = 100;
    private static final int MISSES_MAX = 3;
    private static final List<String> NAMED_BY = List.of("name", "displayName", "title", "scene", "fileName", "email");
    private static final java.util.regex.Pattern ID =
            java.util.regex.Pattern.compile("(?i).*(id|by|to|author|owner|assignee|person|user|subject|sub)$");

    private final Reader reader;
    private final Function<String, Optional<String>> people;

    Names(Reader reader, Function<String, Optional<String>> people) {
        this.reader = reader;
        this.people = people;
    }

    /** An attribute with its text. */
    record Id(String attribute, String value) {}

    record Asked(List<Id> ids, @Nullable String tenant) {}

    /**
     * A name.
     *
     * @param table where the named item is; null for people
     * @param key its key
     */
    record Named(
            String attribute,
            String value,
            String name,
            @Nullable String table,
            @Nullable Map<String, Object> key) {}

    private static final class Budget {
        private int left = LOOKUPS_MAX;

        boolean take() {
            return left-- > 0;
        }
    }

    /** Attributes that a pattern asks for by name come first; one whose values name nothing is soon given up. */
    List<Named> of(SystemDefinition<?> system, Asked asked) {
        Budget budget = new Budget();
        Map<Id, Named> found = new LinkedHashMap<>();
        Map<String, Integer> misses = new HashMap<>();
        List<Id> ids = asked.ids().stream()
                .filter(id ->
                        ID.matcher(id.attribute()).matches() && !id.value().isEmpty())
                .distinct()
                .sorted(Comparator.comparing(id -> !isAsked(system, id.attribute())))
                .toList();
        for (Id id : ids) {
            if (misses.getOrDefault(id.attribute(), 0) < MISSES_MAX) {
                Named named = name(system, id, asked.tenant(), budget);
                if (named == null) {
                    misses.merge(id.attribute(), 1, Integer::sum);
                } else {
                    found.put(id, named);
                }
            }
        }
        return List.copyOf(found.values());
    }

    private static boolean isAsked(SystemDefinition<?> system, String attribute) {
        return system.model().allTables().stream()
                .flatMap(table -> table.patterns().stream())
                .anyMatch(pattern -> pattern.parameters().equals(List.of(attribute)));
    }

    private @Nullable Named name(SystemDefinition<?> system, Id id, @Nullable String tenant, Budget budget) {
        for (Pattern<?> pattern : patterns(system, id.attribute())) {
            Named named = budget.take() ? ask(pattern, id, tenant) : null;
            if (named != null) {
                return named;
            }
        }
        return budget.take()
                ? people.apply(id.value())
                        .map(name -> new Named(id.attribute(), id.value(), name, null, null))
                        .orElse(null)
                : null;
    }

    private static List<Pattern<?>> patterns(SystemDefinition<?> system, String attribute) {
        List<Pattern<?>> same = new ArrayList<>();
        List<Pattern<?>> others = new ArrayList<>();
        for (Table table : system.model().allTables()) {
            for (Pattern<?> pattern : table.patterns()) {
                boolean byOne = pattern.kind() == Pattern.Kind.GET
                        && pattern.index() == null
                        && pattern.parameters().size() == 1;
                if (byOne && pattern.parameters().get(0).equals(attribute)) {
                    same.add(pattern);
                } else if (byOne && hasName(pattern) && !attribute.equals("id")) {
                    others.add(pattern);
                }
            }
        }
        same.addAll(others.subList(0, Math.min(2, others.size())));
        return same;
    }

    private static boolean hasName(Pattern<?> pattern) {
        return pattern.entities().get(0).mapping().component("name") != null;
    }

    private @Nullable Named ask(Pattern<?> pattern, Id id, @Nullable String tenant) {
        Table table = pattern.entities().get(0).table();
        try {
            Bound<?> bound =
                    Parameters.bind(pattern, Map.of(pattern.parameters().get(0), id.value()), null, null);
            Scoping scoping = Lookup.scoping(table, pattern, tenant);
            List<KeyCondition> conditions = bound.conditions(scoping);
            if (conditions.isEmpty()) {
                return null;
            }
            Map<String, AttributeValue> key = Reader.keyOf(table, conditions.get(0));
            List<Map<String, AttributeValue>> items = reader.get(table, key).items();
            return items.isEmpty() ? null : named(id, table, key, items.get(0));
        } catch (ApiException | ModelException notSuchAnId) {
            return null;
        }
    }

    private static @Nullable Named named(
            Id id, Table table, Map<String, AttributeValue> key, Map<String, AttributeValue> item) {
        for (String attribute : NAMED_BY) {
            AttributeValue value = item.get(attribute);
            if (value != null && value.s() != null && !value.s().equals(id.value())) {
                return new Named(id.attribute(), id.value(), value.s(), table.name(), DynamoJson.ofItem(key));
            }
        }
        return null;
    }
}
