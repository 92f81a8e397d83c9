package dev.trestle.wire.xml;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** A document that is being written. Elements that are still open when it ends are closed. */
public final class XmlOutput {
    private final StringBuilder text = new StringBuilder(1024);
    private final Deque<String> open = new ArrayDeque<>();

    /** A document without a namespace. */
    public XmlOutput(String root) {
        text.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        open(root);
    }

    public XmlOutput(String root, String namespace) {
        this(root);
        text.setLength(text.length() - 1);
        text.append(" xmlns=\"").append(namespace).append("\">");
    }

    public XmlOutput open(String name) {
        text.append('<').append(name).append('>');
        open.push(name);
        return this;
    }

    /** An element with an attribute whose name has a prefix of that namespace. */
    public XmlOutput open(String name, String prefix, String namespace, String attribute, String value) {
        text.append('<').append(name).append(" xmlns:").append(prefix).append("=\"");
        escape(namespace);
        text.append("\" ").append(prefix).append(':').append(attribute).append("=\"");
        escape(value);
        text.append("\">");
        open.push(name);
        return this;
    }

    public XmlOutput close() {
        text.append("</").append(open.pop()).append('>');
        return this;
    }

    /** Text in the element that is open. */
    public XmlOutput text(String value) {
        escape(value);
        return this;
    }

    /** An element with text in it; none if there is no value. */
    public XmlOutput element(String name, @Nullable Object value) {
        if (value != null) {
            text.append('<').append(name).append('>');
            escape(value.toString());
            text.append("</").append(name).append('>');
        }
        return this;
    }

    /**
     * What XML cannot hold at all, such as most control characters, is written as a character reference all the same: that is what S3
     * does, and clients that expect such names ask for them to be encoded.
     */
    private void escape(String value) {
        for (int i = 0; i < value.length(); i++) {
            char next = value.charAt(i);
            switch (next) {
                case '&' -> text.append("&amp;");
                case '<' -> text.append("&lt;");
                case '>' -> text.append("&gt;");
                case '"' -> text.append("&quot;");
                default -> {
                    if (next < ' ' && next != '\n' && next != '\t' || next == 0xFFFE || next == 0xFFFF) {
                        text.append("&#x").append(Integer.toHexString(next)).append(';');
                    } else {
                        text.append(next);
                    }
                }
            }
        }
    }

    public byte[] end() {
        while (!open.isEmpty()) {
            close();
        }
        return text.toString().getBytes(UTF_8);
    }
}
