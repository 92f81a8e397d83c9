package dev.trestle.systems.holdthatthought;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.systems.holdthatthought.Scanner.Paper;
import dev.trestle.systems.holdthatthought.World.Answer;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Files that are broken, locked, too large, turned, or sent again. */
@Timeout(300)
class DraftFilesTest extends FamilyTest {
    private static final Paper GOOD = Paper.pdf(Papers.pdf(List.of("Dear Rosa,")));

    private Scanner emil() {
        return new Scanner(world.emil());
    }

    private String failure(Paper bad) {
        JsonNode failed = emil().await(emil().begin(GOOD, bad), "failed");
        assertThat(failed.path("error")).isEqualTo(failed.path("errorMessage"));
        assertThat(failed.path("errorMessage").asText()).startsWith("File 2 (1.");
        return failed.path("errorMessage").asText();
    }

    @Test
    void process_fileThatCannotBeUsed_failsTheDraftByItsName() {
        byte[] torn = Arrays.copyOf(Papers.photo(1), 400);
        byte[] noPdf = "%PDF-1.7 and nothing of one".getBytes();

        assertThat(failure(Paper.jpeg(torn))).contains("cannot be read");
        assertThat(failure(Paper.pdf(noPdf))).contains("cannot be read");
        assertThat(failure(Paper.pdf(Papers.locked(List.of("secret"))))).contains("password");
        assertThat(failure(Paper.png(Papers.bomb()))).contains("pixels");
    }

    @Test
    void process_failedDraft_isDoneAgainWithoutThatFile() {
        String id = emil().begin(GOOD, Paper.pdf(Papers.locked(List.of("secret"))));
        emil().await(id, "failed");

        emil().process(id).is(202);
        emil().await(id, "failed");
        world.emil()
                .put("orderUpload", "/letters/upload/" + id + "/order", Map.of("order", List.of(0)))
                .is(200);
        emil().process(id).is(202);
        JsonNode ready = emil().await(id, "ready");
        assertThat(ready.has("errorMessage")).isFalse();
        assertThat(ready.path("pages")).hasSize(1);
    }

    @Test
    void process_moreBytesThanALetterMayHave_failsTheDraftUntilAnotherIsSent() {
        byte[] large = Arrays.copyOf(Papers.png(), (10 << 20) + 1);
        JsonNode announced = emil().announce(Paper.png(large));
        String id = announced.path("uploadId").asText();
        String url = announced.at("/urls/0/url").asText();
        assertThat(Scanner.put(url, Paper.png(large))).isEqualTo(200);

        Answer refused = emil().process(id).is(422);
        assertThat(refused.error()).startsWith("File 1 (0.png): ").contains("10485760");
        assertThat(emil().draft(id).path("errorMessage").asText()).isEqualTo(refused.error());
        assertThat(emil().draft(id).path("status").asText()).isEqualTo("failed");
        assertThat(Scanner.put(url, Paper.png("GIF89a, not PNG".getBytes()))).isEqualTo(200);
        assertThat(emil().process(id).is(422).error()).contains("not of the type image/png");
        assertThat(Scanner.put(url, Paper.png(Papers.png()))).isEqualTo(200);
        emil().process(id).is(202);
        emil().await(id, "ready");
    }

    @Test
    void requestUpload_moreThanIsTaken_isRefusedBeforeAnythingIsSent() {
        for (Map<String, Object> bad : List.<Map<String, Object>>of(
                Map.of("fileCount", 21, "fileTypes", List.of("image/png")),
                Map.of("fileCount", 0, "fileTypes", List.of()),
                Map.of("fileCount", 2, "fileTypes", List.of("image/png")),
                Map.of("fileCount", 1, "fileTypes", List.of("image/gif")),
                Map.of("fileCount", 1, "fileTypes", List.of("image/png"), "fileSizes", List.of((10 << 20) + 1)),
                Map.of(
                        "fileCount",
                        6,
                        "fileTypes",
                        Stream.generate(() -> "image/png").limit(6).toList(),
                        "fileSizes",
                        Stream.generate(() -> 9 << 20).limit(6).toList()))) {
            world.emil().post("requestUpload", "/letters/upload-request", bad).is(400);
        }
        assertThat(world.emil().get("listDrafts", "/admin/drafts").ok().path("drafts"))
                .isEmpty();
        JsonNode sized = world.emil()
                .post(
                        "requestUpload",
                        "/letters/upload-request",
                        Map.of("fileCount", 1, "fileTypes", List.of("image/png"), "fileSizes", List.of(100)))
                .ok();
        assertThat(Scanner.put(sized.at("/urls/0/url").asText(), Paper.png(Papers.png())))
                .as("another length than announced")
                .isEqualTo(403);
    }

