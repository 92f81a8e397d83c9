package dev.trestle.oracle.generate;

import dev.trestle.conformance.cases.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Puts a value that is none, or one that is too much, somewhere into a request. */
final class ValueMistakes {
    private static final int NESTING_TOO_DEEP = 34;

    private final Dice dice;

    ValueMistakes(Dice dice) {
        this.dice = dice;
    }

    void in(Map<String, Object> part) {
        List<String> holders = List.of("Item", "ExpressionAttributeValues", "Key").stream()
                .filter(name -> !Json.objectIn(part, name).isEmpty())
                .toList();
        if (holders.isEmpty()) {
            return;
        }
        Map<String, Object> holder = Json.objectIn(part, dice.pick(holders));
        List<String> names = new ArrayList<>(holder.keySet());
        names.removeAll(Universe.definitions(Universe.EXTRA).keySet());
        holder.put(dice.pick(names), value());
    }

    private Map<String, Object> value() {
        return switch (dice.below(14)) {
            case 0 -> Json.of();
            case 1 -> Json.of("S", "a", "N", "1");
            case 2 -> Json.of("NULL", false);
            case 3 -> Json.of(dice.pick("SS", "NS", "BS"), new ArrayList<>());
            case 4 -> Json.of("SS", new ArrayList<>(List.of("a", "a")));
            case 5 -> Json.of("NS", new ArrayList<>(List.of("1", "1.0")));
            case 6 -> Json.of("N", dice.pick("", "abc", "1e", "0x1", "NaN", "Infinity", " 1", "1 ", "--1", "1e1e1"));
            case 7 ->
                Json.of(
                        "N",
                        dice.pick("1e126", "-1e126", "1e-131", "1e400", "123456789012345678901234567890123456789"));
            case 8 -> Json.of("NS", new ArrayList<>(List.of("1", "x")));
            case 9 -> Json.of("SS", new ArrayList<>(List.of("a", "")));
            case 10 -> Json.of("BS", new ArrayList<>(List.of("AA==", "AA==")));
            case 11 -> deep();
            case 12 -> Json.of("L", new ArrayList<>(List.of(Json.of("N", "x"))));
            default -> Json.of("M", Json.of("x", Json.of()));
        };
    }

    private static Map<String, Object> deep() {
        Map<String, Object> value = Json.of("S", "deep");
        for (int i = 0; i < NESTING_TOO_DEEP; i++) {
            value = Json.of("L", new ArrayList<>(List.of(value)));
        }
        return value;
    }
}
