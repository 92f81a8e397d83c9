package dev.trestle.sdk;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Seeded items of all types, whose numbers are already in the form in which they come back. */
final class RandomAttributes {
    private static final String[] CHARACTERS = {"a", "Z", "0", " ", "\u0000", "\u00e9", "\u4e2d", "\ud83d\ude00"};
    private static final int DEPTH_MAX = 4;

    private final Random random;

    RandomAttributes(long seed) {
        this.random = new Random(seed);
    }

    Map<String, AttributeValue> item() {
        return map(0);
    }

    /** The same item in a form in which sets are equal whatever their order. */
    static Map<String, Object> comparable(Map<String, AttributeValue> item) {
        return item.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, entry -> comparable(entry.getValue())));
    }

    private static Object comparable(AttributeValue value) {
        return switch (value.type()) {
            case M -> comparable(value.m());
            case L -> value.l().stream().map(RandomAttributes::comparable).toList();
            case SS -> Set.copyOf(value.ss());
            case NS -> List.of("NS", Set.copyOf(value.ns()));
            case BS -> List.of("BS", Set.copyOf(value.bs()));
            default -> value;
        };
    }

    private Map<String, AttributeValue> map(int depth) {
        Map<String, AttributeValue> map = new LinkedHashMap<>();
        for (int left = random.nextInt(12); left > 0; left--) {
            map.put("n" + text(), value(depth));
        }
        return map;
    }

    private AttributeValue value(int depth) {
        return switch (random.nextInt(depth < DEPTH_MAX ? 10 : 8)) {
            case 0 -> AttributeValue.fromS(text());
            case 1 -> AttributeValue.fromN(number());
            case 2 -> AttributeValue.fromB(bytes());
            case 3 -> AttributeValue.fromBool(random.nextBoolean());
            case 4 -> AttributeValue.fromNul(true);
            case 5 -> AttributeValue.fromSs(distinct(this::text));
            case 6 -> AttributeValue.fromNs(distinct(this::number));
            case 7 -> AttributeValue.fromBs(distinct(this::bytes));
            case 8 -> AttributeValue.fromM(map(depth + 1));
            default -> {
                List<AttributeValue> elements = new ArrayList<>();
                for (int left = random.nextInt(6); left > 0; left--) {
                    elements.add(value(depth + 1));
                }
                yield AttributeValue.fromL(elements);
            }
        };
    }

    private <T> List<T> distinct(Supplier<T> element) {
        Set<T> elements = new LinkedHashSet<>();
        for (int left = 1 + random.nextInt(5); left > 0; left--) {
            elements.add(element.get());
        }
        return List.copyOf(elements);
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        for (int left = random.nextInt(random.nextInt(20) == 0 ? 200 : 10); left > 0; left--) {
            text.append(CHARACTERS[random.nextInt(CHARACTERS.length)]);
        }
        return text.toString();
    }

    private String number() {
        return Long.toString(random.nextBoolean() ? random.nextInt(100) - 50 : random.nextLong());
    }

    private SdkBytes bytes() {
        byte[] bytes = new byte[random.nextInt(20)];
        random.nextBytes(bytes);
        return SdkBytes.fromByteArray(bytes);
    }
}
