package dev.trestle.systems.unisync;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.systems.unisync.World.Answer;
import dev.trestle.systems.unisync.World.Someone;
import dev.trestle.systems.unisync.model.RetiredId;
import dev.trestle.systems.unisync.model.ShowSetsTable;
import dev.trestle.systems.unisync.model.SupportTable;
import dev.trestle.systems.unisync.model.UserRole;
import dev.trestle.testing.OverTheNetworkToo;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

@OverTheNetworkToo
class ShowSetsTest extends UniSyncTest {
    private static List<String> ids(JsonNode list) {
        List<String> ids = new ArrayList<>();
        list.forEach(row -> ids.add(row.path("showSetId").asText()));
        return ids;
    }

    @Test
    void create_asTheContractHasIt_isThereWithItsDefaults() {
        Someone cora = world.user("cora", UserRole.BIM_COORDINATOR);
        Map<String, Object> body = Map.of(
                "showSetId",
                "SS-311-001",
                "area",
                "311",
                "scene",
                "Main Entrance",
                "description",
                Map.of("zh-TW", "主入口LED螢幕"),
                "vmList",
                List.of(Map.of("id", "VM001", "name", "Primary"), Map.of("id", "VM002")));
        Answer created = cora.post("createShowSet", "/showsets", body);

        assertThat(created.status()).isEqualTo(201);
        JsonNode showSet = created.data();
        assertThat(showSet.at("/description/zh-TW").asText()).isEqualTo("主入口LED螢幕");
        assertThat(showSet.at("/description/en").asText()).isEmpty();
        assertThat(showSet.at("/stages/drawing2d/status").asText()).isEqualTo("not_started");
        assertThat(showSet.at("/links/modelUrl").isNull()).isTrue();
        assertThat(showSet.path("screenVersion").asInt()).isEqualTo(1);
        assertThat(cora.showSet("SS-311-001")).isEqualTo(showSet);
        assertThat(cora.post("createShowSet", "/showsets", body).code(409)).isEqualTo("CONFLICT");
        assertThat(cora.get("getShowSet", "/showsets/SS-2").code(404)).isEqualTo("NOT_FOUND");
        assertThat(cora.post("createShowSet", "/showsets", Map.of("showSetId", "SS-2", "area", "313", "scene", "X"))
                        .code(400))
                .isEqualTo("VALIDATION_ERROR");
    }

    @Test
    void id_thatCannotBeReached_isNotGiven() {
        Someone cora = world.user("cora", UserRole.BIM_COORDINATOR);
        cora.createShowSet("SS-1", "311");
        for (String id : List.of(".", "..", " ", "\u200b", "SS-2 ", "a/b", "a#b")) {
            Map<String, Object> body = Map.of("showSetId", id, "area", "311", "scene", "X");
            assertThat(cora.post("createShowSet", "/showsets", body).code(400)).isEqualTo("VALIDATION_ERROR");
            assertThat(cora.patch("changeShowSet", "/showsets/SS-1", Map.of("showSetId", id))
                            .code(400))
                    .isEqualTo("VALIDATION_ERROR");
        }
    }

    @Test
    void create_byOthersThanCoordinators_isRefused() {
        for (UserRole role : List.of(UserRole.MODELLER_3D, UserRole.DRAFTER_2D)) {
            Someone person = world.user("p" + role.ordinal(), role);
            Map<String, String> body = Map.of("showSetId", "SS-1", "area", "311", "scene", "X");
            assertThat(person.post("createShowSet", "/showsets", body).code(403))
                    .isEqualTo("FORBIDDEN");
        }
    }

    @Test
    void create_idOfOneThatWasRenamed_isRefused() {
        Someone cora = world.user("cora", UserRole.BIM_COORDINATOR);
        world.store.create(SupportTable.RETIRED_ID, new RetiredId("SS-old", "SS-new", "usr", World.MONDAY));
        Map<String, String> body = Map.of("showSetId", "SS-old", "area", "311", "scene", "X");
        assertThat(cora.post("createShowSet", "/showsets", body).code(409)).isEqualTo("CONFLICT");
    }

