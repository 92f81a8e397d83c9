package dev.trestle.wire.signature;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.wire.error.Refusal;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The example that AWS publishes with its description of signature version 4. */
class SignatureCheckTest {
    private static final Clock THEN = Clock.fixed(Instant.parse("2015-08-30T12:36:00Z"), ZoneOffset.UTC);
    private static final AccessKeys KEYS =
            AccessKeys.of(Map.of("AKIDEXAMPLE", "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"));
    private static final String SIGNATURE = "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31";

    private static final byte[] NO_BODY = new byte[0];

    private final SignatureCheck check = new SignatureCheck(KEYS, "service", THEN);

    @Test
    void check_publishedExample_passes() {
        assertThatCode(() -> check.check(get("", SIGNATURE), NO_BODY)).doesNotThrowAnyException();
    }

    @Test
    void check_oneDigitOff_fails() {
        assertThatThrownBy(() -> check.check(get("", SIGNATURE.replace("5fa", "5fb")), NO_BODY))
                .isInstanceOf(Refusal.class);
    }

    @Test
    void check_otherQuery_fails() {
        assertThatThrownBy(() -> check.check(get("a=b", SIGNATURE), NO_BODY)).isInstanceOf(Refusal.class);
    }

    private static SignedMessage get(String query, String signature) {
        return Message.of(
                "GET",
                "/?" + query,
                "host",
                "example.amazonaws.com",
                "x-amz-date",
                "20150830T123600Z",
                "authorization",
                "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request,"
                        + " SignedHeaders=host;x-amz-date, Signature=" + signature);
    }
}
