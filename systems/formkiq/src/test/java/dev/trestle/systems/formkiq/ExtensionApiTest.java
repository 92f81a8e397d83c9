package dev.trestle.systems.formkiq;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.api.Json;
import dev.trestle.systems.formkiq.World.Someone;
import dev.trestle.systems.formkiq.model.RecordRows;
import dev.trestle.testing.Targets;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What pages need and FormKiQ lacks: what somebody may do at a path, who deleted what, kept queries, and events. */
@Timeout(180)
class ExtensionApiTest {
    private final World world = new World(Targets.all().findFirst().orElseThrow());
    private final Someone editor = world.someone("edda", "finance");
    private final Someone reader = world.someone("ruth", "finance_read");
    private final Someone governor = world.someone("greta", "finance_govern");
    private final List<Stream<String>> open = new ArrayList<>();

    @AfterEach
    void close() {
        open.forEach(Stream::close);
        world.close();
    }

    private static JsonNode json(HttpResponse<String> answer) {
        try {
            return Json.mapper().readTree(answer.body());
        } catch (IOException e) {
            throw new IllegalStateException(answer.body(), e);
        }
    }

    private static JsonNode call(Someone who, String method, String path, String body) {
        HttpResponse<String> answer = who.raw(method, path, body.isEmpty() ? null : body);
        assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 299);
        return json(answer);
    }

    private static String add(Someone who, String site, String path) {
        return call(who, "POST", "/documents?siteId=" + site, "{\"path\":\"" + path + "\",\"content\":\"hello\"}")
                .path("documentId")
                .asText();
    }

    private void closeSalaries() {
        add(governor, "finance", "Salaries/May.txt");
        call(
                governor,
                "PUT",
                "/folders/permissions?siteId=finance",
                "{\"path\":\"Salaries\",\"roles\":[{\"roleName\":\"payroll\",\"permissions\":[\"READ\"]}]}");
    }

    @Test
    void permissions_atAPath_areThoseThatRulesLeave() {
        closeSalaries();

        assertThat(call(editor, "GET", "/x/permissions?siteId=finance&path=Invoices/a.pdf", "")
                        .toString())
                .isEqualTo("{\"permissions\":[\"READ\",\"WRITE\",\"DELETE\"]}");
        assertThat(call(editor, "GET", "/x/permissions?siteId=finance&path=Salaries/May.txt", "")
                        .toString())
                .isEqualTo("{\"permissions\":[]}");
        assertThat(call(reader, "GET", "/x/permissions?siteId=finance", "").toString())
                .isEqualTo("{\"permissions\":[\"READ\"]}");
        assertThat(call(governor, "GET", "/x/permissions?siteId=finance&path=Salaries/May.txt", "")
                        .toString())
                .contains("GOVERN", "DELETE");
        assertThat(reader.raw("GET", "/x/permissions?siteId=legal", null).statusCode())
                .isEqualTo(401);
    }

    @Test
    void deleted_documents_tellWhoDeletedThemUntilTheyAreBackOrGone() {
        closeSalaries();
        String kept = add(editor, "finance", "Invoices/a.txt");
        String gone = add(editor, "finance", "Invoices/b.txt");
        String secret = call(governor, "GET", "/folders?siteId=finance&path=Salaries", "")
                .at("/documents/0/documentId")
                .asText();
        for (String id : List.of(kept, gone)) {
            call(editor, "DELETE", "/documents/" + id + "?siteId=finance&softDelete=true", "");
        }
        call(governor, "DELETE", "/documents/" + secret + "?siteId=finance&softDelete=true", "");

        JsonNode seen = call(editor, "GET", "/x/deleted?siteId=finance", "").path("documents");
        assertThat(seen).hasSize(2).allSatisfy(each -> {
            assertThat(each.path("deletedBy").asText()).isEqualTo("edda@example.org");
            assertThat(each.path("deletedDate").asText()).isEqualTo("2031-03-03T10:00:00+0000");
            assertThat(each.path("mayRestore").asBoolean()).isTrue();
        });
        assertThat(call(governor, "GET", "/x/deleted?siteId=finance", "").path("documents"))
                .hasSize(3);
        JsonNode read = call(reader, "GET", "/x/deleted?siteId=finance", "").path("documents");
        assertThat(read).hasSize(2).allSatisfy(each -> {
            assertThat(each.path("mayRestore").asBoolean()).isFalse();
            assertThat(each.path("mayDelete").asBoolean()).isFalse();
        });

        call(editor, "PUT", "/documents/" + kept + "/restore?siteId=finance", "");
        call(editor, "DELETE", "/documents/" + gone + "?siteId=finance", "");
        assertThat(call(editor, "GET", "/x/deleted?siteId=finance", "").path("documents"))
                .isEmpty();
    }

    @Test
    void home_ofACaller_hasWhatTheyCheckedOutAndTheNewestThatTheyMayRead() {
        closeSalaries();
        String invoice = add(editor, "finance", "Invoices/a.txt");
        String other = add(editor, "finance", "b.txt");
        add(world.admin(), "default", "c.txt");
        call(editor, "PUT", "/documents/" + invoice + "/checkout?siteId=finance", "");
        call(governor, "PUT", "/documents/" + other + "/checkout?siteId=finance", "");

        JsonNode home = call(editor, "GET", "/x/home", "");
        assertThat(titles(home, "waiting")).containsExactly("a.txt");
        assertThat(home.at("/waiting/0/link").asText()).isEqualTo("/formkiq/finance/documents/" + invoice);
        assertThat(titles(home, "recent")).containsExactlyInAnyOrder("a.txt", "b.txt");
        assertThat(home.at("/recent/0/values/name").asText()).isEqualTo("edda@example.org");
        assertThat(home.at("/figure/number").asText()).isEqualTo("1");
        JsonNode read = call(reader, "GET", "/x/home", "");
        assertThat(titles(read, "waiting")).isEmpty();
        assertThat(titles(read, "recent")).containsExactlyInAnyOrder("a.txt", "b.txt");
        assertThat(titles(call(governor, "GET", "/x/home", ""), "recent"))
                .containsExactlyInAnyOrder("a.txt", "b.txt", "May.txt");
        assertThat(titles(call(world.admin(), "GET", "/x/home", ""), "recent")).contains("c.txt");

        // What a rule hides from whoever checked it out is not on their page either.
        call(
                governor,
                "PUT",
                "/folders/permissions?siteId=finance",
                "{\"path\":\"Invoices\",\"roles\":[{\"roleName\":\"payroll\",\"permissions\":[\"READ\"]}]}");
        assertThat(call(editor, "GET", "/x/home", "").toString()).doesNotContain("a.txt", invoice);
        // Whoever is in no group is refused, and the record says nothing of it.
        Someone nobody = world.someone("nils");
        assertThat(nobody.raw("GET", "/x/home", null).statusCode()).isEqualTo(401);
        assertThat(nobody.raw("GET", "/sites", null).statusCode()).isEqualTo(401);
        String table = world.tables
                .store()
                .within("default")
                .items(
                        RecordRows.SETTINGS_BETWEEN
                                .of()
                                .from(World.MONDAY.minus(Duration.ofHours(1)))
                                .to(World.MONDAY.plus(Duration.ofHours(1))),
                        100)
                .toString();
        assertThat(table).contains("GetSites").doesNotContain("GetHome");
    }

    private static List<String> titles(JsonNode home, String part) {
        return home.path(part).findValuesAsText("title");
    }

    @Test
    void queries_areKeptForEachPersonAndSite() {
        call(editor, "PUT", "/x/queries/Roofs?siteId=finance", "{\"query\":\"q=roof\"}");
        call(editor, "PUT", "/x/queries/Roofs?siteId=finance", "{\"query\":\"q=roofs\"}");

        assertThat(call(editor, "GET", "/x/queries?siteId=finance", "").toString())
                .isEqualTo("{\"queries\":[{\"name\":\"Roofs\",\"query\":\"q=roofs\"}]}");
        assertThat(call(reader, "GET", "/x/queries?siteId=finance", "").path("queries"))
                .isEmpty();
        assertThat(editor.raw("PUT", "/x/queries/Empty?siteId=finance", "{}").body())
                .isEqualTo("{\"errors\":[{\"key\":\"query\",\"error\":\"'query' is required\"}]}");
        assertThat(reader.raw("DELETE", "/x/queries/Roofs?siteId=finance", null).body())
                .isEqualTo("{\"message\":\"Query 'Roofs' not found\"}");
        call(editor, "DELETE", "/x/queries/Roofs?siteId=finance", "");
        assertThat(call(editor, "GET", "/x/queries?siteId=finance", "").path("queries"))
                .isEmpty();
    }

    @Test
    void usage_ofASite_isCountedOnceItHasALimit() {
        add(editor, "finance", "a.txt");
        Someone admin = world.admin();

        assertThat(call(admin, "GET", "/x/usage?siteId=finance", "").toString()).isEqualTo("{}");
        call(admin, "PATCH", "/sites/finance/configuration", "{\"maxDocuments\":\"9\"}");
        add(editor, "finance", "b.txt");
        assertThat(call(admin, "GET", "/x/usage?siteId=finance", "").toString()).isEqualTo("{\"documents\":2}");
        assertThat(editor.raw("GET", "/x/usage?siteId=finance", null).statusCode())
                .isEqualTo(401);
    }

    /** What somebody hears, as "event change path". */
    private List<String> listen(Someone who) throws IOException, InterruptedException {
        HttpResponse<Stream<String>> answer = world.stream(who, "/x/events", BodyHandlers.ofLines());
        assertThat(answer.statusCode()).isEqualTo(200);
        open.add(answer.body());
        List<String> heard = new CopyOnWriteArrayList<>();
        Thread listener = new Thread(() -> {
            String event = "";
            try {
                for (String line : (Iterable<String>) answer.body()::iterator) {
                    if (line.startsWith("event: ")) {
                        event = line.substring(7);
                    } else if (line.startsWith("data: ")) {
                        JsonNode data = Json.mapper().readTree(line.substring(6));
                        heard.add((event + " " + data.path("siteId").asText("") + " "
                                        + data.path("change").asText("") + " "
                                        + data.path("path").asText(""))
                                .strip());
                    }
                }
            } catch (IOException | RuntimeException closed) {
                heard.add("closed");
            }
        });
        listener.setDaemon(true);
        listener.start();
        Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> heard.contains("ready"));
        return heard;
    }

    @Test
    void events_reachThoseWhoMayReadTheSiteAndTheFolder() throws Exception {
        closeSalaries();
        List<String> atFinance = listen(reader);
        List<String> atLegal = listen(world.someone("lea", "legal"));
        List<String> governs = listen(governor);
        Someone admin = world.admin();

        add(admin, "default", "elsewhere.txt");
        add(admin, "finance", "Salaries/June.txt");
        add(admin, "finance", "Invoices/c.txt");
        add(admin, "legal", "contract.txt");

        Awaitility.await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> {
            assertThat(atFinance).contains("document finance created Invoices/c.txt");
            assertThat(atLegal).contains("document legal created contract.txt");
            assertThat(governs)
                    .contains("document finance created Salaries/June.txt", "document finance created Invoices/c.txt");
        });
        // Streams are read in order: what was first would have come.
        assertThat(atFinance).noneMatch(each -> each.contains("Salaries") || each.contains("elsewhere"));
        assertThat(atLegal).noneMatch(each -> each.contains("finance") || each.contains("default"));
        assertThat(governs).noneMatch(each -> each.contains("legal") || each.contains("default"));
    }
}
