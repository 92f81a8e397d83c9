package dev.trestle.model.verify;

/** What a model or a system may need of the database under it. */
public enum Feature {
    /** Several items written together or not at all: guards of unique values, second items. */
    TRANSACTIONS("transactions"),
    /** Statements in PartiQL. */
    PARTIQL("PartiQL"),
    /** Index keys of several attributes. */
    MULTI_ATTRIBUTE_INDEX_KEYS("index keys of several attributes"),
    /** Indexes that hold some attributes only. */
    INDEX_PROJECTIONS("projections of indexes");

    private final String words;

    Feature(String words) {
        this.words = words;
    }

    @Override
    public String toString() {
        return words;
    }
}
