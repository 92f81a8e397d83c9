package dev.trestle.platform.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;

/** Requests that are as the contract has them, and requests that are not. */
class OperationTest extends HttpTest {
    private static final String THING = "/things/v1/things/thing-1";

    @Test
    void create_validBody_isBoundAndAnsweredInTheSystemsShape() throws Exception {
        HttpResponse<byte[]> made = post("/things/v1/things", "{\"name\":\"Ä\",\"size\":3,\"tags\":[\"a\",\"b\"]}");

        JsonNode body = checked("createThing", made);
        assertThat(made.statusCode()).isEqualTo(201);
        assertThat(header(made, "location")).isEqualTo(THING);
        assertThat(body.at("/data/name").textValue()).isEqualTo("Ä");
        assertThat(body.at("/data/owner").textValue()).isEqualTo("ann");
        assertThat(checked("getThing", get(THING))).isEqualTo(body);
    }

    @Test
    void create_severalMistakes_namesAllOfThem() throws Exception {
        HttpResponse<byte[]> refused = post("/things/v1/things", "{\"size\":-1,\"tags\":[\"\"],\"unknown\":true}");

        assertThat(refused.statusCode()).isEqualTo(400);
        JsonNode error = json(refused).get("error");
        assertThat(error.get("code").textValue()).isEqualTo("VALIDATION_ERROR");
        assertThat(error.at("/details/violations").findValuesAsText("field")).contains("size", "tags/0");
        assertThat(error.toString()).contains("name").contains("unknown");
        assertThat(things.created).hasValue(0);
    }

    @Test
    void create_recordRefusesItsValue_saysWhy() throws Exception {
        HttpResponse<byte[]> refused = post("/things/v1/things", "{\"name\":\"  \"}");

        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(json(refused).at("/error/message").textValue()).contains("must not be blank");
    }

    @Test
    void create_hostileJson_isRefused() throws Exception {
        for (String body : new String[] {
            "", "{", "nul", "{\"name\":\"a\"} x", "{\"name\":\"a\",\"name\":\"b\"}", "[".repeat(5000), "\"text\"", "[1]"
        }) {
            assertThat(post("/things/v1/things", body).statusCode()).as(body).isEqualTo(400);
        }
        assertThat(things.created).hasValue(0);
    }

    @Test
    void create_otherMediaType_isNotSupported() throws Exception {
        HttpResponse<byte[]> refused = send(request("/things/v1/things")
                .POST(BodyPublishers.ofString("name=a"))
                .header("content-type", "application/x-www-form-urlencoded"));

        assertThat(refused.statusCode()).isEqualTo(415);
        assertThat(text(refused)).contains("application/json");
    }

    @Test
    void create_compressedBody_isNotSupported() throws Exception {
        HttpResponse<byte[]> refused = send(request("/things/v1/things")
                .POST(BodyPublishers.ofString("{\"name\":\"a\"}"))
                .headers("content-type", "application/json", "content-encoding", "gzip"));

        assertThat(refused.statusCode()).isEqualTo(415);
        assertThat(text(refused)).contains("Content-Encoding");
    }

    @Test
    void list_parameters_areTypedAndDefaulted() throws Exception {
        for (int i = 0; i < 25; i++) {
            post("/things/v1/things", "{\"name\":\"n" + i + "\",\"tags\":[\"x y\",\"z\"]}");
        }

        JsonNode first = checked("listThings", get("/things/v1/things"));
        assertThat(first.get("data")).hasSize(20);
        JsonNode rest = checked(
                "listThings",
                get("/things/v1/things?cursor=" + first.get("next").textValue()));
        assertThat(rest.get("data")).hasSize(5);
        assertThat(rest.get("next").isNull()).isTrue();
        assertThat(checked("listThings", get("/things/v1/things?tag=x+y&tag=z&limit=2"))
                        .get("data"))
                .hasSize(2);
        assertThat(checked("listThings", get("/things/v1/things?tag=q")).get("data"))
                .isEmpty();
    }

