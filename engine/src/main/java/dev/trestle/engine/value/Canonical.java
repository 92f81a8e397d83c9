package dev.trestle.engine.value;

import dev.trestle.engine.EngineException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Turns raw values, as a client sent them, into canonical ones, or refuses them with the service's message.
 *
 * <p>A value that is canonical already is given back as the same object, whole items too, so a plain item costs no copy; the
 * caller must not change what it handed in. A surrogate without a partner becomes a question mark ({@link Utf8#wellFormed}).
 */
public final class Canonical {
    /** An attribute's value is on level 1; a map or list needs a level below its own, even when it is empty. */
    static final int LEVELS_MAX = 32;

    /**
     * Maps and lists that hold one another several times can stand for far more values than there are objects. No request may
     * carry 2 MB of values, of which each counts at least one byte.
     */
    static final int VALUES_MAX = 2 * 1024 * 1024;

    static final int NAME_BYTES_MAX = 65_535;

    private static final String EMPTY_VALUE =
            "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes";
    /** How the complaint about too many levels begins. */
    public static final String TOO_DEEP = "Nesting Levels have exceeded supported limits: "
            + "Attributes in the item have nested levels beyond supported limit";

    private int valuesSeen;

    private Canonical() {}

    public static Map<String, Value> item(Map<String, Value> raw) {
        return new Canonical().entries(raw, 0);
    }

    public static Value value(Value raw) {
        return new Canonical().value(raw, 1);
    }

    /** Refuses an item in which an update put canonical values together that nest too deep in sum. */
    public static void checkNesting(Map<String, Value> canonical) {
        for (Value value : canonical.values()) {
            checkNesting(value, 1);
        }
    }

    private static void checkNesting(Value value, int level) {
        if (value instanceof Value.M map) {
            checkLevel(level);
            for (Value entry : map.entries().values()) {
                checkNesting(entry, level + 1);
            }
        } else if (value instanceof Value.L list) {
            checkLevel(level);
            for (Value element : list.elements()) {
                checkNesting(element, level + 1);
            }
        }
    }

    private static void checkLevel(int level) {
        if (level >= LEVELS_MAX) {
            throw EngineException.validation(TOO_DEEP);
        }
    }

    private Value value(@Nullable Value raw, int level) {
        count(1);
        if (raw == null) {
            throw EngineException.validation(EMPTY_VALUE);
        }
        return switch (raw.type()) {
            case S -> string((Value.S) raw);
            case N -> number((Value.N) raw);
            case B -> present(((Value.B) raw).value(), raw);
            case BOOL -> raw;
            case NULL -> nul((Value.Null) raw);
            case M -> map((Value.M) raw, level);
            case L -> list((Value.L) raw, level);
            case SS -> stringSet((Value.SS) raw);
            case NS -> numberSet((Value.NS) raw);
            case BS -> binarySet((Value.BS) raw);
            case MALFORMED -> throw EngineException.validation(((Value.Malformed) raw).problem());
        };
    }

    private static Value string(Value.S raw) {
        String text = Utf8.wellFormed(present(raw.value(), raw.value()));
        return text.equals(raw.value()) ? raw : new Value.S(text);
    }

    private static Value number(Value.N raw) {
        String text = Numbers.canonical(present(raw.text(), raw.text()));
        return text.equals(raw.text()) ? raw : new Value.N(text);
    }

    private static Value nul(Value.Null raw) {
        if (!raw.value()) {
            throw EngineException.validation("One or more parameter values were invalid: "
                    + "Null attribute value types must have the value of true");
        }
        return raw;
    }

    private Value map(Value.M raw, int level) {
        checkLevel(level);
        Map<String, Value> entries = entries(present(raw.entries(), raw.entries()), level);
        return entries == raw.entries() ? raw : new Value.M(entries);
    }

    private Map<String, Value> entries(Map<String, Value> raw, int level) {
        Map<String, Value> changed = null;
        for (Map.Entry<String, Value> entry : raw.entrySet()) {
            String name = attributeName(entry.getKey());
            Value value = value(entry.getValue(), level + 1);
            if (name.equals(entry.getKey()) && value == entry.getValue()) {
                continue;
            }
            changed = changed == null ? new LinkedHashMap<>(raw) : changed;
            changed.remove(entry.getKey());
            if (changed.put(name, value) != null) {
                throw EngineException.validation("Two attribute names are equal in UTF-8");
            }
        }
        return changed == null ? raw : changed;
    }

    /** The name of an attribute or of a map's entry. */
    public static String attributeName(@Nullable String raw) {
        if (raw == null || raw.isEmpty()) {
            throw EngineException.validation("Empty attribute name");
        }
        // No character takes more than three bytes per UTF-16 unit.
        if (raw.length() > NAME_BYTES_MAX / 3 && Utf8.length(raw) > NAME_BYTES_MAX) {
            throw EngineException.validation("Attribute name is too large, must be less than 65536 bytes");
        }
        return Utf8.wellFormed(raw);
    }

    private Value list(Value.L raw, int level) {
        checkLevel(level);
        List<Value> changed = null;
        int index = 0;
        for (Value element : present(raw.elements(), raw.elements())) {
            Value value = value(element, level + 1);
            if (value != element) {
                changed = changed == null ? new ArrayList<>(raw.elements()) : changed;
                changed.set(index, value);
            }
            index++;
        }
        return changed == null ? raw : new Value.L(changed);
    }

    private Value stringSet(Value.SS raw) {
        List<String> given = present(raw.values(), raw.values());
        count(given.size());
        List<String> values = CanonicalSet.ofStrings(given);
        return values == given ? raw : new Value.SS(values);
    }

    private Value numberSet(Value.NS raw) {
        List<String> given = present(raw.texts(), raw.texts());
        count(given.size());
        List<String> texts = CanonicalSet.ofNumbers(given);
        return texts == given ? raw : new Value.NS(texts);
    }

    private Value binarySet(Value.BS raw) {
        List<Bytes> given = present(raw.values(), raw.values());
        count(given.size());
        List<Bytes> values = CanonicalSet.ofBinaries(given);
        return values == given ? raw : new Value.BS(values);
    }

    private void count(int values) {
        valuesSeen += Math.min(values, VALUES_MAX + 1);
        if (valuesSeen > VALUES_MAX) {
            throw EngineException.validation("Item size has exceeded the maximum allowed size");
        }
    }

    /** The result, if there is content at all: a caller in the same process can hand in a null where the type forbids it. */
    private static <T> T present(@Nullable Object content, T result) {
        if (content == null) {
            throw EngineException.validation(EMPTY_VALUE);
        }
        return result;
    }
}
