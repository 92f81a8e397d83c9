package dev.trestle.systems.formkiq.api;

import org.jspecify.annotations.Nullable;

/**
 * Who changes something, for the record.
 *
 * @param user as the record names them
 * @param identity a name that nobody else can have; empty for the system itself
 * @param site where they act
 * @param address where their request came from
 * @param source how they act: {@code HTTP}, {@code ACTION} for what actions do, or {@code JOB} for what the system does
 *     for them later
 */
public record Actor(
        String user, String identity, String site, @Nullable String address, String source) {
    /** What the system does by itself. */
    public static final String SYSTEM = "System";

    private static final String ALLOWED = "*";
    private static final String ACTION = "+";
    private static final Actor FOLLOWING = new Actor(SYSTEM, "", "", null, "");

    /**
     * Whoever finishes what a change began that is in the record already: rows that follow their document, and what is
     * derived. Nothing of it is recorded, and no lock stops it.
     */
    public static Actor following() {
        return FOLLOWING;
    }

    /** A job that finishes for somebody what they were allowed to begin: no lock of a document stops it half-way. */
    public static Actor finishing(String user, String site) {
        return new Actor(user, ALLOWED, site, null, "JOB");
    }

    /**
     * What an action of a document does: it goes on while somebody has the document checked out, and stops at a legal
     * hold.
     */
    public static Actor acting(String site) {
        return new Actor(SYSTEM, ACTION, site, null, "ACTION");
    }

    public boolean goesOnBesideCheckouts() {
        return identity.equals(ACTION);
    }

    public boolean finishesWhatWasAllowed() {
        return identity.equals(ALLOWED);
    }

    @SuppressWarnings("ReferenceEquality") // there is one
    public boolean isFollowing() {
        return this == FOLLOWING;
    }
}
