package dev.trestle.engine.expression;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.value.Value;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Replays {@code cases.tsv}: one expression per line with what the service makes of it. Columns: kind, item, text,
 * names, values, expected; values in {@link Notation}. Expected is an error's message, {@code ok}, {@code true} or
 * {@code false} for a condition, the projected item, or an update's changed attributes and the names of those that it
 * removed.
 */
class ExpressionCasesTest {

    record Case(String kind, Map<String, Value> item, String text, String names, String values, String expected) {
        @Override
        public String toString() {
            return kind + " " + text + (values.equals("-") ? "" : " " + values)
                    + (names.equals("-") ? "" : " " + names);
        }
    }

    static List<Case> cases() throws IOException {
        Map<String, Map<String, Value>> items = new HashMap<>();
        try (InputStream stream = ExpressionCasesTest.class.getResourceAsStream("cases.tsv");
                BufferedReader reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            List<String[]> rows = reader.lines()
                    .filter(line -> !line.startsWith("//"))
                    .map(line -> line.split("\t", -1))
                    .toList();
            rows.stream().filter(row -> row[0].equals("item")).forEach(row -> items.put(row[1], Notation.map(row[2])));
            return rows.stream()
                    .filter(row -> !row[0].equals("item"))
                    .map(row -> new Case(
                            row[0],
                            items.get(row[1]),
                            Notation.string(row[2]),
                            row[3],
                            row[4],
                            Notation.string(row[5])))
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void expression_recordedCase_answersLikeTheService(Case recorded) {
        assertThat(answer(recorded)).isEqualTo(recorded.expected);
    }

    private static String answer(Case recorded) {
        try {
            ExpressionScope scope = new ExpressionScope(
                    names(recorded.names), recorded.values.equals("-") ? null : Notation.map(recorded.values));
            String result = result(scope, recorded);
            scope.checkAllUsed();
            return result;
        } catch (EngineException e) {
            return e.getMessage();
        }
    }

    private static @Nullable Map<String, String> names(String notation) {
        if (notation.equals("-")) {
            return null;
        }
        Map<String, String> names = new LinkedHashMap<>();
        Notation.map(notation).forEach((key, value) -> names.put(key, ((Value.S) value).value()));
        return names;
    }

    private static String result(ExpressionScope scope, Case recorded) {
        switch (recorded.kind) {
            case "condition", "test":
                return Boolean.toString(scope.condition(recorded.text).test(recorded.item::get));
            case "filter":
                scope.filter(recorded.text, Set.of());
                return "ok";
            case "queryfilter":
                scope.filter(recorded.text, new TreeSet<>(Set.of("pk", "sk")));
                return "ok";
            case "key":
                scope.keyCondition(recorded.text);
                return "ok";
            case "projection":
                return Notation.show(scope.projection(recorded.text).apply(recorded.item::get));
            case "update":
                Update update = scope.update(recorded.text);
                boolean ofKey = update.attributes().stream().anyMatch(name -> name.equals("pk") || name.equals("sk"));
                return ofKey
                        ? "ok"
                        : difference(recorded.item, update.apply(recorded.item).item());
            default:
                throw new IllegalArgumentException(recorded.kind);
        }
    }

    private static String difference(Map<String, Value> before, Map<String, Value> after) {
        Map<String, Value> changed = new LinkedHashMap<>(after);
        changed.entrySet().removeAll(before.entrySet());
        return Notation.show(changed)
                + Stream.of(before.keySet())
                        .flatMap(Set::stream)
                        .filter(name -> !after.containsKey(name))
                        .sorted()
                        .map(name -> '"' + name + '"')
                        .collect(Collectors.joining(", ", " - [", "]"));
    }
}
