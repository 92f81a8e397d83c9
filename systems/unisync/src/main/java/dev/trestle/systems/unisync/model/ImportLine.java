package dev.trestle.systems.unisync.model;

/**
 * What became of a row of an import.
 *
 * @param row as spreadsheets count
 * @param changed the columns that it changed
 * @param problems why it was not imported, for people; empty if it was
 */
public record ImportLine(int row, String showSetId, String outcome, String changed, String problems) {
    /** About how much room it takes. */
    public int characters() {
        return showSetId.length() + changed.length() + problems.length();
    }
}
