package dev.trestle.server.metrics;

/**
 * What is counted together.
 *
 * @param owner the table of a table or index, the system of an access pattern
 * @param name the index, or the access pattern; empty for a table
 */
public record Series(Kind kind, String owner, String name) {
    /** What a series is of. */
    public enum Kind {
        TABLE,
        INDEX,
        PATTERN
    }

    /** What is counted when there are too many series to count each. */
    static final Series OTHERS = new Series(Kind.TABLE, "(others)", "");

    static Series table(String table) {
        return new Series(Kind.TABLE, table, "");
    }

    static Series index(String table, String index) {
        return new Series(Kind.INDEX, table, index);
    }

    static Series pattern(String system, String purpose) {
        return new Series(Kind.PATTERN, system, purpose);
    }
}
