package dev.trestle.systems.formkiq;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.platform.api.Declaration;
import dev.trestle.systems.formkiq.World.Someone;
import dev.trestle.systems.formkiq.api.OnSite;
import dev.trestle.testing.Targets;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What those try who have rights elsewhere, or none, over all declared operations: names of other sites, ids of other sites in
 * bodies, proofs that are none, two at once. The matrix of callers and operations is the server's.
 */
class AttackMatrixTest {
    private static final String NOWHERE = "00000000-0000-4000-8000-000000000000";

    private final World world = new World(Targets.all().findFirst().orElseThrow());
    private final Someone ada = world.admin();
    private final Someone joe = world.someone("joe", "finance", "finance_govern");

    @AfterEach
    void close() {
        world.close();
    }

    private static String answer(HttpResponse<String> response) {
        return response.statusCode() + " " + response.body();
    }

    private static String made(HttpResponse<String> response, String field) {
        assertThat(response.statusCode()).as(response.body()).isBetween(200, 201);
        return response.body().replaceAll("(?s).*\"" + field + "\":\"([^\"]*)\".*", "$1");
    }

    /** The operations that are about a site. */
    private List<Declaration> ofSites() {
        return world.formkiq.api().declarations().stream()
                .filter(each -> each.right() != null && OnSite.class.isAssignableFrom(each.request()))
                .filter(each -> hasSite(each))
                .toList();
    }

    private static boolean hasSite(Declaration each) {
        return java.util.Arrays.stream(each.request().getRecordComponents())
                .anyMatch(part -> part.getName().equals("siteId"));
    }

    private static String path(Declaration each, String site) {
        String filled = each.path().replace("{siteId}", site).replaceAll("\\{[^}]*}", NOWHERE);
        return each.path().contains("{siteId}") ? filled : filled + "?siteId=" + site;
    }

    private static String bodyOf(Declaration each) {
        return each.body() == null ? null : "{}";
    }

    @Test
    void sites_ofOthersByAnyName_areRefusedByEveryOperation() {
        ada.raw("POST", "/sites", "{\"site\":{\"id\":\"secret\",\"title\":\"Secret\"}}");
        List<String> names = List.of(
                "secret",
                "default",
                "secret%2F",
                "secret%23",
                "..%2Fsecret",
                "GLOBAL",
                "opa",
                "API_KEY",
                "s".repeat(1000));
        List<String> failures = new ArrayList<>();
        assertThat(ofSites()).hasSizeGreaterThan(100);
        for (Declaration each : ofSites()) {
            for (String name : names) {
                HttpResponse<String> got = joe.raw(each.method(), path(each, name), bodyOf(each));
                boolean isRefused = got.statusCode() == 401 || got.statusCode() == 400;
                if (!isRefused || got.body().contains("Secret")) {
                    failures.add(each.id() + " of " + name + ": " + answer(got));
                }
            }
        }
        assertThat(failures).isEmpty();
    }

    @Test
    void proofs_thatAreNone_areRefusedByEveryOperation() {
        String key = made(ada.raw("POST", "/sites/default/apiKeys", "{\"name\":\"k\"}"), "apiKey");
        String mask = key.substring(0, 8) + "*".repeat(16) + key.substring(key.length() - 4);
        String none = base64("{\"alg\":\"none\"}") + "."
                + base64("{\"sub\":\"ada\",\"iss\":\"http://here.test/auth/v1\",\"cognito:groups\":[\"Admins\"]}")
                + ".";
        List<String> failures = new ArrayList<>();
        for (String proof : List.of(mask, none, "Bearer " + none, "garbled", key.substring(1), key + "a")) {
            Someone nobody = world.withProof(proof);
            for (Declaration each : world.formkiq.api().declarations()) {
                HttpResponse<String> got =
                        nobody.raw(each.method(), path(each, "default").replace("?siteId=default", ""), bodyOf(each));
                if (got.statusCode() != 401) {
                    failures.add(each.id() + " with " + proof + ": " + answer(got));
                }
            }
        }
        assertThat(failures).isEmpty();
    }

