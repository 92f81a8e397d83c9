package dev.trestle.model.template;

import dev.trestle.model.error.DeclarationException;
import dev.trestle.model.error.RefusedValueException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A compiled template: the one codec that makes keys for writing, for reading, for prefixes and for ranges, and that reads them.
 *
 * <p>Nothing is escaped, because the bytes are a contract with other programs. A part that is followed by text refuses the first
 * character of that text, so that its end is always where that character first stands: no two lists of values have the same key, and
 * {@code decode(encode(x))} is {@code x}. The last part may hold anything. Immutable.
 */
public final class KeyCodec {
    /** The largest partition key of DynamoDB, in bytes of UTF-8. */
    public static final int PARTITION_BYTES_MAX = 2048;

    /** The largest sort key of DynamoDB, in bytes of UTF-8. */
    public static final int SORT_BYTES_MAX = 1024;

    /** Sorts behind everything that a part may hold: {@link #textOf} refuses it. */
    static final String LAST = new String(Character.toChars(Character.MAX_CODE_POINT));

    private final Template template;
    private final String[] literals;
    private final String[] fields;
    private final List<String> fieldNames;
    private final PartCodec[] codecs;
    private final String[] refused;
    /** Whether a key is one part, with no text around it. */
    private final boolean isBare;
    /** Which parts take any text as their value. */
    private final boolean[] plain;

    private final int bytesMax;

    private KeyCodec(Template template, PartCodec[] codecs, String[] refused, int bytesMax) {
        this.template = template;
        this.literals = template.literals().toArray(new String[0]);
        this.fieldNames = template.fields();
        this.fields = fieldNames.toArray(new String[0]);
        this.codecs = codecs;
        this.refused = refused;
        this.isBare = codecs.length == 1 && literals[0].isEmpty() && literals[1].isEmpty();
        this.plain = new boolean[codecs.length];
        for (int i = 0; i < codecs.length; i++) {
            plain[i] = codecs[i].freeText();
        }
        this.bytesMax = bytesMax;
    }

    /** How a part is written, and the characters that it refuses beyond those that the template makes it refuse. */
    public record PartRule(PartCodec codec, String refused) {}

    /** Compiles a template, whose parts are written as the rules say. */
    public static KeyCodec compile(Template template, Function<Template.Part, PartRule> rules, int bytesMax) {
        int count = template.parts().size();
        PartCodec[] codecs = new PartCodec[count];
        String[] refused = new String[count];
        for (int i = 0; i < count; i++) {
            PartRule rule = rules.apply(template.parts().get(i));
            codecs[i] = rule.codec();
            String behind = template.literals().get(i + 1);
            refused[i] = behind.isEmpty() ? rule.refused() : behind.charAt(0) + rule.refused();
        }
        return new KeyCodec(template, codecs, refused, bytesMax);
    }

    /**
     * The codec of a template that is the beginning of this one, such as {@code NOTE#{createdAt}} of
     * {@code NOTE#{createdAt}#{noteId}}; its parts are written, and refuse, as here. A beginning may end inside of text.
     *
     * @throws DeclarationException if it is not a beginning of this template
     */
    public KeyCodec beginning(Template beginning, String place) {
        int count = beginning.parts().size();
        boolean fits = count <= codecs.length
                && beginning.parts().equals(template.parts().subList(0, count))
                && beginning
                        .literals()
                        .subList(0, count)
                        .equals(template.literals().subList(0, count))
                && literals[count].startsWith(beginning.literals().get(count));
        if (!fits) {
            throw new DeclarationException(
                    "a prefix is not the beginning of its key",
                    place + ", prefix \"" + beginning + "\", key \"" + template + "\"",
                    "write the prefix as the key's template begins");
        }
        PartCodec[] theirs = new PartCodec[count];
        String[] refuse = new String[count];
        System.arraycopy(codecs, 0, theirs, 0, count);
        System.arraycopy(refused, 0, refuse, 0, count);
        return new KeyCodec(beginning, theirs, refuse, bytesMax);
    }

    public Template template() {
        return template;
    }

    public List<String> fields() {
        return fieldNames;
    }

    public PartCodec codec(int part) {
        return codecs[part];
    }

    /** The characters that a part refuses. */
    public String refused(int part) {
        return refused[part];
    }

    public int parts() {
        return codecs.length;
    }

    /** The text that every key begins with. */
    public String constantPrefix() {
        return literals[0];
    }

    public boolean isConstant() {
        return codecs.length == 0;
    }

    /** Whether a key gives all its parts back: no two parts stand side by side without text in between, unless widths are fixed. */
    public boolean reversible() {
        for (int i = 0; i < codecs.length; i++) {
            boolean ends = i == codecs.length - 1 || !literals[i + 1].isEmpty() || codecs[i].fixedWidth();
            if (!ends || !codecs[i].reversible()) {
                return false;
            }
        }
        return true;
    }

    /**
     * The key of these values, one per part; null if one of them is null.
     *
     * @throws RefusedValueException if a part cannot hold its value, or the key would be empty or too long
     */
    public @Nullable String encode(@Nullable Object[] values) {
        if (codecs.length == 0) {
            return literals[0];
        }
        if (codecs.length == 1) {
            Object only = values[0];
            if (only == null) {
                return null;
            }
            String text = textOf(0, only);
            return checked(isBare ? text : literals[0] + text + literals[1]);
        }
        StringBuilder key = new StringBuilder(64).append(literals[0]);
        for (int i = 0; i < codecs.length; i++) {
            Object value = values[i];
            if (value == null) {
                return null;
            }
            key.append(textOf(i, value)).append(literals[i + 1]);
        }
        return checked(key.toString());
    }

