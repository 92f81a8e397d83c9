package dev.trestle.model.error;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The root of what the modelling layer throws: a constant problem, and the facts of the case by name. */
public class ModelException extends RuntimeException {
    private static final int SHOWN_MAX = 200;

    private final String problem;
    private final transient Map<String, Object> facts;

    public ModelException(String problem, Map<String, ?> facts) {
        this(problem, facts, null);
    }

    public ModelException(String problem, Map<String, ?> facts, @Nullable Throwable cause) {
        super(render(problem, facts), cause);
        this.problem = problem;
        this.facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
    }

    /** What is wrong, without the case at hand: the same words each time. */
    public final String problem() {
        return problem;
    }

    /** The case at hand, in the order in which the message shows it. */
    public final Map<String, Object> facts() {
        return facts;
    }

    private static String render(String problem, Map<String, ?> facts) {
        if (facts.isEmpty()) {
            return problem;
        }
        return facts.entrySet().stream()
                .map(fact -> fact.getKey() + ": " + shortened(String.valueOf(fact.getValue())))
                .collect(Collectors.joining(", ", problem + " (", ")"));
    }

    private static String shortened(String text) {
        return text.length() <= SHOWN_MAX ? text : text.substring(0, SHOWN_MAX) + "…";
    }

    /** Facts in order, from names and values in turn. */
    public static Map<String, Object> facts(Object... namesAndValues) {
        Map<String, Object> facts = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            facts.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return facts;
    }
}
