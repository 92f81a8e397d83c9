package dev.trestle.platform.http;

import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Problem.Kind;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A path and a query, taken apart strictly: what could mean one thing here and another elsewhere is refused. */
record Location(List<String> segments, Map<String, List<String>> query) {
    private static final int SEGMENTS_MAX = 32;
    private static final int PARAMETERS_MAX = 200;

    static Location parse(String path, @Nullable String query) {
        return new Location(segments(path), query(query));
    }

    private static List<String> segments(String path) {
        if (!path.startsWith("/")) {
            throw refused("The path must begin with a slash.");
        }
        List<String> segments = new ArrayList<>();
        for (String raw : path.substring(1).split("/", -1)) {
            String segment = decode(raw, false);
            if (segment.equals(".") || segment.equals("..")) {
                throw refused("The path must not contain dots for directories.");
            }
            segments.add(segment);
            if (segments.size() > SEGMENTS_MAX) {
                throw refused("The path has too many parts.");
            }
        }
        return segments;
    }

    private static Map<String, List<String>> query(@Nullable String query) {
        Map<String, List<String>> values = new LinkedHashMap<>();
        if (query == null || query.isEmpty()) {
            return values;
        }
        String[] pairs = query.split("&", PARAMETERS_MAX + 1);
        if (pairs.length > PARAMETERS_MAX) {
            throw refused("The query has too many parameters.");
        }
        for (String pair : pairs) {
            int equals = pair.indexOf('=');
            String name = decode(equals < 0 ? pair : pair.substring(0, equals), true);
            values.computeIfAbsent(name, n -> new ArrayList<>())
                    .add(equals < 0 ? "" : value(name, pair.substring(equals + 1)));
        }
        return values;
    }

    /** What is wrong with a value is said with its name. */
    private static String value(String name, String raw) {
        try {
            return decode(raw, true);
        } catch (ApiException refused) {
            throw ApiException.invalid(name, refused.problem().message());
        }
    }

    private static String decode(String raw, boolean plusIsSpace) {
        ByteBuffer bytes = ByteBuffer.allocate(raw.length() * 3);
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            if (c == '%') {
                boolean whole = i + 2 < raw.length();
                int high = whole ? Character.digit(raw.charAt(i + 1), 16) : -1;
                int low = whole ? Character.digit(raw.charAt(i + 2), 16) : -1;
                if (high < 0 || low < 0) {
                    throw refused("The address has a wrong percent sign.");
                }
                bytes.put((byte) (high * 16 + low));
                i += 2;
            } else if (c == '+' && plusIsSpace) {
                bytes.put((byte) ' ');
            } else {
                bytes.put(String.valueOf(c).getBytes(StandardCharsets.UTF_8));
            }
        }
        return text(bytes.flip(), plusIsSpace);
    }

    private static String text(ByteBuffer bytes, boolean isQuery) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(bytes)
                    .toString();
            // Text in a query may have several lines; a name in a path may not.
            if (!isQuery && text.chars().anyMatch(c -> c < ' ' || c == 127) || text.indexOf(0) >= 0) {
                throw refused("The address has a control character.");
            }
            return text;
        } catch (CharacterCodingException e) {
            throw refused("The address is no valid UTF-8.");
        }
    }

    private static ApiException refused(String message) {
        return ApiException.of(Kind.INVALID, message);
    }
}
