package dev.trestle.oracle.generate;

import dev.trestle.conformance.cases.Json;
import dev.trestle.oracle.generate.Universe.Attribute;
import dev.trestle.oracle.generate.Universe.Index;
import dev.trestle.oracle.generate.Universe.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Attribute values, keys and items, from few enough choices that they meet again. */
final class Values {
    static final List<String> STRINGS = List.of("a", "b", "ab", "B", "é", "\ud83d\ude00", "\uffee");
    static final List<String> NUMBERS = List.of(
            "0",
            "1",
            "-1",
            "2",
            "10",
            "1.5",
            "-2.50",
            "1e2",
            "0.001",
            "1E-130",
            "9.9E125",
            "12345678901234567890123456789012345678",
            "-99999999999999999999999999999999999999e80");
    static final List<String> BINARIES = List.of("AA==", "AQ==", "/w==", "AAE=", "YQ==");
    /** Attributes of items that are no keys of their table, with the types that they mostly have. */
    private static final Map<String, String> ATTRIBUTES = attributes();

    private static final int DEPTH_MAX = 3;

    private final Dice dice;

    Values(Dice dice) {
        this.dice = dice;
    }

    private static Map<String, String> attributes() {
        Map<String, String> types = new LinkedHashMap<>();
        types.put("a", "");
        types.put("b", "S");
        types.put("c", "");
        types.put("n", "N");
        types.put("m", "N");
        types.put("h", "N");
        types.put("l", "S");
        types.put("g", "S");
        types.put("ss", "SS");
        types.put("ns", "NS");
        types.put("bs", "BS");
        types.put("map", "M");
        types.put("list", "L");
        types.put("flag", "BOOL");
        types.put("name", "S");
        types.put("a.b", "N");
        return types;
    }

    static List<String> names() {
        return List.copyOf(ATTRIBUTES.keySet());
    }

    /** A value of a key: few, so that partitions fill. */
    Map<String, Object> key(String type) {
        return switch (type) {
            case "S" -> Json.of("S", dice.pick("a", "b", "c", "é"));
            case "N" -> Json.of("N", dice.pick("1", "2", "10", "-1.5", "0"));
            default -> Json.of("B", dice.pick("AA==", "AQ==", "/w==", "AQA="));
        };
    }

    Map<String, Object> key(Table table) {
        Map<String, Object> key = new LinkedHashMap<>();
        table.keys().forEach(part -> key.put(part.name(), key(part.type())));
        return key;
    }

    /** A value as an attribute of this name mostly has it. */
    Map<String, Object> valueFor(String attribute) {
        String type = ATTRIBUTES.getOrDefault(attribute, "");
        return type.isEmpty() || dice.chance(4) ? any(0) : ofType(type, 0);
    }

    /** A value that this attribute may have in this table: index keys have types. */
    Map<String, Object> valueFor(Table table, String attribute) {
        for (Index index : table.indexes()) {
            for (Attribute part :
                    index.range() == null ? List.of(index.hash()) : List.of(index.hash(), index.range())) {
                if (part.name().equals(attribute)) {
                    return !index.equals(Universe.EXTRA) && dice.chance(1) ? any(0) : key(part.type());
                }
            }
        }
        return valueFor(attribute);
    }

    Map<String, Object> any(int depth) {
        String type = depth >= DEPTH_MAX
                ? dice.pick("S", "N", "B", "BOOL", "NULL")
                : dice.pick("S", "S", "N", "N", "N", "B", "BOOL", "NULL", "M", "L", "SS", "NS", "BS");
        return ofType(type, depth);
    }

    Map<String, Object> ofType(String type, int depth) {
        return switch (type) {
            case "S" -> Json.of("S", dice.chance(3) ? "" : dice.pick(STRINGS));
            case "N" -> Json.of("N", number());
            case "B" -> Json.of("B", dice.chance(3) ? "" : dice.pick(BINARIES));
            case "BOOL" -> Json.of("BOOL", dice.chance(50));
            case "NULL" -> Json.of("NULL", true);
            case "SS" -> Json.of("SS", set(STRINGS));
            case "NS" -> Json.of("NS", set(List.of("0", "1", "-1", "2", "10", "1.5")));
            case "BS" -> Json.of("BS", set(BINARIES));
            case "L" -> Json.of("L", list(depth));
            default -> Json.of("M", map(depth));
        };
    }

    /** Mostly numbers whose sums stay small: those that do not are there, but would end most arithmetic early. */
    private String number() {
        return dice.chance(95) ? dice.pick(NUMBERS.subList(0, 8)) : dice.pick(NUMBERS);
    }

    private List<Object> set(List<String> members) {
        return new ArrayList<>(dice.some(members, dice.between(1, 3)));
    }

    private List<Object> list(int depth) {
        List<Object> elements = new ArrayList<>();
        for (int i = dice.below(4); i > 0; i--) {
            elements.add(any(depth + 1));
        }
        return elements;
    }

    private Map<String, Object> map(int depth) {
        Map<String, Object> members = new LinkedHashMap<>();
        for (String name : dice.some(List.of("x", "y", "z", "a.b"), dice.below(4))) {
            members.put(name, any(depth + 1));
        }
        return members;
    }

    Map<String, Object> item(Table table) {
        Map<String, Object> item = key(table);
        for (String attribute : dice.some(names(), dice.between(0, 8))) {
            if (!table.isKey(attribute)) {
                item.put(attribute, valueFor(table, attribute));
            }
        }
        for (Index index : table.indexes()) {
            for (String part : Universe.definitions(index).keySet()) {
                if (!table.isKey(part) && dice.chance(60)) {
                    item.put(part, valueFor(table, part));
                }
            }
        }
        return item;
    }
}
