package dev.trestle.systems.holdthatthought;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.systems.holdthatthought.Scanner.Paper;
import dev.trestle.systems.holdthatthought.World.Someone;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.sync.RequestBody;

/** Objects by their keys, for who may read them. */
class ArchiveTest extends FamilyTest {
    private void put(String key) {
        Objects3.client()
                .putObject(request -> request.bucket(world.bucket).key(key), RequestBody.fromString("bytes of " + key));
    }

    private int status(Someone who, String key) {
        return who.get(
                        "getDownloadUrl",
                        "/download/presigned-url?key=" + URLEncoder.encode(key, StandardCharsets.UTF_8))
                .status();
    }

    private void makeBucket() {
        // The bucket is made with the first thing that is asked of it.
        assertThat(status(world.rosa(), "letters/none.pdf")).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "letters/../messages/attachments/a/x.pdf",
                "letters/..%2fmessages/x.pdf",
                "letters/%2e%2e/messages/x.pdf",
                "letters/%252e%252e/messages/x.pdf",
                "letters/a\\b.pdf",
                "letters/a%5cb.pdf",
                "letters/a%255Cb.pdf",
                "letters//a.pdf",
                "letters/a%2f/b.pdf",
                "letters/%2fa.pdf",
                "/letters/a.pdf",
                "letters/a.pdf/",
                "letters/a\nb.pdf",
                "letters/a%0ab.pdf",
                "letters/a%00.pdf",
                "letters/a%2500.pdf",
                "letters/./a.pdf",
            })
    void key_thatIsNotPlain_isInvalid(String key) {
        assertThat(status(world.rosa(), key)).as(key).isEqualTo(400);
    }

    @Test
    void key_ofEachPrefix_isForWhoMayReadIt() {
        makeBucket();
        List<String> everybodys =
                List.of("letters/1952-06-15/1952-06-15.pdf", "letters/drafts/x.pdf", "media/pictures/1/a b.jpg");
        List<String> nobodys = List.of(
                "temp/incoming/secret",
                "temp/exports/all.zip",
                "temp/unknown/0.pdf",
                "messages/attachments/rosa/1_x.pdf",
                "secrets/a.txt",
                "letter",
                "media/a.jpg",
                "%6cetters/a.pdf");
        everybodys.forEach(this::put);
        nobodys.forEach(this::put);
        for (String key : everybodys) {
            assertThat(status(world.emil(), key)).as(key).isEqualTo(200);
            assertThat(status(world.tim(), key)).as(key).isEqualTo(403);
        }
        for (String key : nobodys) {
            assertThat(status(world.rosa(), key)).as(key).isEqualTo(403);
        }
    }

    @Test
    void scan_ofADeletedLetter_isForAdministratorsUntilItIsRestored() {
        LettersTest.create(world.emil(), "1943-05-02", "T", "x").is(201);
        String key = "letters/1943-05-02/1943-05-02.pdf";
        put(key);
        assertThat(status(world.emil(), key)).isEqualTo(200);

        world.rosa().delete("deleteLetter", "/letters/1943-05-02").is(200);
        assertThat(status(world.emil(), key)).isEqualTo(403);
        assertThat(status(world.rosa(), key)).isEqualTo(200);

        world.rosa().post("restoreLetter", "/letters/1943-05-02/restore", null).is(200);
        assertThat(status(world.emil(), key)).isEqualTo(200);
    }

    @Test
    void address_ofAnObject_savesItUnderItsName() {
        makeBucket();
        put("media/pictures/1/a b.jpg");
        JsonNode given = world.emil()
                .get("getDownloadUrl", "/download/presigned-url?key=media/pictures/1/a%20b.jpg")
                .ok();

        assertThat(given.path("filename").asText()).isEqualTo("a b.jpg");
        HttpResponse<byte[]> got = Scanner.get(given.path("downloadUrl").asText());
        assertThat(new String(got.body(), StandardCharsets.UTF_8)).isEqualTo("bytes of media/pictures/1/a b.jpg");
        assertThat(got.headers().firstValue("content-disposition")).contains("attachment; filename=\"a b.jpg\"");
    }

    @Test
    void photo_ofAPrivatePerson_isForThemselvesAndAdministrators() {
        Someone ines = world.ines();
        JsonNode address = ines.post(
                        "announceProfilePhoto",
                        "/profile/photo/upload-url",
                        Map.of("contentType", "image/jpeg", "size", Papers.photo(1).length))
                .ok();
        String key = address.path("photoUrl").asText();
        assertThat(key).startsWith("profile-photos/ines/").endsWith(".jpg");
        assertThat(address.path("url")).isEqualTo(address.path("uploadUrl"));
        assertThat(address.path("expiresIn").asInt()).isEqualTo(3600);
        assertThat(Scanner.put(address.path("uploadUrl").asText(), Paper.jpeg(Papers.photo(1))))
                .isEqualTo(200);
        ines.post("announceProfilePhoto", "/profile/photo/upload-url", Map.of("contentType", "application/pdf"))
                .is(400);
        ines.post(
                        "announceProfilePhoto",
                        "/profile/photo/upload-url",
                        Map.of("contentType", "image/png", "size", (5 << 20) + 1))
                .is(400);
        world.tim()
                .post("announceProfilePhoto", "/profile/photo/upload-url", Map.of("contentType", "image/png"))
                .ok();

        put(key);
        assertThat(status(world.emil(), key)).isEqualTo(200);
        ItemStore store = world.tables.store();
        store.update(
                HoldThatThoughtTable.PROFILE_OF_USER.of("ines"),
                profile -> profile.with(next -> next.isProfilePrivate(true)));
        assertThat(status(world.emil(), key)).isEqualTo(403);
        assertThat(status(world.ines(), key)).isEqualTo(200);
        assertThat(status(world.rosa(), key)).isEqualTo(200);
        assertThat(status(world.emil(), "profile-photos/nobody/1.jpg")).isEqualTo(403);
    }
}
