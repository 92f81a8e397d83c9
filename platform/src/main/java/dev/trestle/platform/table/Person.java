package dev.trestle.platform.table;

import java.time.Instant;
import java.util.List;

/**
 * Somebody whom the built-in issuer knows.
 *
 * @param email lower case, unique
 * @param groups in every tenant
 * @param tokens raised to make all access tokens invalid
 * @param sessions raised to make all refresh tokens invalid
 */
public record Person(
        String personId,
        String email,
        String name,
        Status status,
        List<String> groups,
        int tokens,
        int sessions,
        Instant createdAt) {
    /** Whether somebody may sign in. */
    public enum Status {
        ACTIVE,
        DISABLED
    }

    public boolean isActive() {
        return status == Status.ACTIVE;
    }

    public Person withGroups(List<String> changed) {
        return new Person(personId, email, name, status, changed, tokens + 1, sessions, createdAt);
    }

    public Person withName(String changed) {
        return new Person(personId, email, changed, status, groups, tokens, sessions, createdAt);
    }

    public Person withStatus(Status changed) {
        return new Person(personId, email, name, changed, groups, tokens + 1, sessions + 1, createdAt);
    }

    /** Access tokens are made anew, with what has changed; who is signed in stays so. */
    public Person withNewTokens() {
        return new Person(personId, email, name, status, groups, tokens + 1, sessions, createdAt);
    }

    public Person signedOutEverywhere() {
        return new Person(personId, email, name, status, groups, tokens + 1, sessions + 1, createdAt);
    }
}
