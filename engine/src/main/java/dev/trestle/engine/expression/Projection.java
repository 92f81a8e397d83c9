package dev.trestle.engine.expression;

import dev.trestle.engine.value.Value;
import java.util.List;
import java.util.Map;

/** A ProjectionExpression with its placeholders resolved. Immutable. */
public interface Projection {

    /** The projection to whole attributes of these names, each given once. */
    static Projection ofAttributes(List<String> names) {
        return BoundProjection.of(
                names.stream().map(name -> new DocumentPath(name, List.of())).toList(), ExpressionKind.PROJECTION);
    }

    /**
     * The named parts of an item. A map keeps only the named entries; a list keeps the named elements in their old
     * order, without gaps. What the item does not have is left out.
     */
    Map<String, Value> apply(AttributeSource item);

    /** The top-level names, each once, in the order written. */
    List<String> attributes();

    /** Whether every path is just a top-level name. */
    boolean topLevelOnly();
}
