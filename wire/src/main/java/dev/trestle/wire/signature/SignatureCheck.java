package dev.trestle.wire.signature;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.trestle.wire.error.Refusal;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Checks that a request was signed with one of the keys, shortly before, and is as it was signed. With no keys, it checks no more than
 * that there is a signature that could be one.
 */
public final class SignatureCheck {
    private static final Duration SKEW_MAX = Duration.ofMinutes(15);
    private static final String MISMATCH = "The request signature we calculated does not match the signature you"
            + " provided. Check your AWS Secret Access Key and signing method. Consult the service documentation for"
            + " details.";

    private final AccessKeys keys;
    private final String service;
    private final Clock clock;
    private final SigningKeys signingKeys = new SigningKeys();
    private final Stamps stamps = new Stamps();

    /** {@code service} is the name that credentials must be scoped to. */
    public SignatureCheck(AccessKeys keys, String service, Clock clock) {
        this.keys = keys;
        this.service = service;
        this.clock = clock;
    }

    public void check(SignedMessage message) {
        List<String> amzDate = message.header("x-amz-date");
        List<String> dates = amzDate.isEmpty() ? message.header("date") : amzDate;
        Authorization authorization = Authorization.parse(message.header("authorization"), !dates.isEmpty());
        Stamp signed = stamps.of(dates.get(0));
        if (signed == null) {
            throw Refusal.incompleteSignature("Date must be in ISO-8601 'basic format'. Got '" + dates.get(0)
                    + "'. See http://en.wikipedia.org/wiki/ISO_8601");
        }
        if (keys.isEmpty()) {
            return;
        }
        byte[] secret = keys.secret(authorization.keyId());
        if (secret == null) {
            throw Refusal.unrecognizedClient();
        }
        checkScope(authorization, signed);
        checkAge(signed.moment());
        checkCoverage(message, authorization);
        byte[] key = signingKeys.get(secret, authorization);
        String expected = Crypto.hex(Crypto.hmac(key, textToSign(message, authorization, signed.text())));
        if (!MessageDigest.isEqual(
                expected.getBytes(UTF_8), authorization.signature().getBytes(UTF_8))) {
            throw Refusal.invalidSignature(MISMATCH);
        }
    }

    private void checkScope(Authorization authorization, Stamp signed) {
        String day = signed.day();
        if (!authorization.day().equals(day)) {
            throw Refusal.invalidSignature("Date in Credential scope does not match YYYYMMDD from ISO-8601 version of"
                    + " date from HTTP: '" + authorization.day() + "' != '" + day + "', from '" + signed.text() + "'.");
        }
        if (!authorization.service().equals(service)) {
            throw Refusal.invalidSignature("Credential should be scoped to correct service: '" + service + "'.");
        }
    }

    private void checkAge(Instant signed) {
        Instant now = clock.instant();
        Instant oldest = now.minus(SKEW_MAX);
        Instant newest = now.plus(SKEW_MAX);
        if (signed.isBefore(oldest)) {
            throw Refusal.invalidSignature("Signature expired: " + Stamp.show(signed) + " is now earlier than "
                    + Stamp.show(oldest) + " (" + Stamp.show(now) + " - 15 min.)");
        }
        if (signed.isAfter(newest)) {
            throw Refusal.invalidSignature("Signature not yet current: " + Stamp.show(signed) + " is still later than "
                    + Stamp.show(newest) + " (" + Stamp.show(now) + " + 15 min.)");
        }
    }

    /** What decides about a request must be signed, or somebody on the way could change it. */
    private static void checkCoverage(SignedMessage message, Authorization authorization) {
        for (String name : List.of("host", "x-amz-target", "x-amz-date")) {
            boolean needed = name.equals("host") || !message.header(name).isEmpty();
            if (needed && !authorization.signedHeaders().contains(name)) {
                throw Refusal.invalidSignature("'" + name + "' must be a 'SignedHeader' in the AWS Authorization.");
            }
        }
    }

    private static String textToSign(SignedMessage message, Authorization authorization, String stamp) {
        return Authorization.ALGORITHM + "\n" + stamp + "\n" + authorization.scope() + "\n"
                + Crypto.hex(Crypto.sha256(canonical(message, authorization).getBytes(UTF_8)));
    }

    private static String canonical(SignedMessage message, Authorization authorization) {
        StringBuilder text = new StringBuilder(512)
                .append(message.method())
                .append('\n')
                .append(message.path())
                .append('\n')
                .append(CanonicalQuery.of(message.query()))
                .append('\n');
        for (String name : authorization.signedHeaders()) {
            text.append(name).append(':').append(value(message.header(name))).append('\n');
        }
        return text.append('\n')
                .append(String.join(";", authorization.signedHeaders()))
                .append('\n')
                .append(Crypto.hex(Crypto.sha256(message.body())))
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
}
