package dev.trestle.wire.signature;

import dev.trestle.wire.error.Refusal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The header Authorization, taken apart: whose key, for which day, region and service, over which headers, with which signature. */
record Authorization(
        String keyId, String day, String region, String service, List<String> signedHeaders, String signature) {
    private static final String TERMINATOR = "aws4_request";
    private static final int SCOPE_PARTS = 5;
    private static final int SIGNED_HEADERS_MAX = 200;

    /** {@code dated} tells that the request says when it was signed. */
    static Authorization parse(List<String> headers, boolean dated) {
        if (headers.isEmpty() || !headers.get(0).strip().startsWith("AWS4-")) {
            throw Refusal.missingAuthenticationToken();
        }
        if (headers.size() > 1) {
            throw Refusal.incompleteSignature("There is more than one Authorization header.");
        }
        String header = headers.get(0).strip();
        int space = header.indexOf(' ');
        String algorithm = space < 0 ? header : header.substring(0, space);
        if (!algorithm.equals(Signing.ALGORITHM)) {
            throw Refusal.incompleteSignature("Unsupported AWS 'algorithm': only " + Signing.ALGORITHM + " is known.");
        }
        Map<String, String> parameters = parameters(space < 0 ? "" : header.substring(space + 1));
        StringBuilder missing = new StringBuilder();
        for (String name : List.of("Credential", "Signature", "SignedHeaders")) {
            if (parameters.getOrDefault(name, "").isEmpty()) {
                missing.append("Authorization header requires '").append(name).append("' parameter. ");
            }
        }
        if (!dated) {
            missing.append("Authorization header requires existence of either a 'X-Amz-Date' or a 'Date' header. ");
        }
        if (!missing.isEmpty()) {
            throw Refusal.incompleteSignature(missing.toString().stripTrailing());
        }
        return of(parameters);
    }

    /** What stands behind the name of the algorithm. */
    static Map<String, String> parameters(String text) {
        Map<String, String> parameters = new HashMap<>();
        for (String part : text.split(",", -1)) {
            int equals = part.indexOf('=');
            if (equals > 0) {
                parameters.put(
                        part.substring(0, equals).strip(),
                        part.substring(equals + 1).strip());
            }
        }
        return parameters;
    }

    private static Authorization of(Map<String, String> parameters) {
        String credential = parameters.getOrDefault("Credential", "");
        String[] scope = credential.split("/", -1);
        if (scope.length != SCOPE_PARTS) {
            throw Refusal.incompleteSignature(
                    "Credential must have exactly 5 slash-delimited elements, e.g. keyid/date/region/service/term,"
                            + " got '" + credential + "'");
        }
        if (!scope[4].equals(TERMINATOR)) {
            throw Refusal.invalidSignature("Credential should be scoped with a valid terminator: '" + TERMINATOR
                    + "', not '" + scope[4] + "'.");
        }
        return of(scope, parameters.getOrDefault("SignedHeaders", ""), parameters.getOrDefault("Signature", ""));
    }

    /** Null if the credential is no key id, day, region, service and terminator. */
    static @Nullable Authorization of(String credential, String signedHeaders, String signature) {
        String[] scope = credential.split("/", -1);
        boolean wellFormed = scope.length == SCOPE_PARTS && !scope[0].isEmpty() && scope[4].equals(TERMINATOR);
        return wellFormed ? of(scope, signedHeaders, signature) : null;
    }

    private static Authorization of(String[] scope, String signedHeaders, String signature) {
        List<String> names = List.of(signedHeaders.split(";", SIGNED_HEADERS_MAX));
        return new Authorization(scope[0], scope[1], scope[2], scope[3], names, signature);
    }

    Authorization withSignature(String changed) {
        return new Authorization(keyId, day, region, service, signedHeaders, changed);
    }

    /** Day, region, service and terminator, as the text to sign has them. */
    String scope() {
        return day + "/" + region + "/" + service + "/" + TERMINATOR;
    }
}
