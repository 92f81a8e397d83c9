package dev.trestle.platform.http.contract;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A place in a contract's document. References inside the document are followed. */
final class Node {
    private static final int REFERENCES_MAX = 16;

    private final Map<String, Object> root;
    private final String place;
    private final Map<String, Object> value;

    private Node(Map<String, Object> root, String place, Map<String, Object> value) {
        this.root = root;
        this.place = place;
        this.value = value;
    }

    static Node root(Map<String, Object> document) {
        return new Node(document, "#", document);
    }

    String place() {
        return place;
    }

    Map<String, Object> value() {
        return value;
    }

    boolean has(String name) {
        return value.containsKey(name);
    }

    /** An object below; one without members if there is none. */
    Node get(String name) {
        Object found = value.get(name);
        return found == null ? new Node(root, place + "/" + name, Map.of()) : object(found, place + "/" + name);
    }

    List<Node> list(String name) {
        Object found = value.get(name);
        if (found == null) {
            return List.of();
        }
        if (!(found instanceof List<?> list)) {
            throw new ContractException(place + "/" + name + " must be a list.");
        }
        return list.stream().map(entry -> object(entry, place + "/" + name)).toList();
    }

    /** The members that are objects, in the document's order. */
    Stream<Map.Entry<String, Node>> members() {
        return value.entrySet().stream()
                .map(entry -> Map.entry(entry.getKey(), object(entry.getValue(), place + "/" + entry.getKey())));
    }

    String text(String name) {
        String text = textOrNull(name);
        if (text == null) {
            throw new ContractException(place + " needs the text \"" + name + "\".");
        }
        return text;
    }

    @Nullable
    String textOrNull(String name) {
        return value.get(name) instanceof String text ? text : null;
    }

    boolean flag(String name, boolean otherwise) {
        return value.get(name) instanceof Boolean flag ? flag : otherwise;
    }

    @SuppressWarnings("unchecked")
    private Node object(@Nullable Object found, String where) {
        Object current = found;
        for (int followed = 0; followed < REFERENCES_MAX; followed++) {
            if (!(current instanceof Map<?, ?> map)) {
                throw new ContractException(where + " must be an object.");
            }
            if (!(map.get("$ref") instanceof String reference)) {
                return new Node(root, where, (Map<String, Object>) map);
            }
            current = resolve(reference);
        }
        throw new ContractException(where + " is a reference to a reference without end.");
    }

    private Object resolve(String reference) {
        if (!reference.startsWith("#/")) {
            throw new ContractException("References must stay inside the contract: " + reference);
        }
        Object current = root;
        for (String step : reference.substring(2).split("/", -1)) {
            Object next = current instanceof Map<?, ?> map
                    ? map.get(step.replace("~1", "/").replace("~0", "~"))
                    : null;
            if (next == null) {
                throw new ContractException("There is no " + reference + " in the contract.");
            }
            current = next;
        }
        return current;
    }
}