    private static String base64(String text) {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(text.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }

    /** What a site has, by what it is named by in bodies. */
    private Map<String, String> things(Someone who, String site) {
        String at = "?siteId=" + site;
        Map<String, String> ids = new LinkedHashMap<>();
        who.raw("POST", "/attributes" + at, "{\"attribute\":{\"key\":\"city\"}}");
        ids.put(
                "document",
                made(who.raw("POST", "/documents" + at, "{\"path\":\"x.png\",\"content\":\"x\"}"), "documentId"));
        ids.put(
                "class",
                made(
                        who.raw(
                                "POST",
                                "/sites/" + site + "/classifications",
                                "{\"classification\":{\"name\":\"c\",\"attributes\":{\"optional\":[{\"attributeKey\":\"city\"}]}}}"),
                        "classificationId"));
        ids.put(
                "type",
                made(
                        who.raw(
                                "POST",
                                "/entityTypes" + at,
                                "{\"entityType\":{\"name\":\"Customer\",\"namespace\":\"CUSTOM\"}}"),
                        "entityTypeId"));
        ids.put(
                "entity",
                made(
                        who.raw("POST", "/entities/" + ids.get("type") + at, "{\"entity\":{\"name\":\"A\"}}"),
                        "entityId"));
        return ids;
    }

    @Test
    void ids_ofAnotherSiteInBodies_areAnsweredAsOnesThatAreNowhere() {
        Map<String, String> own = things(joe, "finance");
        Map<String, String> foreign = things(ada, "default");
        joe.raw("POST", "/attributes?siteId=finance", "{\"attribute\":{\"key\":\"who\",\"dataType\":\"ENTITY\"}}");
        String document = own.get("document");
        String values = "POST /documents/" + document + "/attributes ";
        List<String> requests = List.of(
                "document " + values + "{\"attributes\":[{\"documentId\":\"%s\",\"relationship\":\"PRIMARY\"}]}",
                "document " + values
                        + "{\"attributes\":[{\"documentId\":\"%s\",\"relationship\":\"PRIMARY\",\"inverseRelationship\":\"APPENDIX\"}]}",
                "class " + values + "{\"attributes\":[{\"classificationId\":\"%s\"}]}",
                "entity " + values + "{\"attributes\":[{\"key\":\"who\",\"entityTypeId\":\"" + own.get("type")
                        + "\",\"entityId\":\"%s\"}]}",
                "type " + values + "{\"attributes\":[{\"key\":\"who\",\"entityTypeId\":\"%s\",\"entityId\":\""
                        + own.get("entity") + "\"}]}",
                "document POST /documents {\"documentId\":\"" + NOWHERE.replace('8', '9')
                        + "\",\"content\":\"x\",\"attributes\":[{\"documentId\":\"%s\",\"relationship\":\"PRIMARY\"}]}",
                "document POST /documents/compress {\"documentIds\":[\"%s\"]}",
                "document POST /search {\"query\":{\"documentIds\":[\"%s\"]}}",
                "document POST /attributes {\"attribute\":{\"key\":\"mark\",\"dataType\":\"WATERMARK\",\"watermark\":{\"imageDocumentId\":\"%s\"}}}",
                "document POST /indices/folder/move {\"source\":\"%s\",\"target\":\"f\"}",
                "document POST /cases {\"case\":{\"name\":\"n\",\"documentIds\":[\"%s\"]}}");
        for (String each : requests) {
            String[] parts = each.split(" ", 4);
            String to = parts[2] + "?siteId=finance";
            String id = foreign.get(parts[0]);
            String got = answer(joe.raw(parts[1], to, parts[3].formatted(id)));
            String missing = answer(joe.raw(parts[1], to, parts[3].formatted(NOWHERE)));
            assertThat(got.replace(id, NOWHERE)).as(each).isEqualTo(missing);
        }
        assertThat(ada.raw("GET", "/documents/" + foreign.get("document") + "/attributes", null)
                        .body())
                .as("nothing was written on the other side")
                .contains("\"attributes\":[]");
    }

    @Test
    void values_thatGuard_areNotWrittenByThoseWhoDoNotGovern() {
        Someone writer = world.someone("will", "default");
        ada.raw("POST", "/attributes", "{\"attribute\":{\"key\":\"guard\",\"type\":\"GOVERNANCE\"}}");
        ada.raw("POST", "/attributes", "{\"attribute\":{\"key\":\"access\",\"type\":\"OPA\"}}");
        for (String key : List.of("guard", "access")) {
            String value = "{\"key\":\"" + key + "\",\"stringValue\":\"mine\"}";
            String id = made(
                    ada.raw(
                            "POST",
                            "/documents",
                            "{\"content\":\"x\",\"attributes\":[" + value.replace("mine", "set") + "]}"),
                    "documentId");
            String attributes = "/documents/" + id + "/attributes";
            String many = "{\"attributes\":[" + value + "]}";
            String refused = World.error(key, "attribute can only be changed by GOVERN or ADMIN role");
            assertThat(answer(writer.raw("POST", "/documents", "{\"content\":\"x\",\"attributes\":[" + value + "]}")))
                    .isEqualTo(refused);
            assertThat(answer(writer.raw("PATCH", "/documents/" + id, many))).isEqualTo(refused);
            assertThat(answer(writer.raw("PUT", attributes, many))).isEqualTo(refused);
            assertThat(answer(writer.raw("PUT", attributes, "{\"attributes\":[]}")))
                    .startsWith("400 ");
            assertThat(answer(writer.raw("PUT", attributes + "/" + key, "{\"attribute\":{\"stringValue\":\"mine\"}}")))
                    .isEqualTo(refused);
            assertThat(writer.raw("DELETE", attributes + "/" + key, null).statusCode())
                    .isBetween(400, 401);
            assertThat(writer.raw("DELETE", attributes + "/" + key + "/set", null)
                            .statusCode())
                    .isBetween(400, 401);
            assertThat(writer.raw("POST", "/documents/" + id + "/tags", "{\"key\":\"" + key + "\",\"value\":\"mine\"}")
                            .statusCode())
                    .as("a tag of that name is a tag")
                    .isEqualTo(201);
            assertThat(ada.raw("GET", attributes + "/" + key, null).body())
                    .contains("\"set\"")
                    .doesNotContain("mine");
        }
    }

    @Test
    void key_wholeAsItIs_isShownNowhere() {
        String key = made(
                ada.raw("POST", "/sites/default/apiKeys", "{\"name\":\"k\",\"permissions\":[\"READ\",\"WRITE\"]}"),
                "apiKey");
        Someone program = world.withProof(key);
        String document =
                made(program.raw("POST", "/documents", "{\"path\":\"a.txt\",\"content\":\"x\"}"), "documentId");
        assertThat(program.raw("DELETE", "/documents/" + document, null).body()).doesNotContain(key);
        assertThat(ada.raw("DELETE", "/sites/default/apiKeys/" + key.replace(key.charAt(0), 'z'), null)
                        .body())
                .doesNotContain(key.substring(10, 40));
        for (Declaration each : world.formkiq.api().declarations()) {
            boolean isStream = each.path().equals("/x/events");
            if (each.method().equals("GET") && !isStream) {
                String path = each.path()
                        .replace("{siteId}", "default")
                        .replace("{documentId}", document)
                        .replaceAll("\\{[^}]*}", "x");
                assertThat(ada.raw("GET", path, null).body()).as(each.id()).doesNotContain(key);
            }
        }
    }

    private List<Integer> atOnce(int count, IntFunctionOf call) throws Exception {
        ExecutorService several = Executors.newFixedThreadPool(count);
        try {
            List<Callable<Integer>> calls = IntStream.range(0, count)
                    .<Callable<Integer>>mapToObj(i -> () -> call.of(i).statusCode())
                    .toList();
            List<Integer> statuses = new ArrayList<>();
            for (Future<Integer> each : several.invokeAll(calls)) {
                statuses.add(each.get());
            }
            statuses.sort(null);
            return statuses;
        } finally {
            several.shutdown();
        }
    }

    /** The call of one of several who call at once. */
    private interface IntFunctionOf {
        HttpResponse<String> of(int i);
    }

    @Test
    @Tag("once")
    void several_whoMakeTheSameAtOnce_oneMakesItAndTheOthersAreTold() throws Exception {
        String id = "11111111-2222-4333-8444-555555555555";
        List<Integer> documents = atOnce(
                4, i -> ada.raw("POST", "/documents", "{\"documentId\":\"" + id + "\",\"content\":\"" + i + "\"}"));
        assertThat(documents).containsExactly(201, 409, 409, 409);
        assertThat(atOnce(4, i -> ada.raw("POST", "/attributes", "{\"attribute\":{\"key\":\"same\"}}")))
                .containsExactly(201, 400, 400, 400);
        String named =
                "{\"classification\":{\"name\":\"same\",\"attributes\":{\"optional\":[{\"attributeKey\":\"same\"}]}}}";
        List<Integer> classes = atOnce(4, i -> ada.raw("POST", "/sites/default/classifications", named));
        assertThat(classes.stream().filter(status -> status < 300)).hasSize(1);
        assertThat(classes.subList(1, 4)).allMatch(status -> status == 400 || status == 409);
        assertThat(atOnce(4, i -> ada.raw("POST", "/groups", "{\"group\":{\"name\":\"same\"}}")))
                .containsExactly(200, 400, 400, 400);
        for (int round = 0; round < 5; round++) {
            ada.raw("DELETE", "/documents/" + id + "?softDelete=true", null);
            List<Integer> both = atOnce(
                    2,
                    i -> i == 0
                            ? ada.raw("PUT", "/documents/" + id + "/restore", null)
                            : ada.raw("DELETE", "/documents/" + id, null));
            int after = ada.raw("GET", "/documents/" + id, null).statusCode();
            assertThat(both)
                    .as("round " + round)
                    .allMatch(status -> List.of(200, 404, 409).contains(status));
            assertThat(after).isIn(200, 404);
            ada.raw("POST", "/documents", "{\"documentId\":\"" + id + "\",\"content\":\"again\"}");
        }
    }
}
