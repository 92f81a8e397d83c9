package dev.trestle.systems.unisync;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.api.Json;
import dev.trestle.systems.unisync.World.Someone;
import dev.trestle.systems.unisync.model.UserRole;
import dev.trestle.systems.unisync.showsets.Naming;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** ShowSets from a file and into one, and what their names may look like. */
class TransferTest extends UniSyncTest {
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private HttpResponse<String> send(Someone who, String path, String csv) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(world.url() + "/unisync/v1" + path))
                .header("authorization", who.authorization);
        if (!csv.isEmpty()) {
            request.header("content-type", "text/csv").POST(BodyPublishers.ofString(csv));
        }
        return HTTP.send(request.build(), BodyHandlers.ofString());
    }

    private JsonNode imported(Someone who, String path, String csv) throws Exception {
        HttpResponse<String> response = send(who, path, csv);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return Json.mapper().readTree(response.body()).path("data");
    }

    @Test
    void import_whatWasExported_isTheSameShowSets() throws Exception {
        Someone cora = world.user("cora", UserRole.ADMIN);
        String csv = """
                showSetId,area,scene,description.en,description.zh,vmList,screen,inBim360,revitVersion
                SS-1,311,"Main, ""big"" Entrance",=1+1,主入口,"VM1: Primary; VM2",complete,revision_required,7
                SS-2,312,Atrium,"two
                lines",,,,,
                """;
        JsonNode preview = imported(cora, "/import?preview=true", csv);
        assertThat(preview.toString()).isEqualTo("{\"rows\":2,\"created\":0,\"errors\":[]}");
        assertThat(cora.get("listShowSets", "/showsets").data()).isEmpty();
        assertThat(imported(cora, "/import", csv).path("created").asInt()).isEqualTo(2);
        JsonNode first = cora.showSet("SS-1");
        assertThat(first.path("scene").asText()).isEqualTo("Main, \"big\" Entrance");
        assertThat(first.at("/description/en").asText()).isEqualTo("=1+1");
        assertThat(first.at("/vmList/0/name").asText()).isEqualTo("Primary");
        assertThat(first.at("/vmList/1/id").asText()).isEqualTo("VM2");
        assertThat(first.at("/stages/screen/status").asText()).isEqualTo("complete");
        assertThat(first.at("/stages/inBim360/status").asText()).isEqualTo("revision_required");
        assertThat(first.at("/stages/drawing2d/status").asText()).isEqualTo("not_started");
        assertThat(first.path("revitVersion").asInt()).isEqualTo(7);

        HttpResponse<String> exported = send(cora, "/export", "");
        assertThat(exported.headers().firstValue("content-type").orElse("")).startsWith("text/csv");
        assertThat(exported.body()).contains("'=1+1").contains("not_started");
        world.close();
        world = new World(target);
        Someone again = world.user("cora", UserRole.ADMIN);
        assertThat(imported(again, "/import", exported.body()).path("created").asInt())
                .isEqualTo(2);
        JsonNode back = again.showSet("SS-1");
        for (String field : List.of("scene", "description", "vmList", "area", "stages", "revitVersion")) {
            assertThat(back.path(field)).isEqualTo(first.path(field));
        }
    }

    /** Its violations, of which each names a row and a column. */
    private List<String> refused(Someone who, int status, String csv) throws Exception {
        HttpResponse<String> response = send(who, "/import", csv);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        List<String> places = new ArrayList<>();
        Json.mapper()
                .readTree(response.body())
                .at("/error/details/violations")
                .forEach(each -> places.add(each.path("field").asText()));
        return places;
    }

    @Test
    void import_somethingWrong_isSaidRowByRowAndMakesNothing() throws Exception {
        Someone cora = world.user("cora", UserRole.BIM_COORDINATOR);
        Someone dana = world.user("dana", UserRole.DRAFTER_2D);
        cora.createShowSet("SS-1", "311");
        String csv = """
                showSetId,area,scene,screen,drawingVersion
                SS-1,311,A,,
                SS-2,313,A,complete,1
                SS-3,311,,done,
                SS-4,311,A,,2
                SS-4,311,A,,x
                ,311,A,,
                """;
        assertThat(refused(cora, 400, csv))
                .containsExactly(
                        "rows/2/showSetId",
                        "rows/3/area",
                        "rows/4/scene",
                        "rows/4/screen",
                        "rows/5/drawingVersion",
                        "rows/6/drawingVersion",
                        "rows/6/showSetId",
                        "rows/7/showSetId");
        JsonNode preview = imported(cora, "/import?preview=true", csv);
        assertThat(preview.path("created").asInt()).isZero();
        assertThat(preview.path("errors")).hasSize(8);
        assertThat(cora.get("listShowSets", "/showsets").data()).hasSize(1);
        assertThat(refused(cora, 400, "showSetId,colour\nA,red\n")).contains("rows/1/colour", "rows/1/area");
        assertThat(refused(cora, 400, "showSetId,area,scene,screen,screen\nA,311,A,complete,on_hold\n"))
                .containsExactly("rows/1/screen");
        assertThat(send(cora, "/import", "showSetId,area\n\"open").statusCode()).isEqualTo(400);
        assertThat(send(dana, "/import", "showSetId,area,scene\nA,311,B\n").statusCode())
                .isEqualTo(403);
        assertThat(send(dana, "/export", "").statusCode()).isEqualTo(200);
    }

    /** More than one transaction holds: what the first ones have created goes again. */
    @Test
    void import_idTakenWhileItRuns_createsNothing() throws Exception {
        Someone cora = world.user("cora", UserRole.BIM_COORDINATOR);
        Someone other = world.user("other", UserRole.BIM_COORDINATOR);
        cora.get("getMe", "/me").data();
        other.get("getMe", "/me").data();
        StringBuilder csv = new StringBuilder("showSetId,area,scene\n");
        for (int i = 10; i < 50; i++) {
            csv.append("SS-").append(i).append(",311,A\n");
        }
        AtomicInteger transactions = new AtomicInteger();
        world.restart(
                client -> Interference.before(client, "", () -> {
                    boolean isRequest = Thread.currentThread().getName().matches("trestle-[a-z]+-[0-9]+");
                    if (isRequest && transactions.incrementAndGet() == 3) {
                        other.createShowSet("SS-45", "311");
                    }
                }),
                options -> options);
        assertThat(refused(cora, 409, csv.toString())).containsExactly("rows/37/showSetId");
        assertThat(cora.get("listShowSets", "/showsets").data())
                .singleElement()
                .satisfies(left -> assertThat(left.path("showSetId").asText()).isEqualTo("SS-45"));
        assertThat(cora.get("listRecentActivity", "/activity/recent").data()).hasSize(1);
    }

    @Test
    void naming_configured_holdsForNewShowSetsAndNewNames() throws Exception {
        world.close();
        Naming naming = new Naming(Pattern.compile("SS-[0-9]{3}"), Pattern.compile("[A-Z].*"));
        world = new World(target, Options.standard().withNaming(naming));
        Someone cora = world.user("cora", UserRole.BIM_COORDINATOR);
        cora.createShowSet("SS-001", "311");
        assertThat(cora.post("createShowSet", "/showsets", Map.of("showSetId", "X", "area", "311", "scene", "A"))
                        .code(400))
                .isEqualTo("VALIDATION_ERROR");
        assertThat(cora.patch("changeShowSet", "/showsets/SS-001", Map.of("showSetId", "X"))
                        .code(400))
                .isEqualTo("VALIDATION_ERROR");
        assertThat(cora.patch("changeShowSet", "/showsets/SS-001", Map.of("scene", "small"))
                        .code(400))
                .isEqualTo("VALIDATION_ERROR");
        assertThat(refused(cora, 400, "showSetId,area,scene\nX,311,A\nSS-002,311,small\n"))
                .containsExactly("rows/2/showSetId", "rows/3/scene");
        assertThat(cora.get("getSettings", "/settings")
                        .data()
                        .path("showSetIdPattern")
                        .asText())
                .isEqualTo("SS-[0-9]{3}");
    }
}
