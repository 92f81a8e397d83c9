package dev.trestle.systems.formkiq;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.api.Json;
import dev.trestle.systems.formkiq.World.Someone;
import dev.trestle.systems.formkiq.model.LinkRows;
import dev.trestle.testing.OverTheNetworkToo;
import dev.trestle.testing.SuiteTargets;
import dev.trestle.testing.Target;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/** Links to a document for people without an account: expiring, counted, revocable, and not to be guessed. */
@OverTheNetworkToo
@ParameterizedClass(name = "{0}")
@ArgumentsSource(SuiteTargets.class)
class LinksApiTest {
    private static final String GONE = "{\"message\":\"This link is not valid, or no longer.\"}";

    private final World world;
    private final Someone writer;
    private final Someone admin;
    private String documentId = "";

    LinksApiTest(Target target) {
        world = new World(target);
        writer = world.someone("writer", "finance");
        admin = world.admin();
    }

    @BeforeEach
    void add() {
        documentId = json(writer.raw(
                        "POST",
                        "/documents?siteId=finance",
                        "{\"path\":\"offers/Müller.txt\",\"content\":\"the offer\",\"contentType\":\"text/plain\"}"))
                .path("documentId")
                .asText();
    }

    @AfterEach
    void close() {
        world.close();
    }

