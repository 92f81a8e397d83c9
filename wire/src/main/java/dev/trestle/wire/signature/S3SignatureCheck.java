package dev.trestle.wire.signature;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.trestle.wire.error.S3Refusal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Checks that a request to S3 was signed with one of the keys, shortly before or presigned for now, and is as it was signed. Where
 * any signature is taken, it checks of a key that is not known no more than that there is a signature that could be one, and that it has not
 * expired.
 *
 * <p>The body is still to come: what is returned tells how to check that.
 */
public final class S3SignatureCheck {
    static final String MISMATCH =
            "The request signature we calculated does not match the signature you provided. Check"
                    + " your key and signing method.";

    private static final String SERVICE = "s3";
    private static final Pattern DAY = Pattern.compile("[0-9]{8}");
    private static final Pattern SIGNATURE = Pattern.compile("[0-9a-f]{64}");

    private final AccessKeys keys;
    private final Clock clock;
    private final SigningKeys signingKeys = new SigningKeys();
    private final Stamps stamps = new Stamps();

    public S3SignatureCheck(AccessKeys keys, Clock clock) {
        this.keys = keys;
        this.clock = clock;
    }

    public S3Signed check(S3Message message) {
        S3Claim claim = S3Claim.of(message, stamps);
        Authorization authorization = claim.authorization();
        String text = payload(message, claim);
        S3Payload.Kind kind = S3Payload.Kind.of(text);
        String stamp = claim.signed().text();
        checkScope(claim);
        Signer signer = keys.signer(authorization.keyId());
        if (signer == null) {
            throw S3Refusal.forbidden(
                            "InvalidAccessKeyId", "The AWS Access Key Id you provided does not exist in our records.")
                    .with("AWSAccessKeyId", authorization.keyId());
        }
        byte[] secret = keys.secret(authorization.keyId());
        byte[] key = null;
        if (secret == null) {
            checkLifetime(claim);
        } else {
            checkAge(claim);
            checkLifetime(claim);
            checkCoverage(message, authorization.signedHeaders());
            key = signingKeys.get(secret, authorization);
            checkSignature(
                    key, stamp, authorization, Signing.canonicalRequest(message, authorization.signedHeaders(), text));
        }
        ChunkSignatures chunks = new ChunkSignatures(key, stamp, authorization.scope(), authorization.signature());
        return new S3Signed(signer, new S3Payload(kind, text, chunks));
    }

    /** What stands for the body. A presigned request need not say; it is then good for any. */
    private static String payload(S3Message message, S3Claim claim) {
        List<String> header = message.header(S3Payload.HEADER);
        if (!header.isEmpty()) {
            return header.get(0).strip();
        }
        if (!claim.isPresigned()) {
            throw S3Refusal.invalidRequest("Missing required header for this request: " + S3Payload.HEADER);
        }
        @Nullable String parameter = message.query().first("X-Amz-Content-Sha256");
        return parameter == null ? S3Payload.UNSIGNED : parameter;
    }

    private static void checkScope(S3Claim claim) {
        Authorization authorization = claim.authorization();
        if (!DAY.matcher(authorization.day()).matches()) {
            throw claim.malformed("incorrect date format \"" + authorization.day()
                    + "\". This date in the credential must be in the format \"yyyyMMdd\".");
        }
        if (!claim.signed().day().equals(authorization.day())) {
            throw claim.malformed("Invalid credential date \"" + authorization.day()
                    + "\". This date is not the same as X-Amz-Date: \""
                    + claim.signed().day()
                    + "\".");
        }
        if (!authorization.service().equals(SERVICE)) {
            throw claim.malformed("incorrect service \"" + authorization.service() + "\". This endpoint belongs to \""
                    + SERVICE + "\".");
        }
    }

    private void checkAge(S3Claim claim) {
        Instant now = clock.instant();
        Duration skew = Duration.between(claim.signed().moment(), now);
        boolean tooOld = !claim.isPresigned() && skew.compareTo(SignatureCheck.SKEW_MAX) > 0;
        boolean tooNew = skew.negated().compareTo(SignatureCheck.SKEW_MAX) > 0;
        if (tooNew && claim.isPresigned()) {
            throw S3Refusal.accessDenied("Request is not valid yet").with("ServerTime", seconds(now));
        }
        if (tooOld || tooNew) {
            throw S3Refusal.forbidden(
                            "RequestTimeTooSkewed",
                            "The difference between the request time and the current time is too large.")
                    .with("RequestTime", claim.signed().text())
                    .with("ServerTime", seconds(now))
                    .with("MaxAllowedSkewMilliseconds", Long.toString(SignatureCheck.SKEW_MAX.toMillis()));
        }
    }

    private void checkLifetime(S3Claim claim) {
        Duration lifetime = claim.lifetime();
        if (lifetime == null) {
            return;
        }
        Instant now = clock.instant();
        Instant end = claim.signed().moment().plus(lifetime);
        if (!now.isBefore(end)) {
            throw S3Refusal.accessDenied("Request has expired")
                    .with("X-Amz-Expires", Long.toString(lifetime.toSeconds()))
                    .with("Expires", seconds(end))
                    .with("ServerTime", seconds(now));
        }
    }

    private static String seconds(Instant moment) {
        return moment.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /** The host and all headers of S3's own must be signed, or somebody on the way could add one. */
    private static void checkCoverage(S3Message message, List<String> signedHeaders) {
        List<String> unsigned = message.headerNames().stream()
                .filter(name -> name.equals("host") || name.startsWith("x-amz-"))
                .filter(name -> !signedHeaders.contains(name))
                .distinct()
                .toList();
        if (!unsigned.isEmpty()) {
            throw S3Refusal.accessDenied("There were headers present in the request which were not signed")
                    .with("HeadersNotSigned", String.join(", ", unsigned));
        }
    }

    private static void checkSignature(byte[] key, String stamp, Authorization authorization, String canonical) {
        String text = Signing.textToSign(stamp, authorization, canonical);
        String given = authorization.signature();
        if (!SIGNATURE.matcher(given).matches() || !Signing.isSame(Signing.signature(key, text), given)) {
            throw S3Refusal.forbidden("SignatureDoesNotMatch", MISMATCH)
                    .with("AWSAccessKeyId", authorization.keyId())
                    .with("StringToSign", text)
                    .with("SignatureProvided", given)
                    .with("StringToSignBytes", bytes(text))
                    .with("CanonicalRequest", canonical)
                    .with("CanonicalRequestBytes", bytes(canonical));
        }
    }

    /** What differs unseen, such as spaces, shows. */
    private static String bytes(String text) {
        StringBuilder hex = new StringBuilder();
        for (byte next : text.getBytes(UTF_8)) {
            hex.append(hex.isEmpty() ? "" : " ").append(String.format("%02x", next));
        }
        return hex.toString();
    }
}
