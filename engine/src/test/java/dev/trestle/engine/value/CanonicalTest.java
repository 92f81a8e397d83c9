package dev.trestle.engine.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.ErrorCode;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class CanonicalTest {
    private static final long SEED = 99_173L;
    private static final String INVALID = "One or more parameter values were invalid: ";
    private static final String EMPTY_VALUE =
            "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes";
    private static final String TOO_DEEP = "Nesting Levels have exceeded supported limits: "
            + "Attributes in the item have nested levels beyond supported limit";

    @Test
    void item_canonicalAlready_isTheSameObject() {
        Map<String, Value> item = Map.of(
                "s", new Value.S("text"),
                "n", new Value.N("12.5"),
                "b", new Value.B(Bytes.of(new byte[] {1})),
                "m", new Value.M(Map.of("l", new Value.L(List.of(new Value.Bool(true), new Value.Null(true))))),
                "ss", new Value.SS(List.of("\uffff", "\ud83d\ude00")),
                "ns", new Value.NS(List.of("-1", "9", "10")),
                "bs", new Value.BS(List.of(Bytes.of(new byte[] {1}), Bytes.of(new byte[] {-1}))));
        assertThat(Canonical.item(item)).isSameAs(item);
    }

    @Test
    void item_random_isIdempotentAndLeavesTheRawItemAlone() {
        RandomValues values = new RandomValues(SEED);
        for (int i = 0; i < 5_000; i++) {
            Map<String, Value> raw = values.item();
            String before = raw.toString();
            Map<String, Value> canonical = Canonical.item(raw);
            assertThat(Canonical.item(canonical)).as("seed %d", SEED).isSameAs(canonical);
            assertThat(raw.toString()).as("seed %d", SEED).isEqualTo(before);
            assertThat(canonical).hasSameSizeAs(raw);
        }
    }

    @Test
    void value_nestedNumber_isRewrittenInItsPlace() {
        Value raw =
                new Value.L(List.of(new Value.S("a"), new Value.M(Map.of("x", new Value.N("1E2"))), new Value.S("b")));
        assertThat(Canonical.value(raw))
                .isEqualTo(new Value.L(
                        List.of(new Value.S("a"), new Value.M(Map.of("x", new Value.N("100"))), new Value.S("b"))));
    }

    @Test
    void value_sets_areSortedByValue() {
        assertThat(Canonical.value(new Value.SS(List.of("\ud83d\ude00", "\uffff", "b", "", "a"))))
                .isEqualTo(new Value.SS(List.of("", "a", "b", "\uffff", "\ud83d\ude00")));
        assertThat(Canonical.value(new Value.NS(List.of("10", "9.0", "-1E1", "0.5"))))
                .isEqualTo(new Value.NS(List.of("-10", "0.5", "9", "10")));
        assertThat(Canonical.value(new Value.BS(List.of(Bytes.of(new byte[] {-1}), Bytes.of(new byte[] {1})))))
                .isEqualTo(new Value.BS(List.of(Bytes.of(new byte[] {1}), Bytes.of(new byte[] {-1}))));
    }

    @Test
    void value_emptySet_isRefused() {
        assertRefused(new Value.SS(List.of()), INVALID + "An string set  may not be empty");
        assertRefused(new Value.NS(List.of()), INVALID + "An number set  may not be empty");
        assertRefused(new Value.BS(List.of()), INVALID + "Binary sets should not be empty");
    }

    @Test
    void value_duplicatesInSet_areRefused() {
        assertRefused(
                new Value.SS(List.of("b", "a", "b")), INVALID + "Input collection [b, a, b] contains duplicates.");
        assertRefused(new Value.SS(List.of("", "")), INVALID + "Input collection [, ] contains duplicates.");
        assertRefused(
                new Value.SS(List.of("?", "\ud800")), INVALID + "Input collection [?, \ud800] contains duplicates.");
        assertRefused(new Value.NS(List.of("1", "2", "1.0")), "Input collection contains duplicates");
        assertRefused(new Value.NS(List.of("0", "-0")), "Input collection contains duplicates");
        Bytes b = Bytes.of(new byte[] {'b'});
        assertRefused(
                new Value.BS(List.of(b, b)), INVALID + "Input collection [Yg==, Yg==]of type BS contains duplicates.");
    }

    @Test
    void value_duplicatesInHugeSet_areNamedInAShortMessage() {
        assertThatThrownBy(() -> Canonical.value(new Value.SS(Collections.nCopies(100_000, "element"))))
                .isInstanceOf(EngineException.class)
                .hasMessageEndingWith("...] contains duplicates.")
                .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(1200));
    }

    @Test
    void value_wrongContent_isRefused() {
        assertRefused(new Value.Malformed("its own words"), "its own words");
        assertRefused(new Value.Null(false), INVALID + "Null attribute value types must have the value of true");
        assertRefused(new Value.N("x"), "The parameter cannot be converted to a numeric value: x");
        assertRefused(new Value.NS(List.of("1", "")), "The parameter cannot be converted to a numeric value");
        assertRefused(new Value.L(List.of(new Value.Malformed(EMPTY_VALUE))), EMPTY_VALUE);
    }

    @Test
    void value_nulls_areRefused() {
        assertRefused(new Value.S(null), EMPTY_VALUE);
        assertRefused(new Value.N(null), EMPTY_VALUE);
        assertRefused(new Value.B(null), EMPTY_VALUE);
        assertRefused(new Value.L(null), EMPTY_VALUE);
        assertRefused(new Value.M(null), EMPTY_VALUE);
        assertRefused(new Value.SS(null), EMPTY_VALUE);
        assertRefused(new Value.NS(null), EMPTY_VALUE);
        assertRefused(new Value.BS(null), EMPTY_VALUE);
        assertRefused(new Value.L(Arrays.asList((Value) null)), EMPTY_VALUE);
        assertRefused(new Value.M(Collections.singletonMap("a", null)), EMPTY_VALUE);
        assertRefused(new Value.M(Collections.singletonMap(null, new Value.S("a"))), "Empty attribute name");
        assertRefused(
                new Value.SS(Arrays.asList("a", null)),
                INVALID + "An string set may not have a null string as a member");
        assertRefused(new Value.NS(Arrays.asList("1", null)), "The parameter cannot be converted to a numeric value");
        assertRefused(
                new Value.BS(Arrays.asList((Bytes) null)),
                INVALID + "Binary sets may not contain null or empty values");
    }

    @Test
    void item_names_areBetween1And65535Bytes() {
        Value value = new Value.Bool(true);
        String longest = "\u00e9".repeat(32_767) + "n";
        assertThat(Canonical.item(Map.of(longest, value))).containsOnlyKeys(longest);
        String tooLarge = "Attribute name is too large, must be less than 65536 bytes";
        assertItemRefused(Map.of("\u00e9".repeat(32_768), value), tooLarge);
        assertRefused(new Value.M(Map.of("n".repeat(65_536), value)), tooLarge);
        assertItemRefused(Map.of("", value), "Empty attribute name");
        assertRefused(new Value.M(Map.of("", value)), "Empty attribute name");
    }

    @Test
    void item_loneSurrogates_becomeQuestionMarks() {
        assertThat(Canonical.item(Map.of("n\ud800", new Value.S("v\udc00"))))
                .isEqualTo(Map.of("n?", new Value.S("v?")));
        Map<String, Value> colliding = new LinkedHashMap<>();
        colliding.put("\ud800", new Value.S("a"));
        colliding.put("?", new Value.S("b"));
        assertItemRefused(colliding, "Two attribute names are equal in UTF-8");
    }

    @Test
    void value_nesting_isLimitedTo32Levels() {
        Value deepest = nested(31, new Value.S("leaf"));
        assertThat(Canonical.value(deepest)).isSameAs(deepest);
        assertRefused(nested(32, new Value.S("leaf")), TOO_DEEP);
        assertThat(Canonical.value(nested(30, new Value.L(List.of())))).isNotNull();
        assertRefused(nested(31, new Value.L(List.of())), TOO_DEEP);
        assertItemRefused(Map.of("a", nested(31, new Value.M(Map.of()))), TOO_DEEP);
        assertThat(Canonical.item(Map.of("a", deepest))).containsOnlyKeys("a");
    }

    @Test
    void checkNesting_itemPutTogether_isLimitedTo32Levels() {
        Canonical.checkNesting(Map.of("a", nested(31, new Value.S("leaf"))));
        Map<String, Value> deeper = Map.of("a", nested(1, nested(31, new Value.S("leaf"))));
        assertThatThrownBy(() -> Canonical.checkNesting(deeper)).hasMessage(TOO_DEEP);
        assertThatThrownBy(() -> Canonical.checkNesting(Map.of("a", nested(100_000, new Value.S("leaf")))))
                .hasMessage(TOO_DEEP);
    }

    @Test
    void value_100000Levels_isRefusedWithoutExhaustingTheStack() {
        assertRefused(nested(100_000, new Value.S("leaf")), TOO_DEEP);
    }

    @Test
    @Timeout(5)
    void value_sharedLists_areRefusedBeforeTheyAreAllVisited() {
        Value shared = new Value.S("leaf");
        for (int i = 0; i < 31; i++) {
            shared = new Value.L(List.of(shared, shared));
        }
        assertRefused(shared, "Item size has exceeded the maximum allowed size");
    }

    private static Value nested(int levels, Value leaf) {
        Value value = leaf;
        for (int i = 0; i < levels; i++) {
            value = i % 2 == 0 ? new Value.L(List.of(value)) : new Value.M(Collections.singletonMap("a", value));
        }
        return value;
    }

    private static void assertRefused(Value raw, String message) {
        assertThatThrownBy(() -> Canonical.value(raw))
                .isInstanceOf(EngineException.class)
                .hasMessage(message)
                .extracting(e -> ((EngineException) e).code())
                .isEqualTo(ErrorCode.VALIDATION);
    }

    private static void assertItemRefused(Map<String, Value> raw, String message) {
        assertThatThrownBy(() -> Canonical.item(raw))
                .isInstanceOf(EngineException.class)
                .hasMessage(message);
    }
}
