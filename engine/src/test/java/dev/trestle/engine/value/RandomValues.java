package dev.trestle.engine.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;

/** Seeded raw values of all types, with a liking for edges. */
public final class RandomValues {
    private static final String[] CHARACTERS = {
        "a",
        "b",
        "z",
        "0",
        "\u0000",
        "\u0001",
        "\u007f",
        "\u0080",
        "\u00ff",
        "\u0100",
        "\u07ff",
        "\u0800",
        "\ud7ff",
        "\ue000",
        "\uffff",
        "\ud800\udc00",
        "\ud83d\ude00",
        "\udbff\udfff"
    };
    private static final int[] EDGE_BYTES = {0, 1, 2, 0x7F, 0x80, 0xFE, 0xFF};

    private final Random random;

    public RandomValues(long seed) {
        this.random = new Random(seed);
    }

    public String text() {
        StringBuilder text = new StringBuilder();
        for (int left = random.nextInt(8); left > 0; left--) {
            text.append(CHARACTERS[random.nextInt(CHARACTERS.length)]);
        }
        return text.toString();
    }

    public Bytes bytes() {
        byte[] bytes = new byte[random.nextInt(8)];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) EDGE_BYTES[random.nextInt(EDGE_BYTES.length)];
        }
        return Bytes.of(bytes);
    }

    /** Within DynamoDB's range; of few digits, of close exponents or anywhere, so that equal and adjacent numbers are met. */
    public BigDecimal number() {
        int digits = 1 + random.nextInt(random.nextBoolean() ? 3 : 38);
        BigInteger unscaled = new BigInteger(digits * 3, random);
        int length = unscaled.toString().length();
        int first = random.nextBoolean() ? random.nextInt(6) - 3 : random.nextInt(256) - 130;
        BigDecimal number = new BigDecimal(unscaled, length - 1 - first);
        return random.nextBoolean() ? number : number.negate();
    }

    /** One of the ways to write the number. */
    public String spelled(BigDecimal number) {
        return switch (random.nextInt(4)) {
            case 0 -> number.toPlainString();
            case 1 -> number.toString();
            case 2 -> number.toEngineeringString().replace('E', 'e');
            default -> (number.signum() < 0 ? "-000" : "+000") + number.abs().toPlainString();
        };
    }

    public Value keyComponent(Value.Type type) {
        return switch (type) {
            case S -> new Value.S(text());
            case B -> new Value.B(bytes());
            default -> new Value.N(spelled(number()));
        };
    }

    public Map<String, Value> item() {
        return entries(3);
    }

    public int upTo(int bound) {
        return random.nextInt(bound);
    }

    private Map<String, Value> entries(int levels) {
        Map<String, Value> entries = new LinkedHashMap<>();
        for (int left = random.nextInt(6); left > 0; left--) {
            entries.put("n" + text(), value(levels));
        }
        return entries;
    }

    private Value value(int levels) {
        return switch (random.nextInt(levels > 0 ? 10 : 8)) {
            case 0 -> new Value.S(text());
            case 1 -> new Value.N(spelled(number()));
            case 2 -> new Value.B(bytes());
            case 3 -> new Value.Bool(random.nextBoolean());
            case 4 -> new Value.Null(true);
            case 5 -> new Value.SS(distinct(this::text));
            case 6 -> new Value.BS(distinct(this::bytes));
            case 7 -> new Value.NS(distinct(() -> Numbers.canonical(spelled(number()))));
            case 8 -> new Value.M(entries(levels - 1));
            default -> {
                List<Value> elements = new ArrayList<>();
                for (int left = random.nextInt(4); left > 0; left--) {
                    elements.add(value(levels - 1));
                }
                yield new Value.L(elements);
            }
        };
    }

    private <T> List<T> distinct(Supplier<T> element) {
        List<T> elements = new ArrayList<>();
        for (int left = 1 + random.nextInt(4); left > 0; left--) {
            T next = element.get();
            if (!elements.contains(next)) {
                elements.add(next);
            }
        }
        return elements;
    }
}
