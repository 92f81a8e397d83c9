package dev.trestle.engine.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.ErrorCode;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.function.Supplier;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NumbersTest {
    private static final long SEED = 20_250_101L;
    private static final BigDecimal ABOVE = new BigDecimal("1E126");
    private static final BigDecimal LEAST = new BigDecimal("1E-130");
    private static final String NINES = "9".repeat(38);
    private static final String OVERFLOW =
            "Number overflow. Attempting to store a number with magnitude larger than supported range";
    private static final String UNDERFLOW =
            "Number underflow. Attempting to store a number with magnitude smaller than supported range";
    private static final String TOO_PRECISE = "Attempting to store more than 38 significant digits in a Number";
    private static final String NOT_NUMERIC = "The parameter cannot be converted to a numeric value";

    @ParameterizedTest
    @CsvSource({
        "0,0",
        "-0,0",
        "+0,0",
        "0.0,0",
        "0E999,0",
        "-0E-999,0",
        "00012,12",
        "1,1",
        "+1,1",
        "-1,-1",
        "-01,-1",
        "1E2,100",
        "1e+2,100",
        "1e-2,0.01",
        ".5,0.5",
        "-.5,-0.5",
        "5.,5",
        "0.50,0.5",
        "12.340,12.34",
        "1E0000000000000000002,100",
        "120E-1,12",
        "100,100",
        "123456789012345678,123456789012345678",
        "1234567890123456789,1234567890123456789",
        "0.001E5,100",
        "\u0661\u0662,12"
    })
    void canonical_accepted_givesPlainNotation(String text, String expected) {
        assertThat(Numbers.canonical(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "abc",
                " ",
                "1 ",
                " 1",
                "+-1",
                "--1",
                "1e",
                "1E+",
                "1E1.5",
                "1e2e3",
                ".",
                "-",
                "+",
                "-.",
                "1.2.3",
                "0x10",
                "1_000",
                "1,0",
                "NaN",
                "Infinity",
                "1d",
                "1L",
                "e5",
                "1\n",
                "1E99999999999",
                "0E99999999999"
            })
    void canonical_notANumber_isRefusedWithTheText(String text) {
        assertRefused(() -> Numbers.canonical(text), NOT_NUMERIC + ": " + text);
    }

    @Test
    void canonical_empty_isRefused() {
        assertRefused(() -> Numbers.canonical(""), NOT_NUMERIC);
    }

    @Test
    void canonical_edgesOfRange_areKept() {
        for (String sign : new String[] {"", "-"}) {
            for (String edge :
                    new String[] {"1E125", NINES + "E88", "1E-130", "1.23E-130", "9." + "9".repeat(37) + "E-130"}) {
                assertThat(Numbers.canonical(sign + edge)).isEqualTo(new BigDecimal(sign + edge).toPlainString());
            }
            assertRefused(() -> Numbers.canonical(sign + "1E126"), OVERFLOW);
            assertRefused(() -> Numbers.canonical(sign + "1" + "0".repeat(126)), OVERFLOW);
            assertRefused(() -> Numbers.canonical(sign + "9.9E-131"), UNDERFLOW);
            assertRefused(() -> Numbers.canonical(sign + "0." + "0".repeat(130) + "1"), UNDERFLOW);
        }
    }

    @Test
    void canonical_digits_areLimitedTo38Significant() {
        assertThat(Numbers.canonical(NINES)).isEqualTo(NINES);
        assertThat(Numbers.canonical("000" + NINES + "0000.000")).isEqualTo(NINES + "0000");
        assertThat(Numbers.canonical("0.00" + NINES + "000")).isEqualTo("0.00" + NINES);
        assertRefused(() -> Numbers.canonical(NINES + "9"), TOO_PRECISE);
        assertRefused(() -> Numbers.canonical(NINES + ".1"), TOO_PRECISE);
        assertRefused(() -> Numbers.canonical("-1." + "0".repeat(37) + "1"), TOO_PRECISE);
    }

    @Test
    void canonical_hostileText_costsNoMoreThanReadingIt() {
        Assertions.assertTimeoutPreemptively(Duration.ofSeconds(5), () -> {
            assertRefused(() -> Numbers.canonical("1E999999999"), OVERFLOW);
            assertRefused(() -> Numbers.canonical("1E-2147483647"), UNDERFLOW);
            assertRefused(() -> Numbers.canonical("9".repeat(8 << 20)), OVERFLOW);
            assertRefused(() -> Numbers.canonical("0." + "9".repeat(8 << 20)), TOO_PRECISE);
            assertThat(Numbers.canonical("0".repeat(8 << 20) + "7.50")).isEqualTo("7.5");
            assertThat(Numbers.canonical("1" + "0".repeat(8 << 20) + "E-" + (8 << 20)))
                    .isEqualTo("1");
            assertThatThrownBy(() -> Numbers.canonical("x".repeat(8 << 20)))
                    .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(1200));
        });
    }

    @Test
    void canonical_canonicalText_isTheSameObject() {
        for (String text : new String[] {"0", "-17", "12.5", "0.001", NINES, "-" + NINES + "000"}) {
            assertThat(Numbers.canonical(text)).isSameAs(text);
        }
    }

    @Test
    void canonical_random_agreesWithBigDecimal() {
        RandomValues values = new RandomValues(SEED);
        for (int i = 0; i < 20_000; i++) {
            BigDecimal number = values.number();
            String spelled = values.spelled(number);
            String canonical = Numbers.canonical(spelled);
            BigDecimal stripped = number.stripTrailingZeros();
            assertThat(canonical).as("seed %d, %s", SEED, spelled).isEqualTo(stripped.toPlainString());
            assertThat(Numbers.significantDigits(canonical)).as(spelled).isEqualTo(stripped.precision());
            if (number.signum() != 0) {
                assertThat(Numbers.exponent(canonical)).as(spelled).isEqualTo(stripped.precision() - stripped.scale());
            }
        }
    }

    @Test
    void compare_random_agreesWithBigDecimal() {
        RandomValues values = new RandomValues(SEED);
        for (int i = 0; i < 20_000; i++) {
            BigDecimal a = values.number();
            BigDecimal b = values.upTo(10) == 0 ? a : values.number();
            int compared = Numbers.compare(Numbers.canonical(a.toString()), Numbers.canonical(b.toString()));
            assertThat(Integer.signum(compared))
                    .as("seed %d, %s and %s", SEED, a, b)
                    .isEqualTo(a.compareTo(b));
        }
    }

    @Test
    void arithmetic_random_agreesWithBigDecimalOrIsRefused() {
        RandomValues values = new RandomValues(SEED);
        int accepted = 0;
        for (int i = 0; i < 20_000; i++) {
            BigDecimal a = values.number();
            BigDecimal b = values.number();
            String textA = Numbers.canonical(a.toString());
            String textB = Numbers.canonical(b.toString());
            String description = "seed " + SEED + ", " + a + " and " + b;
            accepted += check(description, a.add(b), () -> Numbers.add(textA, textB));
            accepted += check(description, a.subtract(b), () -> Numbers.subtract(textA, textB));
        }
        assertThat(accepted).isBetween(4_000, 36_000);
    }

    @ParameterizedTest
    @CsvSource({
        "0.1,0.2,0.3",
        "1,-1,0",
        "-0.5,0.5,0",
        "9999999999999999999,1,10000000000000000000",
        "9223372036854775807,1,9223372036854775808",
        "999999999999999999,1,1000000000000000000",
        "999999999999999999,999999999999999999,1999999999999999998",
        "-999999999999999999,-1,-1000000000000000000",
        "99999999999999999999999999999999999999,1,100000000000000000000000000000000000000"
    })
    void add_edges_areExact(String a, String b, String sum) {
        assertThat(Numbers.add(a, b)).isEqualTo(sum);
        assertThat(Numbers.add(b, a)).isEqualTo(sum);
        String negated = b.startsWith("-") ? b.substring(1) : "-" + b;
        assertThat(Numbers.subtract(a, negated)).isEqualTo(sum);
    }

    @Test
    void arithmetic_beyondTheType_isRefused() {
        String greatest = Numbers.canonical(NINES + "E88");
        assertRefused(() -> Numbers.add(greatest, greatest), OVERFLOW);
        assertRefused(() -> Numbers.subtract("-" + greatest, greatest), OVERFLOW);
        assertRefused(() -> Numbers.add(NINES, "0.1"), OVERFLOW);
        assertRefused(() -> Numbers.add(greatest, "1"), OVERFLOW);
        assertRefused(() -> Numbers.subtract(Numbers.canonical("1.2E-130"), Numbers.canonical("1E-130")), UNDERFLOW);
    }

    private static int check(String description, BigDecimal expected, Supplier<String> operation) {
        BigDecimal stripped = expected.stripTrailingZeros();
        String message = null;
        if (expected.signum() != 0) {
            if (expected.abs().compareTo(ABOVE) >= 0) {
                message = OVERFLOW;
            } else if (expected.abs().compareTo(LEAST) < 0) {
                message = UNDERFLOW;
            } else if (stripped.precision() > 38) {
                message = OVERFLOW;
            }
        }
        if (message == null) {
            assertThat(operation.get()).as(description).isEqualTo(stripped.toPlainString());
            return 1;
        }
        assertRefused(operation::get, message);
        return 0;
    }

    private static void assertRefused(ThrowingCallable call, String message) {
        assertThatThrownBy(call)
                .isInstanceOf(EngineException.class)
                .hasMessage(message)
                .extracting(e -> ((EngineException) e).code())
                .isEqualTo(ErrorCode.VALIDATION);
    }
}