    private static JsonNode json(HttpResponse<String> answer) {
        try {
            assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 299);
            return Json.mapper().readTree(answer.body());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private String links() {
        return "/x/documents/" + documentId + "/links?siteId=finance";
    }

    private JsonNode make(String body) {
        return json(writer.raw("POST", links(), body));
    }

    private HttpResponse<String> ask(String act, Map<String, String> body) {
        return world.open("POST", "/x/links/" + act, Json.text(body));
    }

    private HttpResponse<String> open(String token) {
        return ask("open", Map.of("token", token));
    }

    @Test
    void link_withoutPassword_givesTheContentUntilItExpires() {
        String token = make("{\"hours\":24}").path("token").asText();
        assertThat(token).hasSize(43);
        JsonNode seen = json(ask("look", Map.of("token", token)));
        assertThat(seen.path("name").asText()).isEqualTo("Müller.txt");
        assertThat(seen.path("hasPassword").asBoolean()).isFalse();
        String url = json(open(token)).path("url").asText();
        assertThat(new String(world.download(url), StandardCharsets.UTF_8)).isEqualTo("the offer");
        JsonNode listed = json(writer.raw("GET", links(), null)).path("links").path(0);
        assertThat(listed.path("uses").asInt()).isEqualTo(1);
        assertThat(listed.path("createdBy").asText()).isEqualTo("writer@example.org");
        assertThat(listed.toString()).doesNotContain(token);

        world.clock.advance(Duration.ofHours(24));
        assertThat(open(token).body()).isEqualTo(GONE);
        assertThat(ask("look", Map.of("token", token)).body()).isEqualTo(GONE);
        assertThat(json(writer.raw("GET", links(), null))
                        .path("links")
                        .path(0)
                        .path("isOpen")
                        .asBoolean())
                .isFalse();
    }

    /** Who made it, who was given the content by it, who guessed, and who revoked it. */
    @Test
    void link_madeTriedOpenedAndRevoked_isInTheRecord() {
        JsonNode made = make("{\"hours\":24,\"password\":\"correct horse\"}");
        String token = made.path("token").asText();
        ask("open", Map.of("token", token, "password", "no such horse"));
        json(ask("open", Map.of("token", token, "password", "correct horse")));
        json(writer.raw(
                "DELETE",
                links().replace("/links", "/links/" + made.path("linkId").asText()),
                null));

        JsonNode record = json(admin.raw("GET", "/x/activities?siteId=finance&limit=100", null))
                .path("entries");
        List<String> entries = new ArrayList<>();
        record.forEach(each -> entries.add(each.path("userId").asText() + " "
                + each.path("type").asText() + " " + each.path("resource").asText() + " "
                + each.at("/changes/uses/newValue").asText()));
        assertThat(entries)
                .startsWith("writer@example.org DELETE link ")
                .contains(
                        "link of writer@example.org UPDATE link 1",
                        "link of writer@example.org VIEW documents ",
                        "writer@example.org CREATE link 0");
        assertThat(entries.stream().filter(each -> each.startsWith("link of writer@example.org UPDATE")))
                .as("two attempts and a use")
                .hasSize(3);
        assertThat(record.toString()).doesNotContain(token, "horse", "argon2");
    }

    @Test
    void link_isStoredSoThatNobodyCanOpenItFromThere() {
        String token = make("{\"hours\":1,\"password\":\"correct horse\"}")
                .path("token")
                .asText();
        LinkRows.DocumentLink row = world.tables
                .store()
                .within("finance")
                .consistent()
                .first(LinkRows.LINKS_OF_DOCUMENT.of(documentId), 2)
                .get(0);
        assertThat(row.digest()).hasSize(64).isNotEqualTo(token);
        assertThat(row.password()).startsWith("$argon2id$");
        assertThat(row.toString()).doesNotContain(row.digest(), "argon2");
    }

    @Test
    void link_withPassword_tellsNothingBeforeItAndLocksWhoGuesses() {
        String token = make("{\"hours\":24,\"password\":\"correct horse\"}")
                .path("token")
                .asText();
        assertThat(ask("look", Map.of("token", token)).body()).doesNotContain("Müller", "text/plain");
        assertThat(open(token).statusCode()).isEqualTo(400);
        // Many at once are not more guesses than a few.
        List<Integer> answers = IntStream.range(0, 20)
                .parallel()
                .mapToObj(i -> ask("open", Map.of("token", token, "password", "guess " + i))
                        .statusCode())
                .toList();
        assertThat(answers).allMatch(status -> status == 401 || status == 429);
        assertThat(answers.stream().filter(status -> status == 401).count()).isLessThanOrEqualTo(5);
        Map<String, String> right = Map.of("token", token, "password", "correct horse");
        assertThat(ask("open", right).statusCode()).isEqualTo(429);
        assertThat(json(writer.raw("GET", links(), null))
                        .path("links")
                        .path(0)
                        .path("isLocked")
                        .asBoolean())
                .isTrue();
        world.clock.advance(Duration.ofMinutes(16));
        assertThat(ask("open", Map.of("token", token, "password", "wrong again"))
                        .body())
                .isEqualTo("{\"message\":\"wrong password\"}");
        assertThat(json(ask("open", right)).path("name").asText()).isEqualTo("Müller.txt");
        assertThat(json(writer.raw("GET", links(), null))
                        .path("links")
                        .path(0)
                        .path("uses")
                        .asInt())
                .isEqualTo(1);
    }

    @Test
    void link_withALimit_isUsedUpExactlyThen() {
        String token = make("{\"hours\":24,\"usesMax\":3}").path("token").asText();
        List<Integer> answers = IntStream.range(0, 12)
                .parallel()
                .mapToObj(i -> open(token).statusCode())
                .toList();
        assertThat(answers.stream().filter(status -> status == 200).count()).isEqualTo(3);
        assertThat(open(token).body()).isEqualTo(GONE);
    }

    @Test
    void link_endsWithItsDocumentItsSiteAndWhenRevoked() {
        String token = make("{\"hours\":24}").path("token").asText();
        String path = "/documents/" + documentId + "?siteId=finance";
        json(writer.raw("DELETE", path + "&softDelete=true", null));
        assertThat(open(token).body()).isEqualTo(GONE);
        json(writer.raw("PUT", "/documents/" + documentId + "/restore?siteId=finance", null));
        assertThat(open(token).statusCode()).isEqualTo(200);
        json(admin.raw("POST", "/sites", "{\"site\":{\"id\":\"finance\",\"title\":\"F\",\"status\":\"INACTIVE\"}}"));
        assertThat(open(token).body()).isEqualTo(GONE);
        json(admin.raw("PATCH", "/sites/finance", "{\"site\":{\"status\":\"ACTIVE\"}}"));
        assertThat(open(token).statusCode()).isEqualTo(200);
        String linkId = json(writer.raw("GET", links(), null))
                .path("links")
                .path(0)
                .path("linkId")
                .asText();
        String one = links().replace("/links", "/links/" + linkId);
        for (Someone who : List.of(world.someone("r", "finance_read"), world.someone("o", "other"))) {
            assertThat(who.raw("DELETE", one, null).statusCode()).isEqualTo(401);
            assertThat(who.raw("GET", links(), null).statusCode()).isEqualTo(401);
            assertThat(who.raw("POST", links(), "{\"hours\":1}").statusCode()).isEqualTo(401);
        }
        json(writer.raw("DELETE", one, null));
        assertThat(open(token).body()).isEqualTo(GONE);
        assertThat(writer.raw("DELETE", one, null).statusCode()).isEqualTo(404);
    }

    @Test
    void tokens_thatAreTried_areSlowedDown() {
        String token = make("{\"hours\":24}").path("token").asText();
        for (String wrong : List.of("", "x", token.substring(1), token + "x", "A".repeat(43))) {
            assertThat(open(wrong).body()).isEqualTo(GONE);
        }
        for (int i = 0; i < 15; i++) {
            open("B".repeat(43));
        }
        assertThat(open("C".repeat(43)).statusCode()).isEqualTo(429);
        world.clock.advance(Duration.ofMinutes(11));
        assertThat(open(token).statusCode()).isEqualTo(200);
    }

    @Test
    void requests_thatMakeNoSense_areRefused() {
        for (String body : List.of(
                "{}",
                "{\"hours\":0}",
                "{\"hours\":9000}",
                "{\"hours\":1,\"password\":\"short\"}",
                "{\"hours\":1,\"usesMax\":0}")) {
            assertThat(writer.raw("POST", links(), body).statusCode()).as(body).isEqualTo(400);
        }
        for (int i = 0; i < 50; i++) {
            make("{\"hours\":1}");
        }
        assertThat(writer.raw("POST", links(), "{\"hours\":1}").body())
                .isEqualTo("{\"message\":\"a document has at most 50 links; revoke one first\"}");
    }
}
