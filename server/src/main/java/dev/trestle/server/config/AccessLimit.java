package dev.trestle.server.config;

import dev.trestle.platform.settings.Values;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * What an access key is limited to. Tables and buckets are names, or beginnings of names with an asterisk.
 */
public record AccessLimit(boolean reads, boolean writes, List<String> tables, List<String> buckets) {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.-]{1,255}\\*?|\\*");
    private static final String TABLE = "table:";
    private static final String BUCKET = "bucket:";
    private static final List<String> ALL = List.of("*");

    public AccessLimit {
        tables = List.copyOf(tables);
        buckets = List.copyOf(buckets);
    }

    /** What access keys are limited to, by their ids. */
    static Map<String, AccessLimit> parseAll(String value) {
        Map<String, AccessLimit> limits = new LinkedHashMap<>();
        for (String entry : Values.list(value)) {
            List<String> parts =
                    Arrays.stream(entry.split("\\|", -1)).map(String::strip).toList();
            if (parts.get(0).isEmpty() || parts.size() < 2) {
                throw new IllegalArgumentException("must be ids of access keys with what each is limited to, such as"
                        + " reports|read|table:unisync-*|bucket:media");
            }
            if (limits.put(parts.get(0), of(parts.get(0), parts.subList(1, parts.size()))) != null) {
                throw new IllegalArgumentException("must have each access key once");
            }
        }
        return Collections.unmodifiableMap(limits);
    }

    /** The limit of a key as it is written, part by part. A limit that names a table or bucket reaches no others. */
    static AccessLimit of(String keyId, List<String> parts) {
        List<String> tables = new ArrayList<>();
        List<String> buckets = new ArrayList<>();
        for (String part : parts) {
            if (part.startsWith(TABLE)) {
                tables.add(name(part.substring(TABLE.length())));
            } else if (part.startsWith(BUCKET)) {
                buckets.add(name(part.substring(BUCKET.length())));
            } else if (!part.equals("read") && !part.equals("write")) {
                throw new IllegalArgumentException("must limit to read, write, table:NAME or bucket:NAME, where "
                        + keyId + " has \"" + part + "\"");
            }
        }
        boolean both = parts.contains("read") == parts.contains("write");
        boolean everything = tables.isEmpty() && buckets.isEmpty();
        return new AccessLimit(
                both || parts.contains("read"),
                both || parts.contains("write"),
                everything ? ALL : tables,
                everything ? ALL : buckets);
    }

    private static String name(String given) {
        if (!NAME.matcher(given).matches()) {
            throw new IllegalArgumentException(
                    "must name a table or bucket, or the beginning of its name with an asterisk, behind the colon");
        }
        return given;
    }
}
