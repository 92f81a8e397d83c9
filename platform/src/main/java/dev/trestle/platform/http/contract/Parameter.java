package dev.trestle.platform.http.contract;

import dev.trestle.platform.api.Identifiers;
import dev.trestle.platform.api.Problem.Violation;
import dev.trestle.platform.api.Texts;
import dev.trestle.platform.schema.Fields;
import dev.trestle.platform.schema.Many;
import dev.trestle.platform.schema.Schema;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A parameter of an operation: read from text, checked against its schema. */
final class Parameter {
    /** Where it stands. */
    enum Place {
        PATH,
        QUERY,
        HEADER
    }

    private static final Pattern INTEGER = Pattern.compile("-?[0-9]{1,18}");
    private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,40}(\\.[0-9]{1,40})?([eE][+-]?[0-9]{1,3})?");
    private static final Set<String> STYLES = Set.of("simple", "form");
    private static final int VALUES_MAX = 100;

    private final String name;
    private final List<String> aliases;
    private final Place place;
    private final boolean required;
    private final boolean exploded;
    private final String type;
    private final String itemType;
    private final @Nullable Object otherwise;
    private final ValueCheck check;

    /** A parameter of a declared operation; a list in the query has a value for each of its elements. */
    Parameter(Fields.Field field, Place place) {
        this.name = field.name();
        this.aliases = field.aliases();
        this.place = place;
        this.required = field.required();
        this.exploded = place == Place.QUERY;
        this.type = typeOf(field.schema());
        this.itemType = field.schema() instanceof Many many ? typeOf(many.items()) : "string";
        this.otherwise = field.otherwise();
        this.check = ValueCheck.of(field.schema());
    }

    private static String typeOf(Schema schema) {
        if (schema instanceof Many) {
            return "array";
        }
        if (schema instanceof Schema.Whole) {
            return "integer";
        }
        if (schema instanceof Schema.Decimal) {
            return "number";
        }
        return schema instanceof Schema.Flag ? "boolean" : "string";
    }

    private Parameter(Node node, Place place, Schemas schemas) {
        this.name = node.text("name");
        this.aliases = List.of();
        this.place = place;
        Node schema = node.get("schema");
        this.required = node.flag("required", false);
        String style = node.textOrNull("style");
        if (style != null && !STYLES.contains(style)) {
            throw new ContractException(name + " has the style " + style + "; only simple and form are served.");
        }
        this.exploded = node.flag("explode", place == Place.QUERY);
        this.type = typeOf(schema);
        this.itemType = typeOf(schema.get("items"));
        this.otherwise = schema.value().get("default");
        this.check = schemas.check(schema);
    }

    /** Null for a cookie, which no operation is given. */
    static @Nullable Parameter of(Node node, Schemas schemas) {
        return switch (node.text("in")) {
            case "path" -> new Parameter(node, Place.PATH, schemas);
            case "query" -> new Parameter(node, Place.QUERY, schemas);
            case "header" -> new Parameter(node, Place.HEADER, schemas);
            default -> null;
        };
    }

    private static String typeOf(Node schema) {
        Object type = schema.value().get("type");
        if (type instanceof List<?> several) {
            return several.stream()
                    .filter(one -> !"null".equals(one))
                    .findFirst()
                    .map(String::valueOf)
                    .orElse("string");
        }
        return type instanceof String one ? one : "string";
    }

    String name() {
        return name;
    }

    /** The values that a query has for it, under its name or another one of it. */
    List<String> in(Map<String, List<String>> query) {
        List<String> found = query.getOrDefault(name, List.of());
        for (int i = 0; found.isEmpty() && i < aliases.size(); i++) {
            found = query.getOrDefault(aliases.get(i), List.of());
        }
        return found;
    }

    Place place() {
        return place;
    }

    /** Whether a handler can rely on a value. */
    boolean isAlwaysThere() {
        return required || otherwise != null;
    }

    /** The value, or null; what is wrong with it goes to {@code violations}. */
    @Nullable
    Object read(List<String> texts, List<Violation> violations) {
        if (texts.isEmpty()) {
            if (required) {
                violations.add(new Violation(name, "is missing"));
            }
            return otherwise;
        }
        String problem = problem(texts);
        if (problem != null) {
            violations.add(new Violation(name, problem));
            return null;
        }
        try {
            Object value = type.equals("array") ? values(texts) : value(type, single(texts));
            violations.addAll(check.violations(value, name));
            return value;
        } catch (IllegalArgumentException e) {
            violations.add(new Violation(name, String.valueOf(e.getMessage())));
            return null;
        }
    }

    private @Nullable String problem(List<String> texts) {
        for (String text : texts) {
            String problem = place == Place.PATH ? Identifiers.unreachable(text) : Texts.problem(text);
            if (problem != null) {
                return problem;
            }
        }
        return null;
    }

    private static String single(List<String> texts) {
        if (texts.size() > 1) {
            throw new IllegalArgumentException("is there more than once");
        }
        return texts.get(0);
    }

    private List<Object> values(List<String> texts) {
        List<String> parts = exploded ? texts : List.of(single(texts).split(",", -1));
        if (parts.size() > VALUES_MAX) {
            throw new IllegalArgumentException("has more than " + VALUES_MAX + " values");
        }
        List<Object> values = new ArrayList<>();
        for (String part : parts) {
            values.add(value(itemType, part));
        }
        return values;
    }

    private static Object value(String type, String text) {
        return switch (type) {
            case "integer" -> {
                if (!INTEGER.matcher(text).matches()) {
                    throw new IllegalArgumentException("must be a whole number");
                }
                yield Long.valueOf(text);
            }
            case "number" -> {
                if (!NUMBER.matcher(text).matches()) {
                    throw new IllegalArgumentException("must be a number");
                }
                yield new BigDecimal(text);
            }
            case "boolean" -> {
                if (!text.equals("true") && !text.equals("false")) {
                    throw new IllegalArgumentException("must be true or false");
                }
                yield Boolean.valueOf(text);
            }
            default -> text;
        };
    }
}