    @Test
    void address_usedAgainAfterwards_changesNothing() {
        JsonNode announced = emil().announce(GOOD);
        String id = announced.path("uploadId").asText();
        emil().send(announced, GOOD);
        emil().process(id).is(202);
        JsonNode before = emil().await(id, "ready");

        Scanner.put(announced.at("/urls/0/url").asText(), Paper.pdf(Papers.pdf(List.of("Forged"))));
        world.emil()
                .post("processUpload", "/letters/process/" + id + "?again=true", null)
                .is(202);
        JsonNode after = emil().await(id, "ready");
        assertThat(after.at("/extractedData/content")).isEqualTo(before.at("/extractedData/content"));
        String url = world.emil()
                .get("getDownloadUrl", "/download/presigned-url?key=temp/" + id + "/0.pdf")
                .ok()
                .path("downloadUrl")
                .asText();
        assertThat(Scanner.get(url).body()).isEqualTo(GOOD.bytes());
    }

    @Test
    void pages_ofPhotosHeldAnyWay_areUprightAndKeepTheirBytes() throws Exception {
        Paper[] photos = IntStream.rangeClosed(1, 8)
                .mapToObj(orientation -> Paper.jpeg(Papers.photo(orientation)))
                .toArray(Paper[]::new);
        JsonNode ready = emil().ready(photos);

        for (int page = 0; page < 8; page++) {
            BufferedImage picture = ImageIO.read(new ByteArrayInputStream(
                    Scanner.get(ready.at("/pages/" + page + "/url").asText()).body()));
            assertThat(quarters(picture)).as("orientation %s", page + 1).isEqualTo(expected(page + 1));
        }
        byte[] pdf = Scanner.get(ready.path("pdfUrl").asText()).body();
        String all = new String(pdf, java.nio.charset.StandardCharsets.ISO_8859_1);
        for (Paper photo : photos) {
            assertThat(all.contains(new String(photo.bytes(), java.nio.charset.StandardCharsets.ISO_8859_1)))
                    .as("the bytes of a photo are in the PDF file")
                    .isTrue();
        }
    }

    /** The colours of the four quarters, left and right above, left and right below. */
    static List<Color> quarters(BufferedImage image) {
        return Stream.of(new int[] {1, 1}, new int[] {3, 1}, new int[] {1, 3}, new int[] {3, 3})
                .map(at -> new Color(image.getRGB(image.getWidth() * at[0] / 4, image.getHeight() * at[1] / 4)))
                .map(DraftFilesTest::nearest)
                .toList();
    }

    private static Color nearest(Color color) {
        return Papers.QUARTERS.stream()
                .min(java.util.Comparator.comparingInt(each -> Math.abs(each.getRed() - color.getRed())
                        + Math.abs(each.getGreen() - color.getGreen())
                        + Math.abs(each.getBlue() - color.getBlue())))
                .orElseThrow();
    }

    /** What EXIF's eight orientations make of red, green, blue, white. */
    static List<Color> expected(int orientation) {
        int[][] places = {
            {0, 1, 2, 3},
            {1, 0, 3, 2},
            {3, 2, 1, 0},
            {2, 3, 0, 1},
            {0, 2, 1, 3},
            {2, 0, 3, 1},
            {3, 1, 2, 0},
            {1, 3, 0, 2}
        };
        return Arrays.stream(places[orientation - 1])
                .mapToObj(Papers.QUARTERS::get)
                .toList();
    }
}
