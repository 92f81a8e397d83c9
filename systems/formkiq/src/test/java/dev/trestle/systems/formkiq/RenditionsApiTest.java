package dev.trestle.systems.formkiq;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.api.Json;
import dev.trestle.platform.settings.SettingsGroup;
import dev.trestle.systems.formkiq.World.Someone;
import dev.trestle.testing.Targets;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

/** Pictures of other sizes and PDF files, made of documents as documents of their own. */
class RenditionsApiTest {
    private World world = world("");
    private Someone writer = world.someone("writer", "finance");

    @AfterEach
    void close() {
        world.close();
    }

    private static World world(String office) {
        FormKiqSettings settings =
                SettingsGroup.of("formkiq", FormKiqSettings.class).defaults();
        return new World(
                Targets.all().findFirst().orElseThrow(),
                FormKiqSettingsBuilder.builder(settings)
                        .engines(EngineSettings.none().withOffice(office))
                        .build());
    }

    private static JsonNode json(HttpResponse<String> answer) {
        try {
            assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 299);
            return Json.mapper().readTree(answer.body());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private String add(String path, String type, byte[] content, String action, Map<String, String> parameters) {
        Map<String, Object> body = new LinkedHashMap<>(Map.of(
                "path",
                path,
                "contentType",
                type,
                "isBase64",
                true,
                "content",
                Base64.getEncoder().encodeToString(content)));
        body.put("actions", List.of(Map.of("type", action, "parameters", parameters)));
        return json(writer.raw("POST", "/documents?siteId=finance", Json.text(body)))
                .path("documentId")
                .asText();
    }

    private JsonNode awaitAction(String documentId, String status) {
        String path = "/documents/" + documentId + "/actions?siteId=finance";
        Awaitility.await().atMost(Duration.ofSeconds(90)).untilAsserted(() -> {
            JsonNode action =
                    json(writer.raw("GET", path, null)).path("actions").path(0);
            assertThat(action.path("status").asText()).as(action.toString()).isEqualTo(status);
        });
        return json(writer.raw("GET", path, null)).path("actions").path(0);
    }

    private static byte[] picture(int width, int height) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ImageIO.write(new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB), "png", out);
        return out.toByteArray();
    }

    /** The only rendition of a document, which names it as well. */
    private JsonNode rendition(String documentId) {
        JsonNode value = json(writer.raw(
                        "GET", "/documents/" + documentId + "/attributes/Relationships?siteId=finance", null))
                .path("attribute");
        assertThat(value.path("stringValue").asText()).startsWith("RENDITION#");
        String id = value.path("stringValue").asText().substring("RENDITION#".length());
        JsonNode back = json(writer.raw("GET", "/documents/" + id + "/attributes/Relationships?siteId=finance", null))
                .path("attribute");
        assertThat(back.path("stringValue").asText()).isEqualTo("PRIMARY#" + documentId);
        return json(writer.raw("GET", "/documents/" + id + "?siteId=finance", null));
    }

    private byte[] content(JsonNode document) {
        String url = json(writer.raw(
                        "GET", "/documents/" + document.path("documentId").asText() + "/url?siteId=finance", null))
                .path("url")
                .asText();
        return world.download(url);
    }

    @Test
    void resize_withOneSideAuto_isADocumentBesideItsOriginal() throws IOException {
        String id = add(
                "scans/roof.png", "image/png", picture(400, 200), "RESIZE", Map.of("width", "100", "height", "auto"));
        awaitAction(id, "COMPLETE");
        JsonNode made = rendition(id);
        assertThat(made.path("path").asText()).isEqualTo("scans/roof-100x50.png");
        assertThat(made.path("contentType").asText()).isEqualTo("image/png");
        BufferedImage read = ImageIO.read(new ByteArrayInputStream(content(made)));
        assertThat(List.of(read.getWidth(), read.getHeight())).containsExactly(100, 50);
    }

    @Test
    void resize_toAnotherTypeAndPath_isThat() throws IOException {
        String id = add(
                "roof.png",
                "image/png",
                picture(40, 20),
                "RESIZE",
                Map.of("width", "auto", "height", "80", "outputType", "tif", "path", "small/roof.tif"));
        awaitAction(id, "COMPLETE");
        JsonNode made = rendition(id);
        assertThat(made.path("path").asText()).isEqualTo("small/roof.tif");
        assertThat(made.path("contentType").asText()).isEqualTo("image/tiff");
    }

    @Test
    void resize_ofABombOrOfNoPicture_fails() throws IOException {
        byte[] bomb = picture(16, 16);
        // The header says 30,000 by 30,000 pixels; its checksum is computed anew.
        java.nio.ByteBuffer header = java.nio.ByteBuffer.wrap(bomb);
        header.putInt(16, 30_000).putInt(20, 30_000);
        java.util.zip.CRC32 sum = new java.util.zip.CRC32();
        sum.update(bomb, 12, 17);
        header.putInt(29, (int) sum.getValue());
        Map<String, String> small = Map.of("width", "10", "height", "auto");
        assertThat(awaitAction(add("bomb.png", "image/png", bomb, "RESIZE", small), "FAILED")
                        .path("message")
                        .asText())
                .contains("900000000 pixels");
        byte[] text = "no picture".getBytes(StandardCharsets.UTF_8);
        awaitAction(add("a.png", "image/png", text, "RESIZE", small), "FAILED");
        assertThat(awaitAction(
                                add(
                                        "b.png",
                                        "image/png",
                                        picture(9, 9),
                                        "RESIZE",
                                        Map.of("width", "30000", "height", "30000")),
                                "FAILED")
                        .path("message")
                        .asText())
                .contains("pixels");
    }

    @Test
    void export_ofTextMarkdownAndPicture_isAPdfFile() throws IOException {
        byte[] notes = "# Roof\n\nIt *leaks*.".getBytes(StandardCharsets.UTF_8);
        for (String id : List.of(
                add("notes.md", "text/markdown", notes, "PDFEXPORT", Map.of()),
                add("plain.txt", "text/plain", notes, "PDFEXPORT", Map.of()),
                add("roof.gif", "image/png", picture(60, 40), "PDFEXPORT", Map.of()))) {
            awaitAction(id, "COMPLETE");
            JsonNode made = rendition(id);
            assertThat(made.path("path").asText()).matches("(notes|plain|roof)\\.pdf");
            assertThat(made.path("contentType").asText()).isEqualTo("application/pdf");
            assertThat(new String(content(made), StandardCharsets.ISO_8859_1)).startsWith("%PDF-");
        }
    }

    @Test
    void export_ofAPdfFile_isSkipped_andOfAnythingElse_fails() {
        byte[] bytes = "%PDF-1.4".getBytes(StandardCharsets.UTF_8);
        awaitAction(add("a.pdf", "application/pdf", bytes, "PDFEXPORT", Map.of()), "SKIPPED");
        String office = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
        assertThat(awaitAction(add("a.docx", office, bytes, "PDFEXPORT", Map.of()), "FAILED")
                        .path("message")
                        .asText())
                .isEqualTo("PDFEXPORT is not configured");
        awaitAction(add("a.zip", "application/zip", bytes, "PDFEXPORT", Map.of()), "FAILED");
    }

    @Test
    void export_ofAnOfficeFile_isAPdfFile() {
        if (!Files.isExecutable(Path.of("/usr/bin/soffice"))) {
            System.err.println("NOT RUN: office files, since LibreOffice is not installed");
            throw new TestAbortedException("NOT RUN: LibreOffice is not installed");
        }
        world.close();
        world = world("soffice");
        writer = world.someone("writer", "finance");
        byte[] letter = "{\\rtf1\\ansi Two hundred blossoms}".getBytes(StandardCharsets.US_ASCII);
        String id = add("letter.rtf", "application/rtf", letter, "PDFEXPORT", Map.of());
        awaitAction(id, "COMPLETE");
        assertThat(rendition(id).path("path").asText()).isEqualTo("letter.pdf");
    }
}
