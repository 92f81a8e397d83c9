package dev.trestle.wire.s3;

import dev.trestle.objects.ObjectStore;
import dev.trestle.objects.ObjectStoreException;
import dev.trestle.objects.api.CorsRule;
import dev.trestle.wire.error.S3Refusal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Applies buckets' rules to requests of web pages of other origins. One that no rule allows is refused: the service would do as it asks
 * and only leave it to the browser to hide the answer, but here a page of anybody's must not reach somebody's own machine.
 */
final class Cors {
    private static final String VARY = "Origin, Access-Control-Request-Headers, Access-Control-Request-Method";

    private final ObjectStore store;

    Cors(ObjectStore store) {
        this.store = store;
    }

    /** The headers to be added to the answer to a request from that origin, whatever the answer is. */
    Map<String, String> allow(S3Request request, String origin) {
        CorsRule rule = find(rules(request.bucket()), origin, request.method(), List.of());
        if (rule == null) {
            throw S3Refusal.accessDenied(
                    "Requests from web pages of other sites are refused, unless the bucket has a CORS rule for them.");
        }
        return headers(rule, origin, List.of());
    }

    /** The answer to a browser that asks whether it may send a request. */
    S3Answer preflight(S3Request request) {
        String origin = request.first("origin");
        String method = request.first("access-control-request-method");
        if (origin == null || method == null) {
            throw S3Refusal.badRequest(
                    "BadRequest",
                    "Insufficient information. "
                            + (origin == null ? "Origin" : "Access-Control-Request-Method")
                            + " request header needed.");
        }
        List<CorsRule> rules = rules(request.bucket());
        if (rules.isEmpty()) {
            throw S3Refusal.forbidden("AccessForbidden", "CORSResponse: CORS is not enabled for this bucket.");
        }
        List<String> headers = requested(request);
        CorsRule rule = find(rules, origin, method, headers);
        if (rule == null) {
            throw S3Refusal.forbidden(
                    "AccessForbidden",
                    "CORSResponse: This CORS request is not allowed. This is usually because the evalution of Origin,"
                            + " request method / Access-Control-Request-Method or Access-Control-Request-Headers are not"
                            + " whitelisted by the resource's CORS spec.");
        }
        return S3Answer.ok().with(headers(rule, origin, headers));
    }

    /** A bucket that is not there has no rules, so that who may not ask learns nothing of it. */
    private List<CorsRule> rules(String bucket) {
        if (bucket.isEmpty()) {
            return List.of();
        }
        try {
            return store.getCors(bucket);
        } catch (ObjectStoreException none) {
            if (none.error().httpStatus() >= 500) {
                throw none;
            }
            return List.of();
        }
    }

    private static List<String> requested(S3Request request) {
        List<String> names = new ArrayList<>();
        for (String value : request.header("access-control-request-headers")) {
            for (String name : value.split(",", -1)) {
                if (!name.isBlank()) {
                    names.add(name.strip().toLowerCase(Locale.ROOT));
                }
            }
        }
        return names;
    }

    private static @Nullable CorsRule find(List<CorsRule> rules, String origin, String method, List<String> headers) {
        for (CorsRule rule : rules) {
            if (rule.allowedMethods().contains(method)
                    && rule.allowedOrigins().stream().anyMatch(pattern -> matches(pattern, origin))
                    && headers.stream()
                            .allMatch(header -> rule.allowedHeaders().stream()
                                    .anyMatch(pattern -> matches(pattern.toLowerCase(Locale.ROOT), header)))) {
                return rule;
            }
        }
        return null;
    }

    /** A pattern may have one asterisk, which stands for anything. */
    private static boolean matches(String pattern, String text) {
        int star = pattern.indexOf('*');
        if (star < 0) {
            return pattern.equals(text);
        }
        String before = pattern.substring(0, star);
        String behind = pattern.substring(star + 1);
        return text.length() >= before.length() + behind.length() && text.startsWith(before) && text.endsWith(behind);
    }

    private static Map<String, String> headers(CorsRule rule, String origin, List<String> requested) {
        boolean anybody = rule.allowedOrigins().contains("*");
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Access-Control-Allow-Origin", anybody ? "*" : origin);
        headers.put("Access-Control-Allow-Methods", String.join(", ", rule.allowedMethods()));
        if (!anybody) {
            headers.put("Access-Control-Allow-Credentials", "true");
        }
        if (!requested.isEmpty()) {
            headers.put("Access-Control-Allow-Headers", String.join(", ", requested));
        }
        if (!rule.exposeHeaders().isEmpty()) {
            headers.put("Access-Control-Expose-Headers", String.join(", ", rule.exposeHeaders()));
        }
        if (rule.maxAgeSeconds() != null) {
            headers.put("Access-Control-Max-Age", rule.maxAgeSeconds().toString());
        }
        headers.put("Vary", VARY);
        return headers;
    }
}
