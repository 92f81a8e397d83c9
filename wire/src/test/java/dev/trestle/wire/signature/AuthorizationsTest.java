package dev.trestle.wire.signature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.wire.error.Refusal;
import java.util.List;
import org.junit.jupiter.api.Test;

class AuthorizationsTest {
    private static final String BEGINNING =
            "AWS4-HMAC-SHA256 Credential=alice/20261116/us-east-1/dynamodb/aws4_request,"
                    + " SignedHeaders=host;x-amz-date, Signature=";
    private static final String ONE = "1".repeat(64);
    private static final String OTHER = "2".repeat(64);

    private final Authorizations authorizations = new Authorizations();

    private Authorization parse(String header) {
        return authorizations.parse(List.of(header), true);
    }

    @Test
    void parse_headersThatDifferInTheirSignature_areTakenApartAlike() {
        Authorization first = parse(BEGINNING + ONE);
        Authorization second = parse(BEGINNING + OTHER);
        assertThat(second).isEqualTo(Authorization.parse(List.of(BEGINNING + OTHER), true));
        assertThat(second).isEqualTo(first.withSignature(OTHER));
    }

    @Test
    void parse_anotherKeyOfTheSameLength_isNotTakenForTheLast() {
        parse(BEGINNING + ONE);
        String other = BEGINNING.replace("alice", "mable") + ONE;
        assertThat(parse(other)).isEqualTo(Authorization.parse(List.of(other), true));
        assertThat(parse(other).keyId()).isEqualTo("mable");
    }

    @Test
    void parse_aSignatureThatHoldsMore_isTakenApartWhole() {
        parse(BEGINNING + ONE);
        String more = "0,Credential=mallory/20261116/us-east-1/dynamodb/aws4_request";
        String header = BEGINNING + more + "0".repeat(ONE.length() - more.length());
        assertThatThrownBy(() -> parse(header)).isInstanceOf(Refusal.class);
        String hidden = BEGINNING + "0,SignedHeaders=" + "h".repeat(ONE.length() - 16);
        assertThat(parse(hidden)).isEqualTo(Authorization.parse(List.of(hidden), true));
    }

    @Test
    void parse_withoutADate_isRefusedAsEver() {
        parse(BEGINNING + ONE);
        assertThatThrownBy(() -> authorizations.parse(List.of(BEGINNING + ONE), false))
                .isInstanceOf(Refusal.class);
        assertThatThrownBy(() -> authorizations.parse(List.of(BEGINNING + ONE, BEGINNING + ONE), true))
                .isInstanceOf(Refusal.class);
    }
}
