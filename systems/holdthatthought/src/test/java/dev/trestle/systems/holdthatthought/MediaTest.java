package dev.trestle.systems.holdthatthought;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.trestle.platform.jobs.Sweep;
import dev.trestle.systems.holdthatthought.Scanner.Paper;
import dev.trestle.systems.holdthatthought.World.Answer;
import dev.trestle.systems.holdthatthought.World.Someone;
import dev.trestle.testing.OverTheNetworkToo;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.sync.RequestBody;

/** The gallery: what is sent, shown, found to be there already, and deleted. */
@Timeout(300)
@OverTheNetworkToo
class MediaTest extends FamilyTest {
    private static JsonNode announce(Someone who, String name, Paper paper) {
        return who.post(
                        "announceMedia",
                        "/media/upload-url",
                        Map.of("fileName", name, "contentType", paper.contentType(), "size", paper.bytes().length))
                .ok();
    }

    private static Answer confirm(Someone who, JsonNode announced) {
        return who.post("confirmMedia", "/media/" + announced.path("mediaId").asText() + "/confirm", null);
    }

    private static Answer added(Someone who, String name, Paper paper) {
        JsonNode announced = announce(who, name, paper);
        assertThat(Scanner.put(announced.path("uploadUrl").asText(), paper)).isEqualTo(200);
        return confirm(who, announced);
    }

    private JsonNode shown(String mediaId) {
        JsonNode[] seen = {MissingNode.getInstance()};
        await().atMost(Duration.ofMinutes(1)).until(() -> {
            seen[0] = world.ines().get("getMedium", "/media/" + mediaId).ok();
            return seen[0].has("thumbnailUrl");
        });
        return seen[0];
    }

    private int uploads(String user) {
        return world.rosa()
                .get("getProfile", "/profile/" + user)
                .ok()
                .path("mediaUploadCount")
                .asInt();
    }

    @Test
    void medium_sentAndConfirmed_isInTheGallery() throws Exception {
        Paper photo = Paper.jpeg(Papers.photo(6));
        JsonNode announced = announce(world.emil(), "../Fête d'été.JPG", photo);
        String id = announced.path("mediaId").asText();
        assertThat(announced.path("s3Key").asText()).isEqualTo("media/pictures/" + id + "/_F_te_d_t_.JPG");
        confirm(world.emil(), announced).is(409);
        Scanner.put(announced.path("uploadUrl").asText(), photo);
        confirm(world.ines(), announced).is(404);
        JsonNode made = confirm(world.emil(), announced).is(201).body();
        confirm(world.emil(), announced).is(200);

        assertThat(uploads("emil")).as("counted once").isEqualTo(1);
        assertThat(made.path("category").asText()).isEqualTo("pictures");
        assertThat(made.path("filename")).isEqualTo(made.path("fileName"));
        assertThat(Scanner.get(made.path("url").asText()).body()).isEqualTo(photo.bytes());
        JsonNode shown = shown(id);
        for (String size : List.of("thumbnailUrl", "previewUrl")) {
            byte[] small = Scanner.get(shown.path(size).asText()).body();
            BufferedImage picture = ImageIO.read(new ByteArrayInputStream(small));
            assertThat(DraftFilesTest.quarters(picture)).as("upright").isEqualTo(DraftFilesTest.expected(6));
            assertThat(new String(small, StandardCharsets.ISO_8859_1))
                    .doesNotContain("GPS")
                    .doesNotContain("Exif");
            assertThat(Math.max(picture.getWidth(), picture.getHeight()))
                    .isEqualTo(size.equals("thumbnailUrl") ? 320 : 400);
        }
        assertThat(world.ines().listed("listMedia", "/media?category=pictures", 10))
                .hasSize(1);
        assertThat(world.ines().listed("listMedia", "/media?category=videos", 10))
                .isEmpty();
    }

    @Test
    void pdf_ofManyPages_isShownByItsFirst() {
        Paper pdf = Paper.pdf(Papers.pdf(List.of("One"), List.of("Two")));
        JsonNode made = added(world.emil(), "recipes.pdf", pdf).is(201).body();

        assertThat(made.path("category").asText()).isEqualTo("documents");
        assertThat(Scanner.get(shown(made.path("mediaId").asText())
                                .path("thumbnailUrl")
                                .asText())
                        .headers()
                        .firstValue("content-type"))
                .contains("image/jpeg");
    }

