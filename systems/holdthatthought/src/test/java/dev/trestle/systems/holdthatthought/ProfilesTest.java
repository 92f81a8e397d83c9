package dev.trestle.systems.holdthatthought;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.systems.holdthatthought.World.Someone;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import dev.trestle.testing.OverTheNetworkToo;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Profiles: what their owners change, and who sees them. */
@OverTheNetworkToo
class ProfilesTest extends FamilyTest {
    @Test
    void getMe_firstRequest_makesTheProfile() {
        JsonNode profile = world.tim().get("getMe", "/me").ok();

        assertThat(profile.path("userId").asText()).isEqualTo("tim");
        assertThat(profile.path("displayName").asText()).isEqualTo("tim");
        assertThat(profile.path("email").asText()).isEqualTo("tim@family.example");
        assertThat(profile.path("notifyOnComment").asBoolean()).isTrue();
        assertThat(profile.path("groups")).isEmpty();
        assertThat(profile.path("commentCount").asInt()).isZero();
        assertThat(profile.path("joinedDate").asText()).isEqualTo("2031-03-03T10:00:00.000Z");
        assertThat(profile.path("createdAt")).isEqualTo(profile.path("joinedDate"));
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

    @Test
    void updateProfile_ownFields_changesThemAndNothingElse() {
        JsonNode before = world.emil().get("getMe", "/me").ok();

        Map<String, Object> body = new HashMap<>(Map.of(
                "displayName", "  Emil <b>the</b> Elder ",
                "bio", "Likes <script>alert(1)</script>trains & <3",
                "familyRelationship", "grandfather",
                "generation", "2nd",
                "isProfilePrivate", false,
                "theme", "dark-sepia",
                "groups", List.of("Admins"),
                "status", "deleted",
                "userId", "rosa",
                "mediaUploadCount", 99));
        body.put("contactEmail", "emil@post.example");
        JsonNode after = world.emil().put("updateProfile", "/profile", body).ok();

        assertThat(after.path("displayName").asText()).isEqualTo("Emil the Elder");
        assertThat(after.path("bio").asText()).isEqualTo("Likes trains & <3");
        assertThat(after.path("contactEmail").asText()).isEqualTo("emil@post.example");
        assertThat(after.path("userId").asText()).isEqualTo("emil");
        assertThat(after.path("groups")).isEqualTo(before.path("groups"));
        assertThat(after.path("status").asText()).isEqualTo("active");
        assertThat(after.path("mediaUploadCount").asInt()).isZero();
        assertThat(world.emil().get("getProfile", "/profile/emil").ok()).isEqualTo(after);
    }

    @Test
    void updateProfile_nullAndEmpty_clear() {
        world.emil()
                .put("updateProfile", "/profile", Map.of("bio", "x", "generation", "y", "theme", "sepia"))
                .ok();
        Map<String, Object> cleared = new HashMap<>();
        cleared.put("bio", null);
        cleared.put("generation", " ");
        JsonNode after = world.emil().put("updateProfile", "/profile", cleared).ok();

        assertThat(after.has("bio")).isFalse();
        assertThat(after.has("generation")).isFalse();
        assertThat(after.path("theme").asText()).isEqualTo("sepia");
    }

    @Test
    void updateProfile_tooLong_saysHowManyCharacters() {
        World.Answer answer = world.emil()
                .put("updateProfile", "/profile", Map.of("bio", "x".repeat(501)))
                .is(400);

        assertThat(answer.error()).contains("bio").contains("500 characters");
        // Characters, not UTF-16 units.
        world.emil()
                .put("updateProfile", "/profile", Map.of("bio", "😀".repeat(500)))
                .is(200);
        world.emil()
                .put("updateProfile", "/profile", Map.of("displayName", " "))
                .is(400);
        world.emil()
                .put("updateProfile", "/profile", Map.of("theme", "Not A Theme"))
                .is(400);
        world.emil()
                .put("updateProfile", "/profile", Map.of("contactEmail", "nobody"))
                .is(400);
        world.emil()
                .put("updateProfile", "/profile", Map.of("photoUrl", "profile-photos/rosa/x.png"))
                .is(400);
    }

    @Test
    void updateProfile_moreThanAHundredAMinute_isLimited() {
        for (int i = 0; i < 100; i++) {
            world.emil()
                    .put("updateProfile", "/profile", Map.of("bio", "no " + i))
                    .is(200);
        }
        World.Answer refused = world.emil()
                .put("updateProfile", "/profile", Map.of("bio", "one more"))
                .is(429);

        assertThat(refused.body().path("retryAfter").asInt()).isBetween(1, 60);
        assertThat(refused.header("retry-after"))
                .isEqualTo(refused.body().path("retryAfter").asText());
    }

    @ParameterizedTest
    @ValueSource(strings = {"a%2Fb", "a%5Cb", "a..b", "a%23b"})
    void getProfile_idThatIsNone_isRefused(String id) {
        world.rosa().get("getProfile", "/profile/" + id).is(400);
    }

    @Test
    void getProfile_unknown_is404() {
        world.rosa().get("getProfile", "/profile/nobody").is(404);
    }

    @Test
    void privateProfile_forOthers_isHidden() {
        world.emil()
                .put("updateProfile", "/profile", Map.of("isProfilePrivate", true))
                .ok();

        world.ines().get("getProfile", "/profile/emil").is(403);
        assertThat(names(world.ines().listed("listUsers", "/users", 10))).doesNotContain("emil");
        world.emil().get("getProfile", "/profile/emil").is(200);
        JsonNode seen = world.rosa().get("getProfile", "/profile/emil").ok();
        assertThat(seen.path("email").asText()).isEqualTo("emil@family.example");
    }

    /** Another program may have stored any key as a photo: only photos are signed. */
    @Test
    void getProfile_photoThatIsNone_isNotSigned() {
        world.emil().get("getMe", "/me").ok();
        for (String key : List.of(
                "messages/attachments/rosa/secret.pdf",
                "profile-photos/../messages/attachments/rosa/secret.pdf",
                "https://elsewhere.example/photo.jpg")) {
            world.tables
                    .store()
                    .update(HoldThatThoughtTable.PROFILE_OF_USER.of("emil"), profile -> profile.withPhotoUrl(key));
            assertThat(world.ines().get("getProfile", "/profile/emil").ok().has("photoUrl"))
                    .as(key)
                    .isFalse();
        }
    }

    @Test
    void getProfile_ofAnother_hasNoAddress() {
        world.emil()
                .put("updateProfile", "/profile", Map.of("contactEmail", "emil@post.example"))
                .ok();

        JsonNode seen = world.ines().get("getProfile", "/profile/emil").ok();
        assertThat(seen.has("email")).isFalse();
        assertThat(seen.has("contactEmail")).isFalse();
        assertThat(seen.has("theme")).isFalse();
    }

    @Test
    void listUsers_pages_areFullAndByName() {
        for (String name : List.of("Clara", "anton", "Berta", "Dora")) {
            world.someone(name, "ApprovedUsers").get("getMe", "/me").ok();
        }
        world.tim().get("getMe", "/me").ok();

        assertThat(names(world.someone("Clara", "ApprovedUsers").listed("listUsers", "/users", 1)))
                .containsExactly("anton", "Berta", "Clara", "Dora");
        assertThat(world.rosa().get("listUsers", "/users?limit=101").is(400).error())
                .contains("limit");
        JsonNode page = world.rosa().get("listUsers", "/users?limit=2").ok();
        assertThat(page.path("users")).isEqualTo(page.path("items"));
        String cursor = page.path("lastEvaluatedKey").asText();
        world.rosa()
                .get("listUsers", "/users?limit=2&lastEvaluatedKey=" + cursor)
                .is(200);
        world.ines().get("listUsers", "/users?limit=2&cursor=" + cursor).is(400);
    }

    private static List<String> names(List<JsonNode> users) {
        return users.stream().map(user -> user.path("displayName").asText()).toList();
    }

    @Test
    void familyRelationships_withAUser_showTheInverseOnTheOtherSide() {
        world.ines().get("getMe", "/me").ok();
        relate(world.emil(), Map.of("type", "grandchild", "name", "Ines", "userId", "ines"));

        JsonNode entry = world.emil()
                .get("getMe", "/me")
                .ok()
                .path("familyRelationships")
                .path(0);
        assertThat(entry.path("id").asText()).isNotBlank();
        assertThat(entry.path("createdAt").asText()).isEqualTo("2031-03-03T10:00:00.000Z");
        JsonNode derived = derivedOf(world.ines());
        assertThat(derived.path("type").asText()).isEqualTo("grandparent");
        assertThat(derived.path("userId").asText()).isEqualTo("emil");
        assertThat(derived.path("derived").asBoolean()).isTrue();

        world.ines()
                .put(
                        "updateProfile",
                        "/profile",
                        Map.of("hiddenRelations", List.of(derived.path("id").asText())))
                .ok();
        assertThat(world.ines().get("getMe", "/me").ok().path("familyRelationships"))
                .isEmpty();
    }

    @Test
    void familyRelationships_takenAway_areGoneOnTheOtherSide() {
        world.ines().get("getMe", "/me").ok();
        relate(world.emil(), Map.of("type", "sibling", "name", "Ines", "userId", "ines"));
        assertThat(derivedOf(world.ines()).path("type").asText()).isEqualTo("sibling");

        relate(world.emil());
        org.awaitility.Awaitility.await()
                .untilAsserted(
                        () -> assertThat(world.ines().get("getMe", "/me").ok().path("familyRelationships"))
                                .isEmpty());
    }

    @Test
    void familyRelationships_ofAnotherProgramAsList_areRead() {
        world.emil().get("getMe", "/me").ok();
        world.tables.put(
                HoldThatThoughtTable.TABLE,
                withRelations(AttributeValue.fromL(List.of(AttributeValue.fromM(Map.of(
                        "type", AttributeValue.fromS("spouse"),
                        "name", AttributeValue.fromS("Olga")))))));

        JsonNode entry = world.emil()
                .get("getMe", "/me")
                .ok()
                .path("familyRelationships")
                .path(0);
        assertThat(entry.path("name").asText()).isEqualTo("Olga");
    }

    private Map<String, AttributeValue> withRelations(AttributeValue relations) {
        Map<String, AttributeValue> item = new HashMap<>(world.tables.items(HoldThatThoughtTable.TABLE).stream()
                .filter(each -> each.get("PK").s().equals("USER#emil")
                        && each.get("SK").s().equals("PROFILE"))
                .findFirst()
                .orElseThrow());
        item.put("familyRelationships", relations);
        return item;
    }

    @Test
    void familyRelationships_moreThanAHundred_areRefused() {
        List<Object> many = new ArrayList<>();
        for (int i = 0; i < 101; i++) {
            many.add(Map.of("type", "cousin", "name", "Cousin " + i));
        }
        world.emil()
                .put("updateProfile", "/profile", Map.of("familyRelationships", many))
                .is(400);
        world.emil()
                .put("updateProfile", "/profile", Map.of("familyRelationships", many.subList(0, 100)))
                .is(200);
    }

    @Test
    void familyTree_loopsAndContradictions_areMarkedAndNotFollowed() {
        world.ines().get("getMe", "/me").ok();
        relate(
                world.emil(),
                Map.of("type", "child", "name", "Ines", "userId", "ines"),
                Map.of("type", "spouse", "name", "Olga  Weiss"));
        relate(
                world.ines(),
                Map.of("type", "child", "name", "Emil", "userId", "emil"),
                Map.of("type", "parent", "name", "olga weiss"));

        JsonNode tree = world.emil().get("getFamilyTree", "/family/tree").ok();
        Map<String, JsonNode> nodes = new HashMap<>();
        tree.path("nodes").forEach(node -> nodes.put(node.path("name").asText(), node));
        assertThat(nodes).containsKeys("emil", "ines", "Olga  Weiss").hasSize(3);
        assertThat(nodes.get("emil").path("generation").asInt()).isZero();
        assertThat(nodes.get("ines").path("generation").asInt()).isEqualTo(-1);
        assertThat(nodes.get("Olga  Weiss").path("generation").asInt()).isZero();
        List<String> conflicts = new ArrayList<>();
        tree.path("links").forEach(link -> {
            if (link.path("conflict").asBoolean()) {
                conflicts.add(
                        link.path("from").asText() + " " + link.path("type").asText());
            }
        });
        assertThat(conflicts).containsExactly("ines child");
    }

    private static void relate(Someone who, Object... entries) {
        who.put("updateProfile", "/profile", Map.of("familyRelationships", List.of(entries)))
                .ok();
    }

    private static JsonNode derivedOf(Someone who) {
        return org.awaitility.Awaitility.await()
                .until(
                        () -> who.get("getMe", "/me")
                                .ok()
                                .path("familyRelationships")
                                .path(0),
                        each -> each.path("derived").asBoolean());
    }
}
