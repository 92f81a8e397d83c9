package dev.trestle.engine.expression;

import dev.trestle.engine.value.Value;
import java.util.List;
import java.util.Map;

/** A projection by a tree of paths. */
final class BoundProjection implements Projection {
    private final PathTree tree;
    private final List<String> attributes;

    private BoundProjection(PathTree tree) {
        this.tree = tree;
        this.attributes = List.copyOf(tree.attributes().keySet());
    }

    static BoundProjection bind(Syntax.PathList list, OperandBinder operands) {
        // An undefined name is reported before paths that overlap.
        return of(list.paths().stream().map(operands::path).toList(), operands.kind());
    }

    static BoundProjection of(List<DocumentPath> paths, ExpressionKind kind) {
        PathTree tree = new PathTree(kind);
        for (DocumentPath path : paths) {
            tree.add(path, 0);
        }
        return new BoundProjection(tree);
    }

    @Override
    public Map<String, Value> apply(AttributeSource item) {
        return tree.project(item);
    }

    @Override
    public List<String> attributes() {
        return attributes;
    }

    @Override
    public boolean topLevelOnly() {
        return tree.topLevelOnly();
    }
}
