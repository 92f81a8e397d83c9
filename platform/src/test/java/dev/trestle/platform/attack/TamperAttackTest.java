package dev.trestle.platform.attack;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.LoopbackS3;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Texts that were given out to be brought back, changed on the way: cursors and presigned addresses. */
class TamperAttackTest extends AttackTest {
    @Test
    void cursor_changedAnywhere_isRefused() throws Exception {
        String admin = administrator();
        String ann = token("ann", "acme");
        for (int i = 0; i < 4; i++) {
            post("/auth/v1/people", Map.of("email", "p" + i + "@example.org", "name", "P"), admin);
            post("/things/v1/things", Map.of("name", "T" + i), ann);
        }
        assertSigned("/auth/v1/people?limit=2", admin);
        assertSigned("/things/v1/things?limit=2", ann); // its handler's own places are plain ids
        assertLogged("The cursor is not one of this list");
    }

    private void assertSigned(String list, String token) throws Exception {
        String cursor = get(list, token).body().path("next").asText();
        assertThat(get(list + "&cursor=" + cursor, token).status()).isEqualTo(200);
        for (int i = 0; i < cursor.length(); i += i < cursor.length() - 3 ? 3 : 1) {
            char other = cursor.charAt(i) == 'A' ? 'B' : 'A';
            String changed = cursor.substring(0, i) + other + cursor.substring(i + 1);
            Got got = get(list + "&cursor=" + changed, token);
            assertThat(got.status()).as(i + " " + got.text()).isEqualTo(400);
        }
        for (String wrong :
                List.of("x", "e30", "thing-1", "A".repeat(1999), cursor + cursor, cursor + "%3D", "%00", "%2B%2F%3D")) {
            assertThat(get(list + "&cursor=" + wrong, token).status()).as(wrong).isEqualTo(400);
        }
    }

    @Test
    void cursor_ofAnotherListOrCaller_isRefused() throws Exception {
        String ann = token("ann", "acme");
        for (int i = 0; i < 4; i++) {
            post("/things/v1/things", Map.of("name", "T" + i), ann);
        }
        String cursor = "&cursor="
                + get("/things/v1/things?limit=2&text=T", ann)
                        .body()
                        .path("next")
                        .asText();

        assertThat(get("/things/v1/things?limit=1&text=T" + cursor, ann).status())
                .as("pages of another length")
                .isEqualTo(200);
        for (String other : List.of("text=T1", "text=T&tag=x", "")) {
            assertThat(get("/things/v1/things?" + other + cursor, ann).status())
                    .as(other)
                    .isEqualTo(400);
        }
        for (String other : List.of(token("bob", "acme"), token("ann", "evil"))) {
            assertThat(get("/things/v1/things?text=T" + cursor, other).status()).isEqualTo(400);
        }
        assertThat(get("/auth/v1/people?limit=2" + cursor, administrator()).status())
                .isEqualTo(400);
    }

    private int put(JsonNode put, String url, String body) throws Exception {
        return send(put, url, "PUT", body).statusCode();
    }

    private HttpResponse<String> send(JsonNode put, String url, String method, String body) throws Exception {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(url)).method(method, BodyPublishers.ofString(body));
        put.get("headers")
                .properties()
                .forEach(header ->
                        request.header(header.getKey(), header.getValue().asText()));
        return http.send(request.build(), BodyHandlers.ofString());
    }

    @Test
    void presigned_changedAnywhere_isRefused() throws Exception {
        String ann = token("ann", "acme");
        JsonNode put = post("/things/v1/things/t1/attachments", Map.of("contentType", "text/plain", "length", 5), ann)
                .body()
                .at("/data/puts/0");
        String url = put.get("url").asText();
        String path = URI.create(url).getRawPath();
        for (String changed : List.of(
                url.replace(path, "/" + LoopbackS3.BUCKET + "/attachments/t1/mine"),
                url.replace(path, path + "x"),
                url.replace(path, "/" + LoopbackS3.BUCKET + "/../" + LoopbackS3.BUCKET + "/a"),
                url.replaceAll("X-Amz-Expires=[0-9]+", "X-Amz-Expires=604800"),
                url.replaceAll("X-Amz-Date=2", "X-Amz-Date=3"),
                url.replaceAll("X-Amz-SignedHeaders=[^&]+", "X-Amz-SignedHeaders=host"),
                url.replaceAll("X-Amz-Signature=.", "X-Amz-Signature=z"),
                url.replaceAll("X-Amz-Credential=tests", "X-Amz-Credential=admin"),
                url + "&x-amz-acl=public-read",
                url + "&uploadId=1&partNumber=1")) {
            assertThat(put(put, changed, "hello")).as(changed).isIn(400, 403);
        }
        for (String method : List.of("GET", "DELETE", "POST", "HEAD")) {
            assertThat(send(put, url, method, "").statusCode()).as(method).isIn(400, 403);
        }
        assertThat(put(put, url, "hello, and more")).isEqualTo(403);
        assertThat(s3.client.listObjectsV2(r -> r.bucket(LoopbackS3.BUCKET)).contents())
                .isEmpty();
        assertThat(put(put, url, "hello")).isEqualTo(200);
    }

    @Test
    void presigned_keptAfterTheConfirmation_changesNothing() throws Exception {
        String ann = token("ann", "acme");
        JsonNode ticket = post(
                        "/things/v1/things/t1/attachments", Map.of("contentType", "text/plain", "length", 5), ann)
                .body()
                .get("data");
        JsonNode put = ticket.at("/puts/0");
        put(put, put.get("url").asText(), "hello");
        Got stored = post("/things/v1/attachments/" + ticket.get("uploadId").asText(), null, ann);
        String key = stored.body().at("/data/key").asText();

        put(put, put.get("url").asText(), "EVIL!");
        post("/things/v1/attachments/" + ticket.get("uploadId").asText(), null, ann);
        assertThat(s3.client
                        .getObjectAsBytes(r -> r.bucket(LoopbackS3.BUCKET).key(key))
                        .asUtf8String())
                .isEqualTo("hello");
    }

    @Test
    void presigned_addressAndKeys_areNotLogged() throws Exception {
        String ann = token("ann", "acme");
        post("/things/v1/things/t1/attachments", Map.of("contentType", "text/plain", "length", 5), ann);

        assertLogged("beginAttachment");
        assertThat(String.join("", logged())).doesNotContain("X-Amz-Signature", ann);
    }
}
