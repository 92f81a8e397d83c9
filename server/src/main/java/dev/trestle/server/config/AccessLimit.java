package dev.trestle.server.config;

import java.util.ArrayList;
import java.util.List;
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