    /** The text of one part's value. */
    String textOf(int part, Object value) {
        String text;
        try {
            text = codecs[part].encode(value);
        } catch (IllegalArgumentException e) {
            throw new RefusedValueException(
                    "a key cannot hold this value: " + e.getMessage(), fields[part], value, template.text());
        }
        if (codecs[part].freeText()) {
            check(text, part);
        } else if (!refused[part].isEmpty() && text.indexOf(refused[part].charAt(0)) >= 0) {
            throw refusal(refused[part].charAt(0), part, text);
        }
        return text;
    }

    private void check(String text, int part) {
        String refuse = refused[part];
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (refuse.indexOf(c) >= 0) {
                throw refusal(c, part, text);
            }
            if (Character.isSurrogate(c)) {
                // Half a pair has no bytes of its own, and would make two keys one; LAST has to stay last.
                boolean pair = Character.isHighSurrogate(c)
                        && i + 1 < text.length()
                        && Character.isLowSurrogate(text.charAt(i + 1))
                        && text.codePointAt(i) != Character.MAX_CODE_POINT;
                if (!pair) {
                    throw new RefusedValueException(
                            "a key cannot hold a character that is none", fields[part], text, template.text());
                }
                i++;
            }
        }
    }

    private RefusedValueException refusal(char delimiter, int part, String text) {
        return new RefusedValueException(
                "the value must not contain \"" + delimiter + "\", which separates the parts of its key",
                fields[part],
                text,
                template.text());
    }

    private String checked(String key) {
        if (key.isEmpty()) {
            throw new RefusedValueException("a key must not be empty", fields[0], "", template.text());
        }
        // A character has at most three bytes; most keys are done with that.
        if (key.length() * 3 > bytesMax && key.getBytes(StandardCharsets.UTF_8).length > bytesMax) {
            throw new RefusedValueException(
                    "the key is longer than " + bytesMax + " bytes", String.join(", ", fields), key, template.text());
        }
        return key;
    }

    /** The values of a key, one per part; null if it is not a key of this template. */
    public @Nullable Object @Nullable [] decode(String key) {
        if (!key.startsWith(literals[0])) {
            return null;
        }
        @Nullable Object[] values = new @Nullable Object[codecs.length];
        int from = literals[0].length();
        for (int i = 0; i < codecs.length; i++) {
            int end = endOfPart(key, from, i);
            if (end < 0) {
                return null;
            }
            if (holdsRefused(key, from, end, i)) {
                return null;
            }
            Object value = codecs[i].decode(key.substring(from, end));
            if (value == null || !key.startsWith(literals[i + 1], end)) {
                return null;
            }
            values[i] = value;
            from = end + literals[i + 1].length();
        }
        return from == key.length() ? values : null;
    }

    /** Whether this is a key of this template. */
    public boolean matches(String key) {
        if (codecs.length == 0) {
            return key.equals(literals[0]);
        }
        if (!key.startsWith(literals[0])) {
            return false;
        }
        int from = literals[0].length();
        for (int i = 0; i < codecs.length; i++) {
            int end = endOfPart(key, from, i);
            // Free text is a value whatever it says; only other parts have to be read to know that.
            boolean value = end >= 0
                    && !holdsRefused(key, from, end, i)
                    && (plain[i] || codecs[i].decode(key.substring(from, end)) != null);
            if (!value || !key.startsWith(literals[i + 1], end)) {
                return false;
            }
            from = end + literals[i + 1].length();
        }
        return from == key.length();
    }

    private boolean holdsRefused(String key, int from, int end, int part) {
        String refuse = refused[part];
        for (int i = 0; i < refuse.length(); i++) {
            int at = key.indexOf(refuse.charAt(i), from);
            if (at >= 0 && at < end) {
                return true;
            }
        }
        return false;
    }

    private int endOfPart(String key, int from, int part) {
        String behind = literals[part + 1];
        if (!behind.isEmpty()) {
            return key.indexOf(behind.charAt(0), from);
        }
        if (part == codecs.length - 1) {
            return key.length();
        }
        // Two parts side by side: the width of the first says where it ends, if any width does.
        PartCodec codec = codecs[part];
        for (int end = from; codec.fixedWidth() && end <= key.length(); end++) {
            if (codec.decode(key.substring(from, end)) != null) {
                return end;
            }
        }
        return -1;
    }

    /** The keys between two values of a part, both included; the parts before it are given, those behind it are free. */
    public KeyRange range(@Nullable Object[] before, @Nullable Object from, @Nullable Object to) {
        int part = before.length;
        StringBuilder prefix = new StringBuilder(literals[0]);
        for (int i = 0; i < part; i++) {
            Object value = before[i];
            if (value == null) {
                throw new RefusedValueException(
                        "a range needs the parts before it", fields[i], "null", template.text());
            }
            prefix.append(textOf(i, value)).append(literals[i + 1]);
        }
        String lower = from == null ? prefix.toString() : prefix + textOf(part, from);
        String upper;
        if (to == null) {
            upper = prefix.length() == 0 ? null : prefix + LAST;
        } else {
            upper = prefix + textOf(part, to) + (isLast(part) ? "" : LAST);
        }
        return new KeyRange(lower.isEmpty() ? null : lower, upper);
    }

    private boolean isLast(int part) {
        return part == codecs.length - 1 && literals[part + 1].isEmpty();
    }

    /** Whether ranges over a part hold just the values between their ends. */
    public boolean rangeable(int part) {
        return codecs[part].ordered() && (codecs[part].fixedWidth() || isLast(part));
    }

    @Override
    public String toString() {
        return template.text();
    }
}
