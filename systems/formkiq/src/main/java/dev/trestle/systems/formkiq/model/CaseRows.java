package dev.trestle.systems.formkiq.model;

import static dev.trestle.systems.formkiq.model.SupportTable.TABLE;

import dev.trestle.model.Entity;
import dev.trestle.model.Pattern;

/** What cases need beside the documented tables: the counts that their numbers come from. */
public final class CaseRows {
    /**
     * How far a series of numbers is.
     *
     * @param series what is numbered, and in which format
     * @param last the latest number that was given
     */
    public record CaseCount(String series, long last) {}

    public static final Entity<CaseCount> CASE_COUNT = TABLE.entity(CaseCount.class)
            .about("How far a series of case numbers is")
            .key("cases#{series}", "count");

    public static final Pattern<CaseCount> COUNT_OF_SERIES = CASE_COUNT.get("Get how far a series of numbers is");

    private CaseRows() {}
}
