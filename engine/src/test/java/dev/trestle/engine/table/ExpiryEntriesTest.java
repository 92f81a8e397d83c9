package dev.trestle.engine.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.value.Bytes;
import dev.trestle.engine.value.Canonical;
import dev.trestle.engine.value.Value;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExpiryEntriesTest {
    private static final ExpiryDef EXPIRY =
            new ExpiryDef(7, "expires", ExpiryDef.Status.ENABLED, Instant.parse("2026-11-15T12:00:00Z"));

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "1800000000, 1800000000",
        "1800000000.999, 1800000000",
        "0.5, 0",
        "-0.5, -1",
        "-1, -1",
        "-1.0001, -2",
        "1e9, 1000000000",
        "999999999999999999, 999999999999999999",
        "9223372036854775807, 9223372036854775807",
        "9223372036854775807.5, 9223372036854775807",
        "-9223372036854775808, -9223372036854775808"
    })
    void second_number_isRoundedDown(String number, long second) {
        assertThat(secondOf(new Value.N(number))).isEqualTo(second);
    }

    @ParameterizedTest
    @ValueSource(strings = {"9223372036854775808", "-9223372036854775809", "-9223372036854775808.5", "1e125", "-9e125"})
    void second_numberBeyondALong_isNone(String number) {
        assertThat(secondOf(new Value.N(number))).isNull();
    }

    @Test
    void second_noNumber_isNone() {
        assertThat(secondOf(new Value.S("1800000000"))).isNull();
        assertThat(ExpiryEntries.second(EXPIRY, StoredItem.of(Map.of()))).isNull();
    }

    @Test
    void key_ofRisingSeconds_rises() {
        byte[] itemKey = {0, 0, 0, 5, -1, 0, 17};
        byte[] before = Keys.start(7);
        for (long second : List.of(Long.MIN_VALUE, -2L, -1L, 0L, 1L, 255L, 256L, 1_800_000_000L, Long.MAX_VALUE)) {
            byte[] key = ExpiryEntries.key(7, second, itemKey);
            assertThat(Arrays.compareUnsigned(before, key)).isNegative();
            assertThat(Arrays.compareUnsigned(key, Keys.start(8))).isNegative();
            ExpiryEntries.Entry entry = ExpiryEntries.Entry.of(key);
            assertThat(entry).isEqualTo(new ExpiryEntries.Entry(second, Bytes.of(itemKey)));
            assertThat(Arrays.compareUnsigned(key, entry.next(7))).isNegative();
            before = key;
        }
    }

    private static @Nullable Long secondOf(Value value) {
        return ExpiryEntries.second(EXPIRY, StoredItem.of(Canonical.item(Map.of("expires", value))));
    }
}