    @Test
    void list_askedAgain_isAsNewAsWhatAnybodyWrote() {
        Someone cora = world.user("cora", UserRole.BIM_COORDINATOR);
        cora.createShowSet("SS-1", "311");
        cora.createShowSet("SS-2", "311");
        JsonNode before = cora.get("listShowSets", "/showsets").data();
        world.tables.takeCalls();

        assertThat(cora.get("listShowSets", "/showsets").data()).isEqualTo(before);
        if (world.target.name().startsWith("embedded")) {
            assertThat(world.tables.takeCalls()).as("nothing was changed").doesNotContain("query");
        }
        String table = world.tables.nameOf(ShowSetsTable.TABLE);
        world.target
                .client()
                .deleteItem(r -> r.tableName(table)
                        .key(Map.of(
                                "PK", AttributeValue.fromS("SHOWSET#SS-1"), "SK", AttributeValue.fromS("DETAILS"))));
        assertThat(ids(cora.get("listShowSets", "/showsets").data())).containsExactly("SS-2");
        cora.createShowSet("SS-3", "311");
        assertThat(ids(cora.get("listShowSets", "/showsets").data())).containsExactly("SS-2", "SS-3");
    }

    @Test
    void list_twoAreas_isOneListInPages() {
        Someone cora = world.user("cora", UserRole.BIM_COORDINATOR);
        List<String> all = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            all.add("A-" + i);
            cora.createShowSet("A-" + i, "311");
        }
        for (int i = 0; i < 4; i++) {
            all.add("B-" + i);
            cora.createShowSet("B-" + i, "312");
        }
        assertThat(ids(cora.get("listShowSets", "/showsets").data())).isEqualTo(all);
        assertThat(ids(cora.get("listShowSets", "/showsets?area=312").data())).isEqualTo(all.subList(7, 11));
        for (int limit : List.of(1, 3, 7, 11)) {
            List<String> paged = new ArrayList<>();
            @Nullable String cursor = null;
            do {
                Answer page = cora.get(
                        "listShowSets", "/showsets?limit=" + limit + (cursor == null ? "" : "&cursor=" + cursor));
                assertThat(page.data().size()).isLessThanOrEqualTo(limit);
                paged.addAll(ids(page.data()));
                cursor = page.next();
            } while (cursor != null);
            assertThat(paged).as("limit " + limit).isEqualTo(all);
        }
        assertThat(cora.get("listShowSets", "/showsets?cursor=nonsense").code(400))
                .isEqualTo("VALIDATION_ERROR");
        assertThat(cora.get("listShowSets", "/showsets?cursor=311:nonsense").code(400))
                .isEqualTo("VALIDATION_ERROR");
    }

    @Test
    void list_filtered_hasWhatIsWanted() {
        Someone admin = world.user("admin", UserRole.ADMIN);
        admin.createShowSet("SS-1", "311");
        admin.createShowSet("SS-2", "311");
        admin.createShowSet("SS-3", "312");
        admin.patch(
                        "changeShowSet",
                        "/showsets/SS-2",
                        Map.of("scene", "Lobby", "description", Map.of("en", "The tall WALL")))
                .data();
        admin.stage("SS-3", "screen", Map.of("status", "on_hold", "assignedTo", "usr_admin"))
                .data();
        admin.stage("SS-3", "structure", Map.of("status", "complete")).data();

        assertThat(ids(admin.get("listShowSets", "/showsets?text=wall").data())).containsExactly("SS-2");
        assertThat(ids(admin.get("listShowSets", "/showsets?text=ss-3").data())).containsExactly("SS-3");
        assertThat(ids(admin.get("listShowSets", "/showsets?scene=Lobby").data()))
                .containsExactly("SS-2");
        assertThat(ids(admin.get("listShowSets", "/showsets?status=on_hold").data()))
                .containsExactly("SS-3");
        assertThat(ids(admin.get("listShowSets", "/showsets?assignedTo=usr_admin")
                        .data()))
                .containsExactly("SS-3");
        assertThat(ids(admin.get("listShowSets", "/showsets?assignedTo=usr_admin&status=complete")
                        .data()))
                .isEmpty();
    }

    @Test
    void change_ifMatch_holdsWriterToWhatWasRead() {
        Someone cora = world.user("cora", UserRole.BIM_COORDINATOR);
        cora.createShowSet("SS-1", "311");
        String tag = cora.get("getShowSet", "/showsets/SS-1").tag();
        Answer moved =
                cora.send("changeShowSet", "PATCH", "/showsets/SS-1", Map.of("area", "312", "scene", "Lobby"), tag);
        assertThat(moved.data().path("area").asText()).isEqualTo("312");
        assertThat(moved.tag()).isNotEqualTo(tag);

        Answer late = cora.send("changeShowSet", "PATCH", "/showsets/SS-1", Map.of("scene", "Roof"), tag);
        assertThat(late.code(412)).isEqualTo("PRECONDITION_FAILED");
        assertThat(late.error().at("/details/current/scene").asText()).isEqualTo("Lobby");
        Answer again = cora.send("changeShowSet", "PATCH", "/showsets/SS-1", Map.of("scene", "Lobby"), moved.tag());
        assertThat(again.tag()).isEqualTo(moved.tag());
        assertThat(ids(cora.get("listShowSets", "/showsets?area=312").data())).containsExactly("SS-1");
        assertThat(ids(cora.get("listShowSets", "/showsets?area=311").data())).isEmpty();
        assertThat(cora.patch("changeShowSet", "/showsets/SS-1", Map.of("stages", Map.of()))
                        .code(400))
                .isEqualTo("VALIDATION_ERROR");
        JsonNode entries = cora.get("listActivity", "/showsets/SS-1/activity").data();
        assertThat(entries).hasSize(2);
        assertThat(entries.at("/0/action").asText()).isEqualTo("showset_edited");
        assertThat(entries.at("/0/details/area").asText()).isEqualTo("311 to 312");
    }

    @Test
    void links_webAddressesOrNone_areLoggedWhenTheyChange() {
        Someone cora = world.user("cora", UserRole.BIM_COORDINATOR);
        Someone max = world.user("max", UserRole.MODELLER_3D);
        cora.createShowSet("SS-1", "311");
        String path = "/showsets/SS-1/links";
        assertThat(max.put("updateLinks", path, Map.of("modelUrl", "https://a.example"))
                        .code(403))
                .isEqualTo("FORBIDDEN");
        for (String wrong : List.of("javascript:alert(1)", "ftp://a.example", "a.example", "https://", "http://a b")) {
            assertThat(cora.put("updateLinks", path, Map.of("drawingsUrl", wrong))
                            .code(400))
                    .as(wrong)
                    .isEqualTo("VALIDATION_ERROR");
        }
        Map<String, String> link = Map.of("modelUrl", "https://a.example/model?id=1");
        cora.put("updateLinks", path, link).data();
        JsonNode same = cora.put("updateLinks", path, link).data();
        assertThat(same.at("/links/modelUrl").asText()).isEqualTo("https://a.example/model?id=1");
        assertThat(same.at("/links/drawingsUrl").isNull()).isTrue();
        cora.put("updateLinks", path, Collections.singletonMap("modelUrl", null))
                .data();

        JsonNode entries = cora.get("listActivity", "/showsets/SS-1/activity").data();
        assertThat(entries).hasSize(3);
        assertThat(entries.at("/0/details").toString()).isEqualTo("{\"field\":\"modelUrl\",\"value\":null}");
    }

    @Test
    void version_grantedToADrafter_changesAtOnce() {
        Someone admin = world.user("admin", UserRole.ADMIN);
        Someone dana = world.user("dana", UserRole.DRAFTER_2D);
        admin.createShowSet("SS-1", "311");
        String path = "/showsets/SS-1/version";
        Map<String, Object> change =
                Map.of("versionType", "revitVersion", "language", "en", "reason", "As built", "targetVersion", 5);
        assertThat(dana.put("updateVersion", path, change).code(403)).isEqualTo("FORBIDDEN");
        admin.patch("changeUser", "/users/usr_dana", Map.of("canEditVersions", true))
                .data();

        JsonNode changed = dana.put("updateVersion", path, change).data();
        assertThat(changed.path("revitVersion").asInt()).isEqualTo(5);
        assertThat(changed.at("/versionHistory/0/reason/en").asText()).isEqualTo("As built");
        assertThat(changed.at("/versionHistory/0/createdBy").asText()).isEqualTo("usr_dana");
        assertThat(dana.put("updateVersion", path, change).data()).isEqualTo(changed);
        Map<String, Object> next = Map.of("versionType", "revitVersion", "language", "en", "reason", "");
        assertThat(dana.put("updateVersion", path, next)
                        .data()
                        .path("revitVersion")
                        .asInt())
                .isEqualTo(6);
        JsonNode entries = dana.get("listActivity", "/showsets/SS-1/activity").data();
        assertThat(entries.at("/0/details").toString()).isEqualTo("{\"stage\":\"structure\",\"version\":\"6\"}");
        assertThat(entries).hasSize(3);
    }

    @Test
    void history_longerThanTheItemKeeps_isReadAsOne() {
        Someone admin = world.user("admin", UserRole.ADMIN);
        admin.createShowSet("SS-1", "311");
        for (int i = 0; i < 103; i++) {
            admin.put(
                            "updateVersion",
                            "/showsets/SS-1/version",
                            Map.of("versionType", "screenVersion", "language", "en", "reason", "again"))
                    .data();
        }
        JsonNode history = admin.showSet("SS-1").path("versionHistory");
        List<Integer> versions = new ArrayList<>();
        history.forEach(entry -> versions.add(entry.path("version").asInt()));
        assertThat(versions).hasSize(103).isSorted().startsWith(2).endsWith(104).doesNotHaveDuplicates();
    }
}
