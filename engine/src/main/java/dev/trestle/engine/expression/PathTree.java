package dev.trestle.engine.expression;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Document paths that neither overlap nor conflict, as a tree. Two paths overlap if one leads to the other or to a part
 * of it; they conflict if one goes into a map where the other goes into a list. Built by one thread, then not changed.
 */
final class PathTree {
    private final ExpressionKind kind;
    private final Map<String, Node> attributes = new LinkedHashMap<>();
    private boolean topLevelOnly = true;

    /** A step that some paths have in common. It leads on into a map or into a list, or a path ends here. */
    static final class Node {
        private final DocumentPath firstPath;
        private final int leaf;
        private final Map<String, Node> fields = new LinkedHashMap<>(4);
        private final TreeMap<Integer, Node> elements = new TreeMap<>();

        private Node(DocumentPath firstPath, int leaf) {
            this.firstPath = firstPath;
            this.leaf = leaf;
        }

        boolean isLeaf() {
            return leaf >= 0;
        }

        /** For a leaf: the number that was given with its path. */
        int leaf() {
            return leaf;
        }

        Map<String, Node> fields() {
            return fields;
        }

        /** In ascending order of the index. */
        TreeMap<Integer, Node> elements() {
            return elements;
        }
    }

    PathTree(ExpressionKind kind) {
        this.kind = kind;
    }

    void add(DocumentPath path, int leaf) {
        List<DocumentPath.Step> steps = path.steps();
        topLevelOnly &= steps.isEmpty();
        int numberHere = steps.isEmpty() ? leaf : -1;
        Node node = attributes.get(path.attribute());
        boolean isNew = node == null;
        if (node == null) {
            node = new Node(path, numberHere);
            attributes.put(path.attribute(), node);
        }
        for (int i = 0; i < steps.size(); i++) {
            if (node.isLeaf()) {
                throw clash("overlap", node.firstPath, path);
            }
            numberHere = i == steps.size() - 1 ? leaf : -1;
            Node child = child(node, steps.get(i), path);
            isNew = child == null;
            if (child == null) {
                child = new Node(path, numberHere);
                attach(node, steps.get(i), child);
            }
            node = child;
        }
        if (!isNew) {
            throw clash("overlap", node.firstPath, path);
        }
    }

    private @Nullable Node child(Node parent, DocumentPath.Step step, DocumentPath path) {
        if (step instanceof DocumentPath.Field field) {
            if (!parent.elements.isEmpty()) {
                throw clash("conflict", parent.firstPath, path);
            }
            return parent.fields.get(field.name());
        }
        if (!parent.fields.isEmpty()) {
            throw clash("conflict", parent.firstPath, path);
        }
        return parent.elements.get(((DocumentPath.Element) step).index());
    }

    private static void attach(Node parent, DocumentPath.Step step, Node child) {
        if (step instanceof DocumentPath.Field field) {
            parent.fields.put(field.name(), child);
        } else {
            parent.elements.put(((DocumentPath.Element) step).index(), child);
        }
    }

    private EngineException clash(String how, DocumentPath one, DocumentPath two) {
        return kind.invalid("Two document paths " + how
                + " with each other; must remove or rewrite one of these paths; path one: " + one
                + ", path two: " + two);
    }

    /** By top-level name, in the order of appearance. */
    Map<String, Node> attributes() {
        return attributes;
    }

    boolean topLevelOnly() {
        return topLevelOnly;
    }

    /** What an item has at the paths. */
    Map<String, Value> project(AttributeSource item) {
        Map<String, Value> projected = new LinkedHashMap<>(2 * attributes.size());
        attributes.forEach((name, node) -> {
            Value value = item.attribute(name);
            Value part = value == null ? null : part(value, node);
            if (part != null) {
                projected.put(name, part);
            }
        });
        return projected;
    }

    /** Null if the value has nothing at any path; depth is bounded by that of paths. */
    private static @Nullable Value part(Value value, Node node) {
        if (node.isLeaf()) {
            return value;
        }
        if (value instanceof Value.M map && !node.fields.isEmpty()) {
            Map<String, Value> parts = new LinkedHashMap<>(2 * node.fields.size());
            node.fields.forEach((name, child) -> {
                Value entry = map.entries().get(name);
                Value part = entry == null ? null : part(entry, child);
                if (part != null) {
                    parts.put(name, part);
                }
            });
            return parts.isEmpty() ? null : new Value.M(parts);
        }
        if (value instanceof Value.L list && !node.elements.isEmpty()) {
            List<Value> parts = new ArrayList<>(node.elements.size());
            for (Map.Entry<Integer, Node> child :
                    node.elements.headMap(list.elements().size()).entrySet()) {
                Value part = part(list.elements().get(child.getKey()), child.getValue());
                if (part != null) {
                    parts.add(part);
                }
            }
            return parts.isEmpty() ? null : new Value.L(parts);
        }
        return null;
    }
}
