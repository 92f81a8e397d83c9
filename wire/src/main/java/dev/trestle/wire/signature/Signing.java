package dev.trestle.wire.signature;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.trestle.wire.uri.Percent;
import java.security.MessageDigest;
import java.util.List;

/** The texts that signature version 4 is made of, which are the same for all services. */
final class Signing {
    static final String ALGORITHM = "AWS4-HMAC-SHA256";

    /** The parameter of a query that cannot be signed: the signature itself. */
    private static final String SIGNATURE_PARAMETER = "X-Amz-Signature";

    private Signing() {}

    /** {@code payloadHash} is what stands for the body. */
    static String canonicalRequest(SignedMessage message, List<String> signedHeaders, String payloadHash) {
        StringBuilder text = new StringBuilder(512)
                .append(message.method())
                .append('\n')
                .append(Percent.encodePath(message.path()))
                .append('\n')
                .append(message.query().canonical(SIGNATURE_PARAMETER::equals))
                .append('\n');
        for (String name : signedHeaders) {
            text.append(name).append(':').append(value(message.header(name))).append('\n');
        }
        return text.append('\n')
                .append(String.join(";", signedHeaders))
                .append('\n')
                .append(payloadHash)
                .toString();
    }

    /** Several values with commas between them, each without spaces around it and with single ones inside. */
    private static String value(List<String> values) {
        if (values.size() == 1 && !values.get(0).contains("  ")) {
            return values.get(0).strip();
        }
        return String.join(
                ",",
                values.stream()
                        .map(value -> value.strip().replaceAll(" {2,}", " "))
                        .toList());
    }

    static String textToSign(String stamp, Authorization authorization, String canonicalRequest) {
        return ALGORITHM + "\n" + stamp + "\n" + authorization.scope() + "\n"
                + Crypto.sha256Hex(canonicalRequest.getBytes(UTF_8));
    }

    static String signature(byte[] key, String textToSign) {
        return Crypto.hex(Crypto.hmac(key, textToSign));
    }

    /** Takes the same time wherever they differ. */
    static boolean isSame(String expected, String given) {
        return MessageDigest.isEqual(expected.getBytes(UTF_8), given.getBytes(UTF_8));
    }
}
