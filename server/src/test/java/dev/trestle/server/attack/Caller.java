package dev.trestle.server.attack;

import org.jspecify.annotations.Nullable;

/**
 * Somebody who sends requests.
 *
 * @param name as the tables of expectations have it
 * @param token null for nobody
 */
record Caller(String name, @Nullable String token) {
    Caller named(String other) {
        return new Caller(other, token);
    }

    /** Without the token. */
    @Override
    public String toString() {
        return name;
    }
}
