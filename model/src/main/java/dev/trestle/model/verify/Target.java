package dev.trestle.model.verify;

import java.util.EnumSet;
import java.util.Set;

/** A kind of database that speaks DynamoDB's protocol, and what it lacks of it. */
public enum Target {
    /** AWS's DynamoDB, and Trestle's engine. */
    DYNAMODB("DynamoDB"),
    /** ScyllaDB's Alternator. */
    ALTERNATOR(
            "ScyllaDB Alternator",
            Feature.TRANSACTIONS,
            Feature.PARTIQL,
            Feature.MULTI_ATTRIBUTE_INDEX_KEYS,
            Feature.INDEX_PROJECTIONS);

    private final String words;
    private final Set<Feature> lacks;

    Target(String words, Feature... lacks) {
        this.words = words;
        EnumSet<Feature> all = EnumSet.noneOf(Feature.class);
        all.addAll(Set.of(lacks));
        this.lacks = all;
    }

    /** Whether it can do something. */
    public boolean has(Feature feature) {
        return !lacks.contains(feature);
    }

    @Override
    public String toString() {
        return words;
    }
}
