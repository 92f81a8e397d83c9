package dev.trestle.model.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.model.error.RefusedValueException;
import dev.trestle.model.time.TimeFormat;
import dev.trestle.model.time.TimeLayout;
import dev.trestle.model.value.CutText;
import dev.trestle.model.value.SortableNumber;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Keys come back as the values that they were made of, in the order of those values, and nothing can forge one. */
class KeyCodecTest {
    private static final long SEED = Long.getLong("trestle.model.seed", 20260101);
    private static final int ROUNDS = 20_000;
    private static final Map<String, Class<?>> TYPES =
            Map.of("text", String.class, "more", String.class, "at", Instant.class, "n", long.class);

    private final Random random = new Random(SEED);

    @Test
    void decode_encodedValues_givesThemBack() {
        for (String template : new String[] {"A#{text}#{n}#{more}", "{at}#{text}", "v{n}", "{n:00000000}/{at}{more}"}) {
            KeyCodec codec = codec(template);
            for (int round = 0; round < ROUNDS; round++) {
                Object[] values = values(codec);
                String key;
                try {
                    key = codec.encode(values);
                } catch (RefusedValueException e) {
                    continue;
                }
                assertThat(codec.decode(Objects.requireNonNull(key)))
                        .as("seed %d, template %s, key %s", SEED, template, key)
                        .isEqualTo(values);
            }
        }
    }

    @Test
    void encode_textWithTheDelimiter_isRefusedByName() {
        KeyCodec codec = codec("A#{text}#{more}");

        assertThatThrownBy(() -> codec.encode(new Object[] {"a#b", "c"}))
                .isInstanceOfSatisfying(
                        RefusedValueException.class, e -> assertThat(e.field()).isEqualTo("text"))
                .hasMessageContaining("\"#\"");
        assertThat(codec.encode(new Object[] {"a", "b#c"})).isEqualTo("A#a#b#c");
        assertThatThrownBy(() -> codec.encode(new Object[] {"a\ud800", "c"})).isInstanceOf(RefusedValueException.class);
    }

    @Test
    void range_ordered_holdsJustTheValuesBetween() {
        KeyCodec codec = codec("A#{at}#{text}");
        for (int round = 0; round < ROUNDS; round++) {
            Instant from = time();
            Instant to = time();
            Instant each = time();
            KeyRange range = codec.range(new Object[] {}, from, to);
            String key = Objects.requireNonNull(codec.encode(new Object[] {each, plain()}));
            boolean inside = compare(Objects.requireNonNull(range.lower()), key) <= 0
                    && compare(key, Objects.requireNonNull(range.upper())) <= 0;
            assertThat(inside)
                    .as("seed %d: %s from %s to %s", SEED, each, from, to)
                    .isEqualTo(!each.isBefore(from) && !each.isAfter(to));
        }
    }

    @Test
    void sortableNumber_anyTwo_compareAsTheirTexts() {
        for (int round = 0; round < ROUNDS; round++) {
            BigDecimal one = number();
            BigDecimal two = number();
            String first = SortableNumber.encode(one);
            assertThat(Integer.signum(compare(first, SortableNumber.encode(two))))
                    .as("seed %d: %s and %s", SEED, one, two)
                    .isEqualTo(Integer.signum(one.compareTo(two)));
            assertThat(SortableNumber.decode(first)).isEqualByComparingTo(one);
        }
    }

    @Test
    void timeLayout_anyInstant_isWhatJavaWrites() {
        for (TimeFormat format : TimeFormat.values()) {
            TimeLayout layout = format.layout();
            if (layout == null) {
                continue;
            }
            DateTimeFormatter java = DateTimeFormatter.ofPattern(
                            layout.pattern().replace("yyyy", "uuuu"))
                    .withZone(ZoneOffset.UTC);
            for (int round = 0; round < ROUNDS; round++) {
                Instant instant = Instant.ofEpochSecond(
                        random.nextLong(-62_167_219_200L, 253_402_300_800L), random.nextInt(1_000_000_000));
                String text = layout.format(instant);
                assertThat(text).as("seed %d", SEED).isEqualTo(java.format(instant));
                Instant parsed = Objects.requireNonNull(layout.parse(text));
                assertThat(layout.format(parsed)).isEqualTo(text);
            }
        }
        assertThat(Objects.requireNonNull(TimeFormat.DAY.layout()).parse("2023-02-29"))
                .isNull();
    }

    @Test
    void cut_longText_isCutAtACharacterAndTold() {
        String text = "ä".repeat(600);

        assertThat(CutText.of(text).getBytes(StandardCharsets.UTF_8)).hasSize(900 + 17);
        assertThat(CutText.of(text)).isNotEqualTo(CutText.of(text + "x")).contains("~");
        assertThat(CutText.of("short")).isEqualTo("short");
    }

    private static KeyCodec codec(String template) {
        return KeyCodec.compile(
                Template.parse(template),
                part -> new KeyCodec.PartRule(
                        PartCodecs.of(
                                Objects.requireNonNull(TYPES.get(part.field())),
                                part.format(),
                                Objects.requireNonNull(TimeFormat.MILLIS.layout())),
                        ""),
                KeyCodec.PARTITION_BYTES_MAX);
    }

    private Object[] values(KeyCodec codec) {
        return codec.fields().stream()
                .map(field -> switch (field) {
                    case "at" -> (Object) time();
                    case "n" -> (Object) (random.nextBoolean() ? random.nextInt(100) : random.nextLong());
                    default -> (Object) text();
                })
                .map(value -> value instanceof Integer small ? (Object) (long) small : value)
                .toArray();
    }

    private Instant time() {
        return Instant.ofEpochMilli(1_700_000_000_000L + random.nextInt(2000));
    }

    private String text() {
        char[] alphabet = {'a', '#', '/', '~', 'ä', '\u4e2d', ' ', '!', '\ud83d', '\ude00'};
        char[] text = new char[random.nextInt(5)];
        for (int i = 0; i < text.length; i++) {
            text[i] = alphabet[random.nextInt(alphabet.length)];
        }
        return new String(text);
    }

    private String plain() {
        return "id" + random.nextInt(10);
    }

    private BigDecimal number() {
        return new BigDecimal(BigInteger.valueOf(random.nextInt(2001) - 1000), random.nextInt(8) - 4);
    }

    private static int compare(String one, String two) {
        return Arrays.compareUnsigned(one.getBytes(StandardCharsets.UTF_8), two.getBytes(StandardCharsets.UTF_8));
    }
}
