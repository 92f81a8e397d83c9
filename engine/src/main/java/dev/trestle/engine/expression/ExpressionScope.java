package dev.trestle.engine.expression;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.value.Value;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The expressions of one request, sharing one set of {@code #names} and {@code :values}. Made per request; not
 * thread-safe. What it gives out is immutable.
 *
 * <p>Use: {@link #checkNoneGiven} if the request has no expression, else one call per expression and {@link
 * #checkAllUsed} behind the last one. The service looks at a Query's filter first, then at its projection and its key
 * condition, and at an UpdateItem's update before its condition.
 */
public final class ExpressionScope {
    private static final String PROJECTION_PARAMETER = "ProjectionExpression";

    private final Placeholders placeholders;
    private boolean checked;

    /** The values must be canonical. Null stands for what the client left out. */
    public ExpressionScope(@Nullable Map<String, String> names, @Nullable Map<String, Value> values) {
        this.placeholders = new Placeholders(names, values);
    }

    public Condition condition(String text) {
        return condition(text, binder(ExpressionKind.CONDITION));
    }

    /** {@code forbiddenKeyAttributes}: for a Query, the key attributes of its table or index; for a Scan, none. */
    public Condition filter(String text, Set<String> forbiddenKeyAttributes) {
        OperandBinder binder = binder(ExpressionKind.FILTER);
        Condition condition = condition(text, binder);
        for (String key : forbiddenKeyAttributes) {
            for (DocumentPath path : binder.paths()) {
                if (path.attribute().equals(key)) {
                    KeyConditionBinder.checkTopLevel(path);
                    throw EngineException.validation(
                            "Filter Expression can only contain non-primary key attributes: Primary key attribute: "
                                    + key);
                }
            }
        }
        return condition;
    }

    /** The attributes that a filter names, in the order in which the service lists them. */
    public SortedSet<String> filterAttributes(String text) {
        OperandBinder binder = binder(ExpressionKind.FILTER);
        condition(text, binder);
        SortedSet<String> attributes = new TreeSet<>();
        binder.paths().forEach(path -> attributes.add(path.attribute()));
        return attributes;
    }

    public KeyCondition keyCondition(String text) {
        OperandBinder binder = binder(ExpressionKind.KEY_CONDITION);
        ParsedExpression parsed = ParsedExpression.of(binder.kind(), text);
        new ConditionBinder(binder).bind(parsed.tree());
        parsed.checkOperators(binder.kind());
        return KeyConditionBinder.bind(parsed.tree(), binder);
    }

    public Projection projection(String text) {
        OperandBinder binder = binder(ExpressionKind.PROJECTION);
        ParsedExpression parsed = ParsedExpression.of(binder.kind(), text);
        return BoundProjection.bind((Syntax.PathList) parsed.tree(), binder);
    }

    public Update update(String text) {
        OperandBinder binder = binder(ExpressionKind.UPDATE);
        ParsedExpression parsed = ParsedExpression.of(binder.kind(), text);
        BoundUpdate update = UpdateBinder.bind((Syntax.Sections) parsed.tree(), binder);
        parsed.checkOperators(binder.kind());
        return update;
    }

    private static Condition condition(String text, OperandBinder binder) {
        ParsedExpression parsed = ParsedExpression.of(binder.kind(), text);
        Condition condition = new ConditionBinder(binder).bind(parsed.tree());
        parsed.checkOperators(binder.kind());
        return condition;
    }

    private OperandBinder binder(ExpressionKind kind) {
        if (!checked) {
            placeholders.check();
            checked = true;
        }
        return new OperandBinder(kind, placeholders);
    }

    /** Refuses names and values that no expression has used. */
    public void checkAllUsed() {
        placeholders.checkAllUsed();
    }

    /**
     * Refuses any names and values, for a request without expressions.
     *
     * @param absentParameters the expression parameters that the operation has, in the service's order: for a Query
     *     FilterExpression and KeyConditionExpression, for an UpdateItem UpdateExpression and ConditionExpression. A
     *     ProjectionExpression, which has no values, may be among them.
     */
    public void checkNoneGiven(String... absentParameters) {
        placeholders.checkNoNames();
        checkNoValuesGiven(absentParameters);
    }

    /** Refuses any values, for a request whose only expression is a ProjectionExpression. Parameters as above. */
    public void checkNoValuesGiven(String... absentParameters) {
        if (!placeholders.hasValues()) {
            return; // as nearly always, and then nothing is worth being collected
        }
        List<String> withValues = Arrays.stream(absentParameters)
                .filter(parameter -> !parameter.equals(PROJECTION_PARAMETER))
                .toList();
        if (!withValues.isEmpty()) {
            throw Placeholders.unwantedValues(withValues);
        }
    }
}
