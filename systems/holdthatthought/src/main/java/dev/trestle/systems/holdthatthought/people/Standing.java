package dev.trestle.systems.holdthatthought.people;

/** What a person is to the archive. */
public enum Standing {
    /** Waits to be approved, and reads nothing but their own profile. */
    PENDING,
    APPROVED,
    ADMIN
}
