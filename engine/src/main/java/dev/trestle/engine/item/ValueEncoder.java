package dev.trestle.engine.item;

import dev.trestle.engine.value.Bytes;
import dev.trestle.engine.value.Value;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Writes canonical values in the layout that {@link StoredItem} describes. */
final class ValueEncoder {
    private static final String[] NO_NAMES = {};

    private ValueEncoder() {}

    static void writeMapBody(ByteWriter out, Map<String, Value> entries) {
        out.writeVarint(entries.size());
        String[] names = entries.keySet().toArray(NO_NAMES);
        Arrays.sort(names);
        for (String name : names) {
            out.writeText(name);
            writeValue(out, Objects.requireNonNull(entries.get(name)));
        }
    }

    static void writeValue(ByteWriter out, Value value) {
        out.writeByte(value.type().ordinal());
        switch (value.type()) {
            case S -> out.writeText(((Value.S) value).value());
            case N -> out.writeText(((Value.N) value).text());
            case B -> out.writeBlock(((Value.B) value).value().array());
            case BOOL -> out.writeByte(((Value.Bool) value).value() ? 1 : 0);
            case NULL -> {}
            case MALFORMED -> throw new IllegalStateException("a malformed value passed validation");
            default -> {
                int mark = out.openLength();
                writeContainer(out, value);
                out.closeLength(mark);
            }
        }
    }

    private static void writeContainer(ByteWriter out, Value value) {
        if (value instanceof Value.M map) {
            writeMapBody(out, map.entries());
        } else if (value instanceof Value.L list) {
            out.writeVarint(list.elements().size());
            for (Value element : list.elements()) {
                writeValue(out, element);
            }
        } else if (value instanceof Value.SS set) {
            writeTexts(out, set.values());
        } else if (value instanceof Value.NS set) {
            writeTexts(out, set.texts());
        } else if (value instanceof Value.BS set) {
            out.writeVarint(set.values().size());
            for (Bytes element : set.values()) {
                out.writeBlock(element.array());
            }
        }
    }

    private static void writeTexts(ByteWriter out, List<String> texts) {
        out.writeVarint(texts.size());
        for (String text : texts) {
            out.writeText(text);
        }
    }
}
