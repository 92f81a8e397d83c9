package dev.trestle.systems.formkiq.webhooks;

import dev.trestle.systems.formkiq.api.Refusals;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Where the browser that sent a form goes on: to hosts that the installation names, and nowhere else. */
final class Redirects {
    private static final int ADDRESS_MAX = 2_000;
    private static final int FIELDS_MAX = 50;
    private static final int LOCATION_MAX = 8_000;
    private static final Set<String> SCHEMES = Set.of("http", "https");

    private final Set<String> hosts;

    Redirects(List<String> hosts) {
        this.hosts = hosts.stream()
                .map(host -> host.strip().toLowerCase(Locale.ROOT))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** An address that may be gone on to; null if none was asked for. */
    @Nullable
    URI check(@Nullable String asked) {
        if (asked == null || asked.isEmpty()) {
            return null;
        }
        try {
            URI address = asked.length() > ADDRESS_MAX ? URI.create("") : URI.create(asked);
            String scheme =
                    address.getScheme() == null ? "" : address.getScheme().toLowerCase(Locale.ROOT);
            // The authority as a whole: a host with a user's name before it, or with another port, is none of them.
            String authority = address.getRawAuthority();
            if (SCHEMES.contains(scheme) && authority != null && hosts.contains(authority.toLowerCase(Locale.ROOT))) {
                return address;
            }
        } catch (IllegalArgumentException e) {
            throw Refusals.message("invalid redirect_uri");
        }
        throw Refusals.message("invalid redirect_uri");
    }

    /** The address with some fields of the form that was sent. */
    String location(URI address, @Nullable String responseFields, @Nullable String contentType, byte[] body) {
        Map<String, String> form = isForm(contentType) ? form(body) : Map.of();
        StringBuilder query = new StringBuilder(address.getRawQuery() == null ? "" : address.getRawQuery());
        String wanted = responseFields == null ? "" : responseFields;
        for (String field : wanted.split(",", FIELDS_MAX)) {
            String value = form.get(field.strip());
            if (value != null) {
                query.append(query.isEmpty() ? "" : "&")
                        .append(encoded(field.strip()))
                        .append('=')
                        .append(encoded(value));
            }
        }
        String path = address.getRawPath() == null ? "" : address.getRawPath();
        String fragment = address.getRawFragment() == null ? "" : "#" + address.getRawFragment();
        String location = address.getScheme() + "://" + address.getRawAuthority() + path
                + (query.isEmpty() ? "" : "?" + query) + fragment;
        if (location.length() > LOCATION_MAX) {
            throw Refusals.message("responseFields are longer than an address may be");
        }
        return location;
    }

    private static boolean isForm(@Nullable String contentType) {
        return contentType != null
                && contentType.toLowerCase(Locale.ROOT).strip().startsWith("application/x-www-form-urlencoded");
    }

    private static Map<String, String> form(byte[] body) {
        Map<String, String> form = new LinkedHashMap<>();
        for (String pair : new String(body, StandardCharsets.UTF_8).split("&", 1_000)) {
            int equals = pair.indexOf('=');
            try {
                form.putIfAbsent(
                        decoded(equals < 0 ? pair : pair.substring(0, equals)),
                        equals < 0 ? "" : decoded(pair.substring(equals + 1)));
            } catch (IllegalArgumentException e) {
                continue; // no field of a form: the document keeps it as it came
            }
        }
        return form;
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
