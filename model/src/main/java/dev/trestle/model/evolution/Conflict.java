package dev.trestle.model.evolution;

/**
 * Something that only a person can settle.
 *
 * @param table the table's name
 * @param key the item's key, as text
 * @param problem what is wrong with it
 */
public record Conflict(String table, String key, String problem) {
    @Override
    public String toString() {
        return table + " " + key + ": " + problem;
    }
}
