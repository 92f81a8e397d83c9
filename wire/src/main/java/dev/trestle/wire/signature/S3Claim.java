package dev.trestle.wire.signature;

import dev.trestle.wire.error.S3Refusal;
import dev.trestle.wire.uri.Query;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a request to S3 says of its signature, in the header Authorization or, presigned, in the query. {@code lifetime} is how long a
 * presigned request is good for, and null in a header.
 */
record S3Claim(
        Authorization authorization, Stamp signed, @Nullable Duration lifetime) {
    private static final long LIFETIME_SECONDS_MAX = Duration.ofDays(7).toSeconds();
    private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,18}");
    private static final String FORM =
            "the Credential is mal-formed; expecting" + " \"<YOUR-AKID>/YYYYMMDD/REGION/SERVICE/aws4_request\".";
    private static final String UNSUPPORTED =
            "The authorization mechanism you have provided is not supported. Please use AWS4-HMAC-SHA256.";
    private static final List<String> PARAMETERS = List.of(
            "X-Amz-Algorithm",
            "X-Amz-Credential",
            "X-Amz-Signature",
            "X-Amz-Date",
            "X-Amz-SignedHeaders",
            "X-Amz-Expires");

    static S3Claim of(SignedMessage message, Stamps stamps) {
        List<String> headers = message.header("authorization");
        Query query = message.query();
        boolean presigned = query.has("X-Amz-Algorithm") || query.has("X-Amz-Signature");
        if (query.has("Signature") && query.has("AWSAccessKeyId")) {
            throw S3Refusal.invalidRequest(UNSUPPORTED
                    + " This presigned URL has signature version 2. Set signature_version to s3v4: \"aws configure set"
                    + " default.s3.signature_version s3v4\", or Config(signature_version=\"s3v4\") in boto3.");
        }
        if (headers.isEmpty() && !presigned) {
            throw S3Refusal.accessDenied("Access Denied");
        }
        if (headers.size() + (presigned ? 1 : 0) > 1) {
            throw S3Refusal.invalidArgument(
                    "Only one auth mechanism allowed; only the X-Amz-Algorithm query parameter, Signature query string"
                            + " parameter or the Authorization header should be specified",
                    "Authorization",
                    headers.get(0));
        }
        return presigned ? presigned(query) : header(headers.get(0).strip(), message, stamps);
    }

    private static S3Refusal unsupported() {
        return S3Refusal.invalidRequest(UNSUPPORTED);
    }

    private static S3Claim header(String header, SignedMessage message, Stamps stamps) {
        if (header.startsWith("AWS ") || header.startsWith("AWS4-") && !header.startsWith(Signing.ALGORITHM + " ")) {
            throw unsupported();
        }
        if (!header.startsWith(Signing.ALGORITHM + " ")) {
            throw S3Refusal.invalidArgument("Unsupported Authorization Type", "Authorization", header);
        }
        Map<String, String> parameters = Authorization.parameters(header.substring(Signing.ALGORITHM.length() + 1));
        for (String name : List.of("Credential", "SignedHeaders", "Signature")) {
            if (parameters.getOrDefault(name, "").isEmpty()) {
                throw malformed(
                        false,
                        "the authorization header requires three components: Credential,"
                                + " SignedHeaders, and Signature.");
            }
        }
        Authorization authorization = authorization(
                parameters.getOrDefault("Credential", ""),
                parameters.getOrDefault("SignedHeaders", ""),
                parameters.getOrDefault("Signature", ""),
                false);
        List<String> amzDate = message.header("x-amz-date");
        List<String> dates = amzDate.isEmpty() ? message.header("date") : amzDate;
        Stamp signed = dates.isEmpty() ? null : stamps.of(dates.get(0));
        if (signed == null) {
            throw S3Refusal.accessDenied("AWS authentication requires a valid Date or x-amz-date header");
        }
        return new S3Claim(authorization, signed, null);
    }

    private static S3Claim presigned(Query query) {
        for (String name : PARAMETERS) {
            if (!query.has(name)) {
                throw parameters("Query-string authentication version 4 requires the X-Amz-Algorithm, X-Amz-Credential,"
                        + " X-Amz-Signature, X-Amz-Date, X-Amz-SignedHeaders, and X-Amz-Expires parameters.");
            }
        }
        if (!Signing.ALGORITHM.equals(query.first("X-Amz-Algorithm"))) {
            throw parameters("X-Amz-Algorithm only supports \"" + Signing.ALGORITHM + "\"");
        }
        Authorization authorization = authorization(
                String.valueOf(query.first("X-Amz-Credential")),
                String.valueOf(query.first("X-Amz-SignedHeaders")),
                String.valueOf(query.first("X-Amz-Signature")),
                true);
        Stamp signed = Stamp.parseBasic(String.valueOf(query.first("X-Amz-Date")));
        if (signed == null) {
            throw parameters("X-Amz-Date must be in the ISO8601 Long Format \"yyyyMMdd'T'HHmmss'Z'\"");
        }
        return new S3Claim(authorization, signed, lifetime(String.valueOf(query.first("X-Amz-Expires"))));
    }

    private static Duration lifetime(String text) {
        if (!NUMBER.matcher(text).matches()) {
            throw parameters("X-Amz-Expires should be a number");
        }
        long seconds = Long.parseLong(text);
        if (seconds < 0) {
            throw parameters("X-Amz-Expires must be non-negative");
        }
        if (seconds > LIFETIME_SECONDS_MAX) {
            throw parameters(
                    "X-Amz-Expires must be less than a week (in seconds); that is, the given X-Amz-Expires must"
                            + " be less than " + LIFETIME_SECONDS_MAX + " seconds");
        }
        return Duration.ofSeconds(seconds);
    }

    private static Authorization authorization(
            String credential, String signedHeaders, String signature, boolean presigned) {
        Authorization authorization = Authorization.of(credential, signedHeaders, signature);
        if (authorization == null) {
            throw malformed(presigned, FORM);
        }
        return authorization;
    }

    boolean isPresigned() {
        return lifetime != null;
    }

    /** A refusal for what the credential says. */
    S3Refusal malformed(String text) {
        return malformed(isPresigned(), text);
    }

    private static S3Refusal malformed(boolean presigned, String text) {
        return presigned
                ? parameters("Error parsing the X-Amz-Credential parameter; " + text)
                : S3Refusal.badRequest(
                        "AuthorizationHeaderMalformed", "The authorization header is malformed; " + text);
    }

    private static S3Refusal parameters(String text) {
        return S3Refusal.badRequest("AuthorizationQueryParametersError", text);
    }
}
