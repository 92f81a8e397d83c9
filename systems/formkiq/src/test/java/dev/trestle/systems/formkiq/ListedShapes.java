package dev.trestle.systems.formkiq;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The list of FormKiQ's operations, with the shapes of their answers, read independently of what declares them here. An
 * answer has no field beyond its shape, no null, and values of the listed types.
 */
final class ListedShapes {
    private static final Pattern HEAD = Pattern.compile("([A-Z]+) (/\\S*)\\s+op=(\\w+).*");
    private static final Pattern ANSWER = Pattern.compile("\\s+([2-5]\\d\\d): (.*)");

    private final List<Listed> operations = new ArrayList<>();

    /** An operation of the list. */
    record Listed(String method, Pattern path, String id, Map<Integer, String> answers) {
        /** Its path, with something in the place of each parameter. */
        String samplePath() {
            return path.pattern().replace("[^/]+", "x");
        }
    }

    ListedShapes() {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(ListedShapes.class.getResourceAsStream("operations.txt")),
                StandardCharsets.UTF_8))) {
            Listed current = null;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                Matcher head = HEAD.matcher(line);
                Matcher answer = ANSWER.matcher(line);
                if (head.matches()) {
                    String path = head.group(2).replaceAll("\\{\\w+\\+?\\}", "[^/]+");
                    current = new Listed(head.group(1), Pattern.compile(path), head.group(3), new HashMap<>());
                    operations.add(current);
                } else if (answer.matches() && current != null) {
                    current.answers().put(Integer.valueOf(answer.group(1)), answer.group(2));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<String> ids() {
        return operations.stream().map(Listed::id).toList();
    }

    List<Listed> all() {
        return List.copyOf(operations);
    }

    /** The operation at a path; the one with the fewest parameters, where several fit. */
    Listed find(String method, String path) {
        return operations.stream()
                .filter(each -> each.method().equals(method)
                        && each.path().matcher(path).matches())
                .min((one, other) -> Integer.compare(
                        one.path().pattern().split("\\[\\^/\\]", -1).length,
                        other.path().pattern().split("\\[\\^/\\]", -1).length))
                .orElseThrow(() -> new AssertionError(method + " " + path + " is not listed"));
    }

    /** What an answer has that its shape has not. */
    List<String> problems(Listed operation, int status, @Nullable JsonNode body) {
        List<String> problems = new ArrayList<>();
        if (body == null) {
            return problems;
        }
        String shape = operation.answers().get(status);
        if (status >= 400) {
            String text = body.toString();
            boolean isMessage = text.matches("\\{\"message\":\".*\"\\}");
            boolean isErrors = text.matches("\\{\"errors\":\\[\\{.*\\}\\]\\}");
            if (!isMessage && !isErrors) {
                problems.add("an error of another shape: " + text);
            }
        } else if (shape == null) {
            problems.add("status " + status + " is not listed");
        } else if (!shape.equals("-")) {
            new Walk(shape).check(body, operation.id(), problems);
        }
        return problems;
    }

    /** Walks a shape and a value side by side. */
    private static final class Walk {
        private final String shape;
        private int at;

        Walk(String shape) {
            this.shape = shape;
        }

        void check(JsonNode value, String where, List<String> problems) {
            if (value.isNull()) {
                problems.add(where + " is null");
            }
            if (take("{")) {
                object(value, where, problems);
            } else if (take("[")) {
                int start = at;
                if (!value.isArray()) {
                    problems.add(where + " is no list");
                }
                for (JsonNode each : value) {
                    at = start;
                    check(each, where + "[]", problems);
                }
                at = start;
                skip();
                expect("]");
            } else if (take("map<")) {
                int start = at;
                for (JsonNode each : value) {
                    at = start;
                    check(each, where + "<>", problems);
                }
                at = start;
                skip();
                expect(">");
            } else {
                plain(value, where, problems);
            }
        }

        private void object(JsonNode value, String where, List<String> problems) {
            List<String> left = new ArrayList<>();
            value.fieldNames().forEachRemaining(left::add);
            if (!value.isObject()) {
                problems.add(where + " is no object");
            }
            while (!take("}")) {
                String name = name();
                boolean required = take("*");
                expect(":");
                int start = at;
                if (left.remove(name)) {
                    check(value.get(name), where + "." + name, problems);
                } else if (required) {
                    problems.add(where + "." + name + " is missing");
                }
                at = start;
                skip();
                boolean more = take(", ");
                if (!more && !shape.startsWith("}", at)) {
                    throw new IllegalStateException("at " + at + " of " + shape);
                }
            }
            left.forEach(name -> problems.add(where + "." + name + " is not listed"));
        }

        private void plain(JsonNode value, String where, List<String> problems) {
            if (take("enum[")) {
                int end = shape.indexOf(']', at);
                if (!Arrays.asList(shape.substring(at, end).split(",", -1)).contains(value.asText())) {
                    problems.add(where + " is none of its values: " + value);
                }
                at = end + 1;
                return;
            }
            String type = name();
            boolean fits = switch (type) {
                case "str" -> value.isTextual();
                case "int" -> value.isInt();
                case "num" -> value.isNumber();
                case "bool" -> value.isBoolean();
                case "None" -> value.isArray() || value.isTextual();
                default -> true;
            };
            if (!fits) {
                problems.add(where + " is no " + type + ": " + value);
            }
        }

        /** Passes over one shape. */
        private void skip() {
            int depth = 0;
            while (at < shape.length()) {
                char c = shape.charAt(at);
                if (depth == 0 && (c == ',' || c == '}' || c == ']' || c == '>')) {
                    return;
                }
                if (c == '{' || c == '[' || c == '<' || c == '(') {
                    depth++;
                } else if (c == '}' || c == ']' || c == '>' || c == ')') {
                    depth--;
                }
                at++;
            }
        }

        private String name() {
            int start = at;
            while (at < shape.length() && (Character.isLetterOrDigit(shape.charAt(at)) || shape.charAt(at) == '_')) {
                at++;
            }
            return shape.substring(start, at);
        }

        private boolean take(String text) {
            boolean found = shape.startsWith(text, at);
            at += found ? text.length() : 0;
            return found;
        }

        private void expect(String text) {
            if (!take(text)) {
                throw new IllegalStateException("no " + text + " at " + at + " of " + shape);
            }
        }
    }
}
