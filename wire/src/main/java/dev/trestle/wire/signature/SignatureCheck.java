package dev.trestle.wire.signature;

import dev.trestle.wire.error.Refusal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Checks that a request was signed with one of the keys, shortly before, and is as it was signed. Where any signature is taken, it checks
 * of a key that is not known no more than that there is a signature that could be one.
 */
public final class SignatureCheck {
    static final Duration SKEW_MAX = Duration.ofMinutes(15);
    private static final String MISMATCH = "The request signature we calculated does not match the signature you"
            + " provided. Check your AWS Secret Access Key and signing method. Consult the service documentation for"
            + " details.";

    private final AccessKeys keys;
    private final String service;
    private final Clock clock;
    private final SigningKeys signingKeys = new SigningKeys();
    private final Stamps stamps = new Stamps();
    private final Authorizations authorizations = new Authorizations();

    /** {@code service} is the name that credentials must be scoped to. */
    public SignatureCheck(AccessKeys keys, String service, Clock clock) {
        this.keys = keys;
        this.service = service;
        this.clock = clock;
    }

    /** {@code body} is as it was sent, compressed or not. */
    public Signer check(SignedMessage message, byte[] body) {
        List<String> amzDate = message.header("x-amz-date");
        List<String> dates = amzDate.isEmpty() ? message.header("date") : amzDate;
        Authorization authorization = authorizations.parse(message.header("authorization"), !dates.isEmpty());
        Stamp signed = stamps.of(dates.get(0));
        if (signed == null) {
            throw Refusal.incompleteSignature("Date must be in ISO-8601 'basic format'. Got '" + dates.get(0)
                    + "'. See http://en.wikipedia.org/wiki/ISO_8601");
        }
        Signer signer = keys.signer(authorization.keyId());
        if (signer == null) {
            throw Refusal.unrecognizedClient();
        }
        byte[] secret = keys.secret(authorization.keyId());
        if (secret == null) {
            return signer;
        }
        checkScope(authorization, signed);
        checkAge(signed.moment());
        checkCoverage(message, authorization);
        byte[] key = signingKeys.get(secret, authorization);
        String canonical = Signing.canonicalRequest(message, authorization.signedHeaders(), Crypto.sha256Hex(body));
        String expected = Signing.signature(key, Signing.textToSign(signed.text(), authorization, canonical));
        if (!Signing.isSame(expected, authorization.signature())) {
            throw Refusal.invalidSignature(MISMATCH);
        }
        return signer;
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
}
