package dev.trestle.systems.holdthatthought;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.systems.holdthatthought.World.Someone;
import dev.trestle.systems.holdthatthought.people.Groups;
import dev.trestle.testing.OverTheNetworkToo;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Who is let in, by whom, and how they lose it again. */
@OverTheNetworkToo
class ApprovalTest extends FamilyTest {
    @Test
    void pending_beforeApproval_reachesTheirOwnProfileOnly() {
        world.emil().get("getMe", "/me").ok();

        world.tim().get("getMe", "/me").is(200);
        world.tim().get("getProfile", "/profile/tim").is(200);
        world.tim().put("updateProfile", "/profile", Map.of("bio", "Waiting")).is(200);
        world.tim().get("getProfile", "/profile/emil").is(403);
        world.tim().get("listUsers", "/users").is(403);
        world.tim().get("getFamilyTree", "/family/tree").is(403);
        world.tim().get("listAllUsers", "/admin/users").is(403);
    }

    @Test
    void approval_ofSomebodyPending_takesEffectAtOnce() {
        world.tim().get("getMe", "/me").ok();
        assertThat(ids(world.rosa(), "pending")).containsExactly("tim");

        world.rosa()
                .json("changeUser", "PATCH", "/admin/users/tim", Map.of("groups", List.of(Groups.APPROVED)))
                .ok();

        world.tim().get("listUsers", "/users").is(200);
        assertThat(ids(world.rosa(), "pending")).isEmpty();
        assertThat(ids(world.rosa(), "active")).contains("tim");
    }

    @Test
    void inactive_atOnce_isRefusedEverywhere() {
        world.emil().get("listUsers", "/users").is(200);

        world.rosa()
                .json("changeUser", "PATCH", "/admin/users/emil", Map.of("status", "inactive"))
                .ok();

        world.emil().get("listUsers", "/users").is(403);
        world.emil().get("getMe", "/me").is(403);
        assertThat(ids(world.rosa(), "inactive")).containsExactly("emil");
        world.rosa()
                .json("changeUser", "PATCH", "/admin/users/emil", Map.of("status", "active"))
                .ok();
        world.emil().get("listUsers", "/users").is(200);
    }

    @Test
    void groupsOfATokenCount_whileTheProfileHasNone() {
        world.tim().get("getMe", "/me").ok();
        Someone now = world.someone("tim", Groups.APPROVED);
        now.get("listUsers", "/users").is(200);

        world.rosa()
                .json("changeUser", "PATCH", "/admin/users/tim", Map.of("groups", List.of(Groups.APPROVED)))
                .ok();
        world.someone("tim", Groups.ADMINS).get("listAllUsers", "/admin/users").is(403);
    }

    @Test
    void changeUser_byAMember_isRefused() {
        world.ines().get("getMe", "/me").ok();

        world.emil()
                .json("changeUser", "PATCH", "/admin/users/ines", Map.of("status", "inactive"))
                .is(403);
        world.emil()
                .post("inviteUser", "/admin/users", Map.of("email", "x@family.example"))
                .is(403);
    }

    @Test
    void deleted_profile_losesWhatIsOptionalAndKeepsItsName() {
        world.emil()
                .put("updateProfile", "/profile", Map.of("bio", "About me", "generation", "2"))
                .ok();

        world.rosa()
                .json("changeUser", "PATCH", "/admin/users/emil", Map.of("status", "deleted"))
                .ok();

        JsonNode left = world.rosa().get("getProfile", "/profile/emil").ok();
        assertThat(left.has("bio")).isFalse();
        assertThat(left.has("generation")).isFalse();
        assertThat(left.path("displayName").asText()).isEqualTo("emil");
        world.ines().get("getProfile", "/profile/emil").is(404);
        world.emil().get("getMe", "/me").is(403);
    }

    @Test
    void lastAdmin_leaving_isRefused() {
        world.rosa().get("getMe", "/me").ok();
        for (Map<String, Object> change :
                List.<Map<String, Object>>of(Map.of("status", "inactive"), Map.of("groups", List.of()))) {
            World.Answer refused = world.rosa()
                    .json("changeUser", "PATCH", "/admin/users/rosa", change)
                    .is(409);
            assertThat(refused.header("trestle-error")).isEqualTo("last-admin");
        }
    }

    @Test
    @Tag("once")
    void twoAdmins_removingEachOther_leaveOne() throws InterruptedException, ExecutionException {
        Someone otto = world.someone("otto", Groups.ADMINS);
        otto.get("getMe", "/me").ok();
        world.rosa().get("getMe", "/me").ok();
        ExecutorService both = Executors.newFixedThreadPool(2);
        try {
            List<Future<Integer>> answers = Stream.of(
                            both.submit(() -> remove(world.rosa(), "otto")), both.submit(() -> remove(otto, "rosa")))
                    .toList();
            List<Integer> statuses =
                    List.of(answers.get(0).get(), answers.get(1).get());
            assertThat(statuses).containsOnlyOnce(200);
        } finally {
            both.shutdownNow();
        }
    }

    private static int remove(Someone by, String whom) {
        return by.json("changeUser", "PATCH", "/admin/users/" + whom, Map.of("status", "inactive"))
                .status();
    }

    @Test
    void inviteUser_newAddress_makesAnApprovedAccount() {
        JsonNode invited = world.rosa()
                .post("inviteUser", "/admin/users", Map.of("email", "Olga@Family.example", "displayName", "Olga"))
                .is(201)
                .body();

        assertThat(invited.path("oneTimePassword").asText()).isNotBlank();
        assertThat(invited.path("email").asText()).isEqualTo("olga@family.example");
        assertThat(ids(world.rosa(), "active")).contains(invited.path("userId").asText());
        World.Answer again = world.rosa()
                .post("inviteUser", "/admin/users", Map.of("email", "olga@family.example"))
                .is(409);
        assertThat(again.header("trestle-error")).isEqualTo("member-already");
        world.rosa()
                .post("inviteUser", "/admin/users", Map.of("email", "x@family.example", "groups", List.of("Kings")))
                .is(400);
    }

    private static List<String> ids(Someone who, String state) {
        return who.listed("listAllUsers", "/admin/users?state=" + state, 100).stream()
                .map(user -> user.path("userId").asText())
                .toList();
    }
}
