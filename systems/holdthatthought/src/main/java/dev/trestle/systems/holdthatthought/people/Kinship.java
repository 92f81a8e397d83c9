package dev.trestle.systems.holdthatthought.people;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What types of relationships mean: how many generations the named person is above the one who names them, and what the latter is to the
 * former. A type that is not known says neither.
 */
final class Kinship {
    static final String OTHER = "relative";

    private static final Map<String, Kinship> KNOWN = new HashMap<>();

    private final int generations;
    private final String inverse;

    static {
        both(1, "parent", "child", "mother", "father");
        both(-1, "child", "parent", "son", "daughter");
        both(2, "grandparent", "grandchild", "grandmother", "grandfather");
        both(-2, "grandchild", "grandparent", "grandson", "granddaughter");
        both(3, "great-grandparent", "great-grandchild");
        both(-3, "great-grandchild", "great-grandparent");
        both(1, "aunt/uncle", "niece/nephew", "aunt", "uncle");
        both(-1, "niece/nephew", "aunt/uncle", "niece", "nephew");
        both(0, "sibling", "sibling", "brother", "sister");
        both(0, "spouse", "spouse", "husband", "wife", "partner");
        both(0, "cousin", "cousin");
        both(1, "parent-in-law", "child-in-law", "mother-in-law", "father-in-law");
        both(-1, "child-in-law", "parent-in-law", "son-in-law", "daughter-in-law");
        both(0, "sibling-in-law", "sibling-in-law", "brother-in-law", "sister-in-law");
    }

    private Kinship(int generations, String inverse) {
        this.generations = generations;
        this.inverse = inverse;
    }

    private static void both(int generations, String type, String inverse, String... synonyms) {
        Kinship kinship = new Kinship(generations, inverse);
        KNOWN.put(type, kinship);
        for (String each : synonyms) {
            KNOWN.put(each, kinship);
        }
    }

    private static @Nullable Kinship of(String type) {
        return KNOWN.get(type.strip().toLowerCase(Locale.ROOT));
    }

    /** What the owner of an entry is to the person whom it names. */
    static String inverseOf(String type) {
        Kinship known = of(type);
        return known == null ? OTHER : known.inverse;
    }

    /** How many generations the named person is above the owner; null where that is not known. */
    static @Nullable Integer generationsUp(String type) {
        Kinship known = of(type);
        return known == null ? null : known.generations;
    }
}
