package dev.trestle.objects.bucket;

import dev.trestle.engine.value.Value;
import dev.trestle.objects.ObjectStoreException;
import dev.trestle.objects.S3Error;
import dev.trestle.objects.api.CorsRule;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a bucket's CORS configuration must be like, and how it is stored. */
final class CorsRules {
    private static final int RULES_MAX = 100;
    private static final int ID_CHARS_MAX = 255;
    private static final int CHARS_MAX = 64 * 1024;
    private static final Set<String> METHODS = Set.of("GET", "PUT", "HEAD", "POST", "DELETE");

    private CorsRules() {}

    static void check(List<CorsRule> rules) {
        if (rules.isEmpty() || rules.size() > RULES_MAX) {
            throw ObjectStoreException.of(S3Error.MALFORMED_XML);
        }
        long chars = 0;
        for (CorsRule rule : rules) {
            check(rule);
            chars += rule.toString().length();
        }
        if (chars > CHARS_MAX) {
            throw ObjectStoreException.of(
                    S3Error.INVALID_REQUEST, "The CORS configuration is larger than " + CHARS_MAX + " characters");
        }
    }

    private static void check(CorsRule rule) {
        if (rule.allowedOrigins().isEmpty() || rule.allowedMethods().isEmpty()) {
            throw ObjectStoreException.of(S3Error.MALFORMED_XML);
        }
        if (rule.id() != null && rule.id().length() > ID_CHARS_MAX) {
            throw ObjectStoreException.of(
                    S3Error.INVALID_REQUEST, "The length of the rule ID should not exceed allowed limit of 255");
        }
        for (String method : rule.allowedMethods()) {
            if (!METHODS.contains(method)) {
                throw ObjectStoreException.of(
                        S3Error.INVALID_REQUEST,
                        "Found unsupported HTTP method in CORS config. Unsupported method is " + method);
            }
        }
        rule.allowedOrigins().forEach(origin -> checkWildcard("AllowedOrigin", origin));
        rule.allowedHeaders().forEach(header -> checkWildcard("AllowedHeader", header));
        for (String header : rule.exposeHeaders()) {
            if (header.contains("*")) {
                throw ObjectStoreException.of(
                        S3Error.INVALID_REQUEST,
                        "ExposeHeader \"" + header + "\" contains wildcard. We currently do not support wildcard for"
                                + " ExposeHeader");
            }
        }
    }

    private static void checkWildcard(String what, String text) {
        if (text.indexOf('*') != text.lastIndexOf('*')) {
            throw ObjectStoreException.of(
                    S3Error.INVALID_REQUEST, what + " \"" + text + "\" can not have more than one wildcard.");
        }
    }

    static Value write(List<CorsRule> rules) {
        List<Value> written = new ArrayList<>();
        for (CorsRule rule : rules) {
            Map<String, Value> entries = new LinkedHashMap<>();
            if (rule.id() != null) {
                entries.put("id", new Value.S(rule.id()));
            }
            entries.put("origins", texts(rule.allowedOrigins()));
            entries.put("methods", texts(rule.allowedMethods()));
            entries.put("headers", texts(rule.allowedHeaders()));
            entries.put("expose", texts(rule.exposeHeaders()));
            if (rule.maxAgeSeconds() != null) {
                entries.put("age", new Value.N(rule.maxAgeSeconds().toString()));
            }
            written.add(new Value.M(entries));
        }
        return new Value.L(written);
    }

    static List<CorsRule> read(@Nullable Value value) {
        List<CorsRule> rules = new ArrayList<>();
        if (value instanceof Value.L list) {
            for (Value element : list.elements()) {
                Map<String, Value> entries = ((Value.M) element).entries();
                rules.add(new CorsRule(
                        entries.get("id") instanceof Value.S id ? id.value() : null,
                        texts(entries.get("origins")),
                        texts(entries.get("methods")),
                        texts(entries.get("headers")),
                        texts(entries.get("expose")),
                        entries.get("age") instanceof Value.N age ? Integer.valueOf(age.text()) : null));
            }
        }
        return rules;
    }

    private static Value texts(List<String> texts) {
        return new Value.L(texts.stream().<Value>map(Value.S::new).toList());
    }

    private static List<String> texts(@Nullable Value value) {
        return value instanceof Value.L list
                ? list.elements().stream().map(one -> ((Value.S) one).value()).toList()
                : List.of();
    }
}
