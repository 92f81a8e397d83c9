package dev.trestle.wire.xml;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** An element that was read: its name without a prefix, the text in it, and the elements in it. */
public record XmlElement(String name, String text, List<XmlElement> children) {
    /** The first child of that name. */
    public @Nullable XmlElement child(String childName) {
        for (XmlElement child : children) {
            if (child.name().equals(childName)) {
                return child;
            }
        }
        return null;
    }

    /** The text of the first child of that name. */
    public @Nullable String textOf(String childName) {
        XmlElement child = child(childName);
        return child == null ? null : child.text();
    }

    public List<XmlElement> children(String childName) {
        return children.stream().filter(child -> child.name().equals(childName)).toList();
    }

    public List<String> textsOf(String childName) {
        return children(childName).stream().map(XmlElement::text).toList();
    }
}