    /** A film of five seconds: red, then green. */
    private static byte[] film(Path directory) throws Exception {
        Path file = directory.resolve("film.mp4");
        Process drawn = new ProcessBuilder(
                        "ffmpeg",
                        "-loglevel",
                        "error",
                        "-f",
                        "lavfi",
                        "-i",
                        "color=red:size=320x240:rate=5:duration=1[a];color=green:size=320x240:rate=5:duration=4[b];[a][b]concat",
                        "-c:v",
                        "mpeg4",
                        file.toString())
                .inheritIO()
                .start();
        assertThat(drawn.waitFor()).isZero();
        return Files.readAllBytes(file);
    }

    @Test
    void film_sentAndConfirmed_isShownByAPictureOfIt(@TempDir Path directory) throws Exception {
        JsonNode made = added(world.emil(), "walk.mp4", new Paper("video/mp4", film(directory)))
                .is(201)
                .body();

        assertThat(made.path("category").asText()).isEqualTo("videos");
        BufferedImage picture = ImageIO.read(
                new ByteArrayInputStream(Scanner.get(shown(made.path("mediaId").asText())
                                .path("thumbnailUrl")
                                .asText())
                        .body()));
        Color middle = new Color(picture.getRGB(picture.getWidth() / 2, picture.getHeight() / 2));
        assertThat(picture.getWidth()).isEqualTo(320);
        assertThat(middle.getGreen()).as("what is there after a second").isGreaterThan(middle.getRed() + 50);
    }

    @Test
    @Tag("once")
    void bytes_thatAreThereAlready_areNotKeptTwice() {
        Paper photo = Paper.jpeg(Papers.photo(1));
        List<JsonNode> announced = new ArrayList<>();
        for (Someone who : List.of(world.emil(), world.ines(), world.rosa())) {
            announced.add(announce(who, who.name + ".jpg", photo));
            Scanner.put(announced.get(announced.size() - 1).path("uploadUrl").asText(), photo);
        }
        List<Someone> people = List.of(world.emil(), world.ines(), world.rosa());
        List<Answer> answers = IntStream.range(0, 3)
                .mapToObj(i -> CompletableFuture.supplyAsync(() -> confirm(people.get(i), announced.get(i))))
                .toList()
                .stream()
                .map(CompletableFuture::join)
                .toList();
        assertThat(answers).extracting(Answer::status).containsExactlyInAnyOrder(201, 200, 200);
        String kept = answers.stream()
                .filter(each -> each.status() == 201)
                .findFirst()
                .orElseThrow()
                .body()
                .path("mediaId")
                .asText();
        assertThat(answers)
                .filteredOn(each -> each.status() == 200)
                .extracting(each -> each.body().path("duplicateOf").asText())
                .containsOnly(kept);
        await().atMost(Duration.ofMinutes(1))
                .until(() -> world.objects().stream()
                                .filter(key -> key.startsWith("media/pictures/"))
                                .count()
                        == 1);
        assertThat(uploads("emil") + uploads("ines") + uploads("rosa")).isEqualTo(1);

        world.rosa().delete("deleteMedium", "/media/" + kept).is(200);
        world.clock.advance(Duration.ofMinutes(1));
        added(world.ines(), "again.jpg", photo).is(201);
    }

    @Test
    void rights_ofEachKindOfPerson_areThoseOfTheTable() {
        String id = added(world.emil(), "a.png", Paper.png(Papers.png()))
                .is(201)
                .body()
                .path("mediaId")
                .asText();
        Map<String, Object> caption = Map.of("caption", " <b>Summer</b> 1952 ");
        Map<String, Object> ask = Map.of("fileName", "a.png", "contentType", "image/png");
        world.tim().post("announceMedia", "/media/upload-url", ask).is(403);
        world.tim().get("listMedia", "/media").is(403);
        world.tim().get("getMedium", "/media/" + id).is(403);
        world.ines().json("captionMedium", "PATCH", "/media/" + id, caption).is(403);
        world.ines().delete("deleteMedium", "/media/" + id).is(403);
        assertThat(world.emil()
                        .json("captionMedium", "PATCH", "/media/" + id, caption)
                        .ok()
                        .path("caption")
                        .asText())
                .isEqualTo("Summer 1952");
        world.emil()
                .json("captionMedium", "PATCH", "/media/" + id, Map.of("caption", "x".repeat(501)))
                .is(400);
        world.rosa()
                .json("captionMedium", "PATCH", "/media/" + id, Map.of("caption", ""))
                .is(200);
        world.rosa().delete("deleteMedium", "/media/" + id).is(200);
        world.rosa().get("getMedium", "/media/" + id).is(404);
        await().atMost(Duration.ofMinutes(1))
                .until(() -> world.objects().stream().noneMatch(key -> key.startsWith("media/")));
    }

