package dev.trestle.engine.expression;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.value.Canonical;
import dev.trestle.engine.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * An update as a tree of target paths and what to do at each.
 *
 * <p>All actions are evaluated on the old item first; then the tree is walked once and each container on its way copied
 * once.
 */
final class BoundUpdate implements Update {
    private final PathTree tree;
    private final List<Action> actions;
    private final List<String> attributes;
    private final boolean createsItem;

    /** What is to be done at a path. Its change depends on the old item only. */
    record Action(DocumentPath target, Function<AttributeSource, Change> change) {}

    /** The leaves of the tree are numbers of actions. */
    BoundUpdate(PathTree tree, List<Action> actions, boolean createsItem) {
        this.tree = tree;
        this.actions = actions;
        this.attributes = List.copyOf(tree.attributes().keySet());
        this.createsItem = createsItem;
    }

    @Override
    public List<String> attributes() {
        return attributes;
    }

    @Override
    public boolean createsItem() {
        return createsItem;
    }

    @Override
    public Applied apply(Map<String, Value> oldItem) {
        List<Change> changes = new ArrayList<>(actions.size());
        for (Action action : actions) {
            checkTarget(action.target, oldItem::get);
            changes.add(action.change.apply(oldItem::get));
        }
        Map<String, Value> newItem = new LinkedHashMap<>(oldItem);
        change(newItem, tree.attributes(), changes);
        if (!tree.topLevelOnly()) {
            // A value within its own limit may come to lie too deep.
            Canonical.checkNesting(newItem);
        }
        return new Applied(newItem, tree.project(oldItem::get), tree.project(newItem::get));
    }

    /** A part can only be put into, or taken from, a map or list that is there. */
    private static void checkTarget(DocumentPath target, AttributeSource oldItem) {
        if (target.isTopLevel()) {
            return;
        }
        Value parent = target.findParent(oldItem);
        boolean byName = target.steps().get(target.steps().size() - 1) instanceof DocumentPath.Field;
        if (byName ? !(parent instanceof Value.M) : !(parent instanceof Value.L)) {
            throw invalidPath();
        }
    }

    private static EngineException invalidPath() {
        return EngineException.validation("The document path provided in the update expression is invalid for update");
    }

    private static void change(Map<String, Value> entries, Map<String, PathTree.Node> nodes, List<Change> changes) {
        nodes.forEach((name, node) -> {
            if (!node.isLeaf()) {
                Value present = entries.get(name);
                if (present == null) {
                    throw invalidPath();
                }
                entries.put(name, changed(present, node, changes));
                return;
            }
            Change change = changes.get(node.leaf());
            if (change instanceof Change.Put put) {
                entries.put(name, put.value());
            } else if (change instanceof Change.Remove) {
                entries.remove(name);
            }
        });
    }

    private static Value changed(Value container, PathTree.Node node, List<Change> changes) {
        if (container instanceof Value.M map && node.elements().isEmpty()) {
            Map<String, Value> entries = new LinkedHashMap<>(map.entries());
            change(entries, node.fields(), changes);
            return new Value.M(entries);
        }
        if (container instanceof Value.L list && node.fields().isEmpty()) {
            return new Value.L(changedElements(list.elements(), node, changes));
        }
        throw invalidPath();
    }

    /**
     * Indexes count in the old list: what lies behind its end is appended in order of index, and removals come last.
     */
    private static List<Value> changedElements(List<Value> old, PathTree.Node node, List<Change> changes) {
        List<Value> elements = new ArrayList<>(old);
        List<Integer> removed = new ArrayList<>();
        for (Map.Entry<Integer, PathTree.Node> entry : node.elements().entrySet()) {
            int index = entry.getKey();
            PathTree.Node child = entry.getValue();
            boolean exists = index < old.size();
            if (!child.isLeaf()) {
                if (!exists) {
                    throw invalidPath();
                }
                elements.set(index, changed(old.get(index), child, changes));
                continue;
            }
            Change change = changes.get(child.leaf());
            if (change instanceof Change.Put put) {
                if (exists) {
                    elements.set(index, put.value());
                } else {
                    elements.add(put.value());
                }
            } else if (change instanceof Change.Remove && exists) {
                removed.add(index);
            }
        }
        for (int i = removed.size() - 1; i >= 0; i--) {
            elements.remove(removed.get(i).intValue());
        }
        return elements;
    }
}