    @Test
    void list_wrongParameters_areRefusedByName() throws Exception {
        for (String query : new String[] {"limit=0", "limit=101", "limit=x", "limit=1e3", "limit=1&limit=2"}) {
            HttpResponse<byte[]> refused = get("/things/v1/things?" + query);
            assertThat(refused.statusCode()).as(query).isEqualTo(400);
            assertThat(json(refused).at("/error/details/violations/0/field").textValue())
                    .isEqualTo("limit");
        }
    }

    @Test
    void update_absentNullAndValue_areToldApart() throws Exception {
        post("/things/v1/things", "{\"name\":\"a\",\"note\":\"n\"}");

        assertThat(patch("{\"name\":\"b\"}", "\"1\"").at("/data/note").textValue())
                .isEqualTo("n");
        JsonNode cleared = patch("{\"note\":null}", "\"2\"");
        assertThat(cleared.at("/data/note").isNull()).isTrue();
        assertThat(cleared.at("/data/name").textValue()).isEqualTo("b");
    }

    @Test
    void update_withoutOrWithOldTag_isRefused() throws Exception {
        post("/things/v1/things", "{\"name\":\"a\"}");
        patch("{\"name\":\"b\"}", "\"1\"");

        HttpResponse<byte[]> blind = send(request(THING)
                .method("PATCH", BodyPublishers.ofString("{}"))
                .header("content-type", "application/json"));
        assertThat(blind.statusCode()).isEqualTo(428);
        HttpResponse<byte[]> late = send(request(THING)
                .method("PATCH", BodyPublishers.ofString("{\"name\":\"c\"}"))
                .header("content-type", "application/json")
                .header("if-match", "\"1\", W/\"2\""));
        assertThat(late.statusCode()).isEqualTo(412);
        assertThat(json(late).at("/error/details/current/name").textValue()).isEqualTo("b");
    }

    private JsonNode patch(String body, String tag) throws Exception {
        return checked(
                "updateThing",
                send(request(THING)
                        .method("PATCH", BodyPublishers.ofString(body))
                        .header("content-type", "application/json")
                        .header("if-match", tag)));
    }

    @Test
    void get_knownTag_isNotModified() throws Exception {
        post("/things/v1/things", "{\"name\":\"a\"}");
        HttpResponse<byte[]> first = get(THING);

        HttpResponse<byte[]> again = send(request(THING).GET().header("if-none-match", header(first, "etag")));
        assertThat(again.statusCode()).isEqualTo(304);
        assertThat(again.body()).isEmpty();
        assertThat(send(request(THING).GET().header("if-none-match", "\"9\"")).statusCode())
                .isEqualTo(200);
    }

    @Test
    void head_ofAGet_hasItsHeadersAndNoBody() throws Exception {
        post("/things/v1/things", "{\"name\":\"a\"}");

        HttpResponse<byte[]> head = send(request(THING).method("HEAD", BodyPublishers.noBody()));
        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(header(head, "content-length")).isNotEmpty().isNotEqualTo("0");
        assertThat(head.body()).isEmpty();
    }

    @Test
    void delete_nothingToSay_is204() throws Exception {
        post("/things/v1/things", "{\"name\":\"a\"}");

        assertThat(send(request(THING).DELETE()).statusCode()).isEqualTo(204);
        assertThat(get(THING).statusCode()).isEqualTo(404);
    }

    @Test
    void path_nameAndParameter_theNameGoesFirst() throws Exception {
        assertThat(json(get("/things/v1/things/special")).at("/data/special").booleanValue())
                .isTrue();
        assertThat(json(get("/things/things/special")).at("/data/special").booleanValue())
                .as("the alias")
                .isTrue();
    }

    @Test
    void path_unknownOrOtherMethod_saysSo() throws Exception {
        assertThat(get("/things/v1/none").statusCode()).isEqualTo(404);
        assertThat(get("/nowhere").statusCode()).isEqualTo(404);
        HttpResponse<byte[]> other = send(request(THING).POST(BodyPublishers.noBody()));
        assertThat(other.statusCode()).isEqualTo(405);
        assertThat(header(other, "allow")).isEqualTo("DELETE, GET, PATCH");
    }
}
