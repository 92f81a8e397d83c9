package dev.trestle.systems.holdthatthought;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;

class ProfilesTest extends FamilyTest {
    @Test
    void getMe_firstRequest_makesTheProfile() {
        JsonNode profile = world.tim().get("getMe", "/me").ok();

        assertThat(profile.path("userId").asText()).isEqualTo("tim");
        assertThat(profile.path("displayName").asText()).isEqualTo("tim");
        assertThat(profile.path("groups")).isEmpty();
        assertThat(profile.path("joinedDate").asText()).isEqualTo("2031-03-03T10:00:00.000Z");
    }

    @Test
    void getMe_subjectOfAnotherIssuer_isRefused() {
        world.rosa().get("getMe", "/me").ok();

        world.impostor("rosa").get("getMe", "/me").is(403);
    }

    @Test
    void getMe_secondVersionInThePath_isIgnored() {
        world.rosa().get("getMe", "/v1/me").ok();
    }
}