    @Test
    void announce_manyFiles_areOneRequestWithinLimits() {
        List<Map<String, Object>> files = IntStream.range(0, 50)
                .mapToObj(i -> Map.<String, Object>of("fileName", i + ".mp3", "contentType", "audio/mpeg"))
                .toList();
        JsonNode many = world.emil()
                .post("announceMedia", "/media/upload-url", Map.of("files", files))
                .ok();
        assertThat(many.path("uploads")).hasSize(50);
        assertThat(many.at("/uploads/49/s3Key").asText())
                .startsWith("media/videos/")
                .endsWith("/49.mp3");
        List<Map<String, Object>> tooMany = new ArrayList<>(files);
        tooMany.add(files.get(0));
        world.emil()
                .post("announceMedia", "/media/upload-url", Map.of("files", tooMany))
                .is(400);
        for (Map<String, Object> bad : List.<Map<String, Object>>of(
                Map.of(),
                Map.of("fileName", "a.exe", "contentType", "application/x-msdownload"),
                Map.of("fileName", "a.html", "contentType", "text/html"),
                Map.of("fileName", "a.png", "contentType", "image/png", "size", (500L << 20) + 1))) {
            world.emil().post("announceMedia", "/media/upload-url", bad).is(400);
        }
        for (int i = 0; i < 9; i++) {
            world.emil()
                    .post("announceMedia", "/media/upload-url", Map.of("files", files.subList(0, 1)))
                    .ok();
        }
        world.emil()
                .post("announceMedia", "/media/upload-url", Map.of("files", files.subList(0, 1)))
                .is(429);
    }

    @Test
    void longFile_sentInParts_isOneObject() {
        byte[] film = new byte[(64 << 20) + 1000];
        new Random(1).nextBytes(film);
        System.arraycopy("....ftypmp42".getBytes(StandardCharsets.US_ASCII), 0, film, 0, 12);
        JsonNode announced = announce(world.emil(), "film.mp4", new Paper("video/mp4", film));
        JsonNode parts = announced.at("/uploads/0/parts");
        assertThat(parts).hasSize(5);
        int from = 0;
        for (JsonNode part : parts) {
            int length = part.path("length").asInt();
            byte[] piece = Arrays.copyOfRange(film, from, from + length);
            assertThat(Scanner.putPart(part.path("url").asText(), piece)).isEqualTo(200);
            from += length;
        }
        JsonNode made = confirm(world.emil(), announced).is(201).body();
        assertThat(made.path("size").asLong()).isEqualTo(film.length);
        assertThat(Arrays.equals(Scanner.get(made.path("url").asText()).body(), film))
                .isTrue();
    }

    @Test
    void walk_objectsOfOtherPrograms_areInTheGalleryOnce() {
        added(world.emil(), "ours.png", Paper.png(Papers.png())).is(201);
        for (String key :
                List.of("media/pictures/IMG_1.jpg", "media/documents/abc/notes.txt", "media/videos/x/unknown.bin")) {
            Objects3.client()
                    .putObject(
                            r -> r.bucket(world.bucket).key(key),
                            RequestBody.fromBytes(Papers.photo(key.length() % 8 + 1)));
        }
        Sweep walk = world.system.sweeps().stream()
                .filter(each -> each.name().equals("media"))
                .findFirst()
                .orElseThrow();

        assertThat(walk.runNow(Sweep.Progress.NONE)).isEqualTo(2);
        assertThat(walk.runNow(Sweep.Progress.NONE)).as("a second time").isZero();
        List<JsonNode> all = world.ines().listed("listMedia", "/media", 2);
        assertThat(all)
                .extracting(each -> each.path("s3Key").asText())
                .contains("media/pictures/IMG_1.jpg", "media/documents/abc/notes.txt")
                .hasSize(3);
        JsonNode foreign = all.stream()
                .filter(each -> each.path("fileName").asText().equals("IMG_1.jpg"))
                .findFirst()
                .orElseThrow();
        assertThat(shown(foreign.path("mediaId").asText()).path("uploaderId").asText())
                .isEmpty();
        world.emil()
                .delete("deleteMedium", "/media/" + foreign.path("mediaId").asText())
                .is(403);
        world.rosa()
                .delete("deleteMedium", "/media/" + foreign.path("mediaId").asText())
                .is(200);
        assertThat(walk.runNow(Sweep.Progress.NONE)).as("deleted").isZero();
    }
}
