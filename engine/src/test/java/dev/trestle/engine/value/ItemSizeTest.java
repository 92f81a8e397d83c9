package dev.trestle.engine.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ItemSizeTest {
    @ParameterizedTest
    @CsvSource({
        "0,1",
        "1,2",
        "10,2",
        "12,2",
        "123,3",
        "1234,3",
        "-1,3",
        "-12,3",
        "100,2",
        "1000,2",
        "0.1,2",
        "0.01,2",
        "0.001,2",
        "1.5,3",
        "12.34,3",
        "1.234,4",
        "99999999999999999999999999999999999999,20",
        "9.9999999999999999999999999999999999999,21"
    })
    void ofValue_number_countsPairsOfDigits(String canonical, int size) {
        assertThat(ItemSize.ofValue(new Value.N(canonical))).isEqualTo(size);
    }

    @Test
    void ofValue_scalars_countTheirBytes() {
        assertThat(ItemSize.ofValue(new Value.S(""))).isZero();
        assertThat(ItemSize.ofValue(new Value.S("\u00e9\ud83d\ude00"))).isEqualTo(6);
        assertThat(ItemSize.ofValue(new Value.B(Bytes.of(new byte[5])))).isEqualTo(5);
        assertThat(ItemSize.ofValue(new Value.Bool(false))).isEqualTo(1);
        assertThat(ItemSize.ofValue(new Value.Null(true))).isEqualTo(1);
    }

    @Test
    void ofValue_sets_sumTheirElements() {
        assertThat(ItemSize.ofValue(new Value.SS(List.of("a", "bc")))).isEqualTo(3);
        assertThat(ItemSize.ofValue(new Value.NS(List.of("1", "22")))).isEqualTo(4);
        assertThat(ItemSize.ofValue(new Value.BS(List.of(Bytes.of(new byte[1]), Bytes.of(new byte[2])))))
                .isEqualTo(3);
    }

    @Test
    void ofValue_containers_addTheirOverhead() {
        assertThat(ItemSize.ofValue(new Value.M(Map.of()))).isEqualTo(3);
        assertThat(ItemSize.ofValue(new Value.L(List.of()))).isEqualTo(3);
        assertThat(ItemSize.ofValue(new Value.M(Map.of("a", new Value.S("b"))))).isEqualTo(6);
        assertThat(ItemSize.ofValue(new Value.L(List.of(new Value.S("b"), new Value.S("c")))))
                .isEqualTo(7);
    }

    @Test
    void ofItem_namesAndValues_areSummedWithoutOverhead() {
        assertThat(ItemSize.ofItem(Map.of())).isZero();
        assertThat(ItemSize.ofItem(Map.of("\u00e9", new Value.S("abc"), "n", new Value.N("12"))))
                .isEqualTo(2 + 3 + 1 + 2);
    }

    @Test
    void ofValue_beyondAnInt_isTheGreatestInt() {
        Value megabyte = new Value.B(Bytes.of(new byte[1 << 20]));
        Value list = new Value.L(Collections.nCopies(4096, megabyte));
        assertThat(ItemSize.ofValue(list)).isEqualTo(Integer.MAX_VALUE);
    }
}
