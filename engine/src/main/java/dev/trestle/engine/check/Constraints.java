package dev.trestle.engine.check;

import dev.trestle.engine.EngineException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The first stage of every request's validation: what can be said of each parameter alone. Findings are collected and reported
 * together, numbered as the service does.
 */
public final class Constraints {
    private static final int REPORTED_MAX = 10;
    private static final int ARN_MAX = 1024;
    private static final String[] RETURN_CONSUMED_CAPACITY = {"INDEXES", "TOTAL", "NONE"};
    private static final String[] RETURN_ITEM_COLLECTION_METRICS = {"SIZE", "NONE"};
    private static final int BACKUP_ARN_MIN = 37;
    private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9_.-]+");

    private final List<String> findings = new ArrayList<>();

    /** The table's name or ARN. */
    public Constraints tableName(@Nullable String value) {
        return tableName("tableName", value);
    }

    public Constraints tableName(String path, @Nullable String value) {
        required(path, value);
        if (value == null || value.isEmpty() || value.startsWith("arn:")) {
            return length(path, value, 1, ARN_MAX);
        }
        return name(path, value);
    }

    /** The name of a table or index, no ARN. */
    public Constraints name(String path, @Nullable String value) {
        return length(path, value, 3, 255).pattern(path, value, NAME);
    }

    /** ReturnConsumedCapacity, which all operations on items have. */
    public Constraints returnConsumedCapacity(@Nullable String value) {
        return oneOf("returnConsumedCapacity", value, RETURN_CONSUMED_CAPACITY);
    }

    /** ReturnItemCollectionMetrics, which all writes have. */
    public Constraints returnItemCollectionMetrics(@Nullable String value) {
        return oneOf("returnItemCollectionMetrics", value, RETURN_ITEM_COLLECTION_METRICS);
    }

    /** The ARN of a backup. */
    public Constraints backupArn(String path, @Nullable String value) {
        return required(path, value).length(path, value, BACKUP_ARN_MIN, ARN_MAX);
    }

    public Constraints required(String path, @Nullable Object value) {
        if (value == null) {
            found("null", path, "Member must not be null");
        }
        return this;
    }

    public Constraints length(String path, @Nullable String value, int min, int max) {
        if (value != null && value.length() < min) {
            found("'" + value + "'", path, "Member must have length greater than or equal to " + min);
        } else if (value != null && value.length() > max) {
            found("'" + value + "'", path, "Member must have length less than or equal to " + max);
        }
        return this;
    }

    /** Shows an empty collection as it is, and never the contents of one that is too long. */
    public Constraints length(String path, @Nullable Collection<?> value, int min, int max) {
        if (value != null && value.size() < min) {
            found("'" + value + "'", path, "Member must have length greater than or equal to " + min);
        } else if (value != null && value.size() > max) {
            found("'[" + value.size() + " members]'", path, "Member must have length less than or equal to " + max);
        }
        return this;
    }

    /** The members of a list that is too long, each shown. */
    public Constraints shownLength(String path, @Nullable List<String> members, int max) {
        if (members != null && members.size() > max) {
            List<String> shown = members.subList(0, Math.min(members.size(), REPORTED_MAX));
            found("'[" + String.join(", ", shown) + "]'", path, "Member must have length less than or equal to " + max);
        }
        return this;
    }

    /** As {@link #length}, in the newer form of the service's messages, which do not repeat the value. */
    public Constraints size(String path, @Nullable Integer size, int min, int max) {
        if (size != null && size < min) {
            findings.add(message("Value", path, "Member must have length greater than or equal to " + min));
        } else if (size != null && size > max) {
            findings.add(message("Value", path, "Member must have length less than or equal to " + max));
        }
        return this;
    }

    /** The length of a list that is a map's value. The members themselves are not shown. */
    public Constraints mapValueLength(String path, String key, int size, int min, int max) {
        if (size < min || size > max) {
            String members = size == 0 ? "[]" : "[" + size + " members]";
            found(
                    "'{" + key + "=" + members + "}'",
                    path,
                    "Map value must satisfy constraint: [Member must have length less than or equal to " + max
                            + ", Member must have length greater than or equal to " + min + "]");
        }
        return this;
    }

    public Constraints pattern(String path, @Nullable String value, Pattern regex) {
        if (value != null && !regex.matcher(value).matches()) {
            found("'" + value + "'", path, "Member must satisfy regular expression pattern: " + regex);
        }
        return this;
    }

    public Constraints oneOf(String path, @Nullable String value, String... allowed) {
        if (value != null && !List.of(allowed).contains(value)) {
            found("'" + value + "'", path, "Member must satisfy enum value set: [" + String.join(", ", allowed) + "]");
        }
        return this;
    }

    public Constraints atLeast(String path, @Nullable Number value, long min) {
        if (value != null && value.longValue() < min) {
            found("'" + value + "'", path, "Member must have value greater than or equal to " + min);
        }
        return this;
    }

    /** As {@link #atLeast}, in the newer form of the service's messages, which do not repeat the value. */
    public Constraints atLeastUnshown(String path, @Nullable Number value, long min) {
        if (value != null && value.longValue() < min) {
            findings.add(message("Value", path, "Member must have value greater than or equal to " + min));
        }
        return this;
    }

    public Constraints atMost(String path, @Nullable Number value, long max) {
        if (value != null && value.longValue() > max) {
            found("'" + value + "'", path, "Member must have value less than or equal to " + max);
        }
        return this;
    }

    /** Throws if anything was found. */
    public void check() {
        if (!findings.isEmpty()) {
            int count = findings.size();
            throw EngineException.validation(count + " validation error" + (count == 1 ? "" : "s") + " detected: "
                    + String.join("; ", findings.subList(0, Math.min(count, REPORTED_MAX))));
        }
    }

    private void found(String value, String path, String rule) {
        findings.add(message("Value " + value, path, rule));
    }

    private static String message(String value, String path, String rule) {
        return value + " at '" + path + "' failed to satisfy constraint: " + rule;
    }
}
