package dev.trestle.platform.identity;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What somebody gets who has signed in.
 *
 * @param accessToken sent with each request
 * @param expiresIn how long it holds
 * @param refreshToken sent once, for the next of these
 * @param tenants that the person may switch to
 */
public record Tokens(
        String accessToken,
        Duration expiresIn,
        String refreshToken,
        @Nullable String tenant,
        List<String> tenants) {

    /** Without the tokens. */
    @Override
    public String toString() {
        return "Tokens[tenant=" + tenant + "]";
    }
}
