package dev.trestle.systems.holdthatthought;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.api.Json;
import dev.trestle.systems.holdthatthought.World.Someone;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.sync.RequestBody;

class LetterFilesTest extends FamilyTest {
    private static final String DATE = "1943-05-02";
    private static final String PDF = "letters/" + DATE + "/" + DATE + ".pdf";
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private void put(String key, byte[] content) {
        Objects3.client().putObject(request -> request.bucket(world.bucket).key(key), RequestBody.fromBytes(content));
    }

    /** A PDF file with one page, which is a picture of a word. */
    private static byte[] scan() throws Exception {
        BufferedImage picture = new BufferedImage(800, 300, BufferedImage.TYPE_INT_RGB);
        Graphics2D pen = picture.createGraphics();
        pen.setColor(Color.WHITE);
        pen.fillRect(0, 0, 800, 300);
        pen.setColor(Color.BLACK);
        pen.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, 90));
        pen.drawString("Mother", 200, 180);
        pen.dispose();
        ByteArrayOutputStream jpeg = new ByteArrayOutputStream();
        ImageIO.write(picture, "jpg", jpeg);
        ByteArrayOutputStream pdf = new ByteArrayOutputStream();
        List<Integer> places = new ArrayList<>();
        String[] heads = {
            "<</Type/Catalog/Pages 2 0 R>>",
            "<</Type/Pages/Kids[3 0 R]/Count 1>>",
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 800 300]/Resources<</XObject<</I 4 0 R>>>>/Contents 5 0 R>>"
        };
        pdf.write("%PDF-1.4\n".getBytes(StandardCharsets.US_ASCII));
        for (int i = 0; i < heads.length; i++) {
            places.add(pdf.size());
            pdf.write(((i + 1) + " 0 obj" + heads[i] + "endobj\n").getBytes(StandardCharsets.US_ASCII));
        }
        places.add(pdf.size());
        pdf.write(("4 0 obj<</Type/XObject/Subtype/Image/Width 800/Height 300/ColorSpace/DeviceRGB/BitsPerComponent 8"
                        + "/Filter/DCTDecode/Length " + jpeg.size() + ">>stream\n")
                .getBytes(StandardCharsets.US_ASCII));
        pdf.write(jpeg.toByteArray());
        pdf.write("\nendstream endobj\n".getBytes(StandardCharsets.US_ASCII));
        places.add(pdf.size());
        String draw = "800 0 0 300 0 0 cm /I Do";
        pdf.write(("5 0 obj<</Length " + draw.length() + ">>stream\n" + draw + "\nendstream endobj\n")
                .getBytes(StandardCharsets.US_ASCII));
        int table = pdf.size();
        StringBuilder end = new StringBuilder("xref\n0 6\n0000000000 65535 f \n");
        places.forEach(place -> end.append(String.format("%010d 00000 n \n", place)));
        end.append("trailer<</Size 6/Root 1 0 R>>\nstartxref\n").append(table).append("\n%%EOF");
        pdf.write(end.toString().getBytes(StandardCharsets.US_ASCII));
        return pdf.toByteArray();
    }

    @Test
    void getLetterPdf_ofAnotherProgramsFile_leadsToIt() throws Exception {
        Someone emil = world.emil();
        LettersTest.create(emil, DATE, "T", "x").is(201);
        emil.get("getLetterPdf", "/letters/" + DATE + "/pdf").is(404);
        emil.get("getLetterPages", "/letters/" + DATE + "/pages").is(404);
        byte[] scan = scan();
        put(PDF, scan);

        JsonNode pdf = emil.get("getLetterPdf", "/letters/" + DATE + "/pdf").ok();

        assertThat(pdf.path("filename").asText()).isEqualTo(DATE + ".pdf");
        HttpResponse<byte[]> read = world.http()
                .send(
                        HttpRequest.newBuilder(
                                        URI.create(pdf.path("downloadUrl").asText()))
                                .build(),
                        BodyHandlers.ofByteArray());
        assertThat(read.body()).isEqualTo(scan);
        assertThat(read.headers().firstValue("content-disposition").orElse("")).contains(DATE + ".pdf");
        assertThat(LettersTest.get(emil, DATE).path("pdfKey").asText()).isEqualTo(PDF);
        assertThat(emil.get("listLetters", "/letters")
                        .ok()
                        .path("items")
                        .get(0)
                        .path("hasPdf")
                        .asBoolean())
                .as("who read the letter made the list right")
                .isTrue();
    }

    @Test
    void getLetterPages_ofAnotherProgramsFile_areMadeWithTheirWords() throws Exception {
        Someone emil = world.emil();
        LettersTest.create(emil, DATE, "T", "x").is(201);
        put(PDF, scan());

        assertThat(emil.get("getLetterPages", "/letters/" + DATE + "/pages")
                        .ok()
                        .path("isPreparing")
                        .asBoolean())
                .isTrue();

        Awaitility.await().atMost(PATIENCE).untilAsserted(() -> {
            JsonNode page = emil.get("getLetterPages", "/letters/" + DATE + "/pages")
                    .ok()
                    .path("pages")
                    .path(0);
            assertThat(page.path("words").findValuesAsText("text")).contains("Mother");
        });
        JsonNode page = emil.get("getLetterPages", "/letters/" + DATE + "/pages")
                .ok()
                .path("pages")
                .get(0);
        JsonNode word = page.path("words").get(0);
        assertThat(word.path("x").asDouble()).isBetween(0.2, 0.3);
        assertThat(word.path("w").asDouble()).isBetween(0.3, 0.6);
        HttpResponse<byte[]> picture = world.http()
                .send(
                        HttpRequest.newBuilder(URI.create(page.path("url").asText()))
                                .build(),
                        BodyHandlers.ofByteArray());
        assertThat(picture.statusCode()).isEqualTo(200);
        assertThat(picture.headers().firstValue("content-type").orElse("")).startsWith("image/");
    }

    @Test
    void getLetterPages_ofAFileThatIsNone_areNone() {
        Someone emil = world.emil();
        LettersTest.create(emil, DATE, "T", "x").is(201);
        put(PDF, "no PDF at all".getBytes(StandardCharsets.UTF_8));

        Awaitility.await().atMost(PATIENCE).untilAsserted(() -> {
            JsonNode pages =
                    emil.get("getLetterPages", "/letters/" + DATE + "/pages").ok();
            assertThat(pages.path("isPreparing").asBoolean()).isFalse();
            assertThat(pages.path("pages")).isEmpty();
        });
    }

    @Test
    void json_besideALetter_isTheLetterAsItIs() {
        Someone emil = world.emil();
        LettersTest.create(emil, DATE, "T", "one").is(201);
        LettersTest.edit(emil, DATE, Map.of("content", "two", "tags", List.of("sea")))
                .is(200);

        Awaitility.await().atMost(PATIENCE).ignoreExceptions().untilAsserted(() -> {
            JsonNode written = Json.mapper()
                    .readTree(Objects3.client()
                            .getObjectAsBytes(request ->
                                    request.bucket(world.bucket).key("letters/" + DATE + "/" + DATE + ".json"))
                            .asByteArray());
            assertThat(written.path("content").asText()).isEqualTo("two");
            assertThat(written.path("tags")).hasToString("[\"sea\"]");
            assertThat(written.path("versionCount").asInt()).isEqualTo(1);
        });
    }

    @Test
    void walk_everyHour_findsWhatOtherProgramsPutThere() {
        Someone emil = world.emil();
        LettersTest.create(emil, DATE, "T", "x").is(201);
        Awaitility.await().atMost(PATIENCE).until(() -> world.objects().size() == 1);
        put(PDF, "%PDF".getBytes(StandardCharsets.UTF_8));

        world.clock.advance(Duration.ofMinutes(61));

        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> emil.get("listLetters", "/letters")
                        .ok()
                        .path("items")
                        .get(0)
                        .path("hasPdf")
                        .asBoolean());
    }
}
