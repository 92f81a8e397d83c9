package dev.trestle.wire.uri;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The parameters of a query, decoded, in the order in which they were sent. One without an equals sign has an empty value. */
public final class Query {
    private static final int PARAMETERS_MAX = 200;
    private static final Query EMPTY = new Query(List.of());

    private final List<Parameter> parameters;

    private Query(List<Parameter> parameters) {
        this.parameters = parameters;
    }

    private record Parameter(String name, String value) {}

    /** Null if it is not well formed, or longer than any request needs. */
    public static @Nullable Query parse(String text) {
        if (text.isEmpty()) {
            return EMPTY;
        }
        List<Parameter> parameters = new ArrayList<>();
        for (String part : text.split("&", PARAMETERS_MAX + 1)) {
            int equals = part.indexOf('=');
            String name = Percent.decodeQuery(equals < 0 ? part : part.substring(0, equals));
            String value = equals < 0 ? "" : Percent.decodeQuery(part.substring(equals + 1));
            if (name == null || value == null || parameters.size() == PARAMETERS_MAX) {
                return null;
            }
            if (!part.isEmpty()) {
                parameters.add(new Parameter(name, value));
            }
        }
        return new Query(List.copyOf(parameters));
    }

    /** For what cannot be parsed and need not be: a text that nobody signs. */
    public static Query literally(String text) {
        return text.isEmpty() ? EMPTY : new Query(List.of(new Parameter(text, "")));
    }

    public boolean has(String name) {
        return first(name) != null;
    }

    /** The first value of that name. */
    public @Nullable String first(String name) {
        for (Parameter parameter : parameters) {
            if (parameter.name().equals(name)) {
                return parameter.value();
            }
        }
        return null;
    }

    public List<String> names() {
        return parameters.stream().map(Parameter::name).toList();
    }

    /** The form in which it is signed: encoded, in the order of names and then of values, without those that are left out. */
    public String canonical(Predicate<String> leftOut) {
        List<Parameter> encoded = new ArrayList<>();
        for (Parameter parameter : parameters) {
            if (!leftOut.test(parameter.name())) {
                encoded.add(new Parameter(Percent.encode(parameter.name()), Percent.encode(parameter.value())));
            }
        }
        encoded.sort(Comparator.comparing(Parameter::name).thenComparing(Parameter::value));
        StringBuilder text = new StringBuilder();
        for (Parameter parameter : encoded) {
            text.append(text.isEmpty() ? "" : "&")
                    .append(parameter.name())
                    .append('=')
                    .append(parameter.value());
        }
        return text.toString();
    }
}
