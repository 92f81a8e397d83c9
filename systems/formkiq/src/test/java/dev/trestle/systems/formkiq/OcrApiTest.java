package dev.trestle.systems.formkiq;

import static dev.trestle.systems.formkiq.FulltextApiTest.awaits;
import static dev.trestle.systems.formkiq.FulltextApiTest.body;
import static dev.trestle.systems.formkiq.World.message;
import static dev.trestle.systems.formkiq.World.refused;
import static org.assertj.core.api.Assertions.assertThat;

import com.formkiq.client.invoker.ApiException;
import com.formkiq.client.model.AddAttributeRequest;
import com.formkiq.client.model.AddDocumentOcrRequest;
import com.formkiq.client.model.AddDocumentRequest;
import com.formkiq.client.model.AddMappingRequest;
import com.formkiq.client.model.DocumentSearchRequest;
import com.formkiq.client.model.GetDocumentOcrResponse;
import com.formkiq.client.model.SetDocumentOcrRequest;
import com.formkiq.client.model.UpdateDocumentRequest;
import dev.trestle.platform.api.Json;
import dev.trestle.systems.formkiq.World.Someone;
import dev.trestle.testing.Targets;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.stream.StreamSupport;
import javax.imageio.ImageIO;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.graphics.image.LosslessFactory;
import org.apache.pdfbox.text.PDFTextStripper;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Documents that are read: by tesseract, by Tika, by mappings; all of it through the published client. */
class OcrApiTest {
    private final World world = new World(Targets.all().findFirst().orElseThrow());
    private final Someone joe = world.someone("joe", "default");

    @AfterEach
    void close() {
        world.close();
    }

    private static BufferedImage scan(String... lines) {
        BufferedImage image = new BufferedImage(1200, 900, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        graphics.setColor(Color.WHITE);
        graphics.fillRect(0, 0, 1200, 900);
        graphics.setColor(Color.BLACK);
        graphics.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        graphics.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, 48));
        for (int i = 0; i < lines.length; i++) {
            String[] cells = lines[i].split("\\|", -1);
            for (int j = 0; j < cells.length; j++) {
                graphics.drawString(cells[j], 80 + 400 * j, 150 + 100 * i);
            }
        }
        graphics.dispose();
        return image;
    }

    private static byte[] png(BufferedImage image) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ImageIO.write(image, "png", out);
        return out.toByteArray();
    }

    private static byte[] pdf(BufferedImage... scans) throws IOException {
        try (PDDocument document = new PDDocument();
                ByteArrayOutputStream out = new ByteArrayOutputStream()) {
            for (BufferedImage each : scans) {
                PDPage page = new PDPage(PDRectangle.A4);
                document.addPage(page);
                try (PDPageContentStream content = new PDPageContentStream(document, page)) {
                    content.drawImage(LosslessFactory.createFromImage(document, each), 0, 300, 595, 446);
                }
            }
            document.save(out);
            return out.toByteArray();
        }
    }

    private String add(String path, String type, byte[] bytes, String actions) throws ApiException {
        String content = Base64.getEncoder().encodeToString(bytes);
        return String.valueOf(joe.documents
                .addDocument(
                        body(
                                "{'path':'" + path + "','contentType':'" + type + "','isBase64':true,'content':'"
                                        + content + "'" + (actions.isEmpty() ? "" : ",'actions':[" + actions + "]")
                                        + "}",
                                AddDocumentRequest.class),
                        null,
                        null)
                .getDocumentId());
    }

    private void recognise(String id, String json) throws ApiException {
        assertThat(joe.ocr
                        .addDocumentOcr(id, null, body(json, AddDocumentOcrRequest.class))
                        .getMessage())
                .isEqualTo("OCR request submitted");
    }

    private GetDocumentOcrResponse get(String id, String outputType) throws ApiException {
        return joe.ocr.getDocumentOcr(id, null, outputType, null, null, null);
    }

    private GetDocumentOcrResponse recognised(String id) {
        return Awaitility.await()
                .atMost(java.time.Duration.ofSeconds(60))
                .until(() -> get(id, null), each -> !"requested".equals(each.getOcrStatus()));
    }

    /** Each action as TYPE STATUS message, in order. */
    private List<String> actions(String id) {
        try {
            return StreamSupport.stream(
                            Json.mapper()
                                    .readTree(joe.raw("GET", "/documents/" + id + "/actions", null)
                                            .body())
                                    .get("actions")
                                    .spliterator(),
                            false)
                    .map(each -> each.get("type").asText() + " "
                            + each.get("status").asText()
                            + (each.has("message") ? " " + each.get("message").asText() : ""))
                    .toList();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private List<String> ended(String id, int count) {
        return Awaitility.await()
                .atMost(java.time.Duration.ofSeconds(60))
                .until(
                        () -> actions(id),
                        all -> all.size() == count
                                && all.stream().noneMatch(each -> each.matches(".*(PENDING|RUNNING).*")));
    }

    private List<String> words(String text) throws ApiException {
        return Objects.requireNonNull(joe.search
                        .documentSearch(
                                body("{'query':{'text':'" + text + "'}}", DocumentSearchRequest.class),
                                null,
                                null,
                                null,
                                null)
                        .getDocuments())
                .stream()
                .map(each -> String.valueOf(each.getDocumentId()))
                .toList();
    }

    @Test
    void ocr_ofAScan_isShownInEachOutput() throws Exception {
        String id = add(
                "scan.png",
                "image/png",
                png(scan("Delivery note", "Number: 4711", "Item|Amount", "Apples|12", "Pears|7")),
                "");
        assertThat(refused(() -> get(id, null))).isEqualTo(message(404, "Document " + id + " not found."));

        recognise(id, "{'ocrEngine':'TESSERACT'}");

        GetDocumentOcrResponse found = recognised(id);
        assertThat(found.getOcrStatus()).isEqualTo("successful");
        assertThat(found.getOcrEngine()).isEqualTo("tesseract");
        assertThat(found.getContentType()).isEqualTo("text/plain");
        assertThat(found.getData()).contains("Delivery note", "Apples");
        assertThat(Objects.requireNonNull(get(id, "KEY_VALUE").getKeyValues())
                        .get(0)
                        .getValues())
                .containsExactly("4711");
        var table = Objects.requireNonNull(get(id, "TABLES").getTables()).get(0);
        assertThat(table.getHeaders()).containsExactly("Item", "Amount");
        assertThat(Objects.requireNonNull(table.getData())).hasSize(2);
        String url =
                Objects.requireNonNull(get(id, "CONTENT_URL").getContentUrls()).get(0);
        assertThat(new String(world.download(url), StandardCharsets.UTF_8)).isEqualTo(found.getData());
        assertThat(joe.raw("GET", "/documents/" + id + "/ocr?outputType=X", null)
                        .statusCode())
                .isEqualTo(400);
    }

    @Test
    void ocr_setAndDeleted_isWhatSomebodySaysUntilTheContentChanges() throws Exception {
        String id = add("a.bin", "application/octet-stream", new byte[] {1, 2}, "");

        assertThat(joe.ocr
                        .setDocumentOcr(
                                id,
                                null,
                                body("{'contentType':'text/plain','content':'By hand'}", SetDocumentOcrRequest.class))
                        .getMessage())
                .isEqualTo("Set OCR for documentId '" + id + "'");
        assertThat(get(id, null).getData()).isEqualTo("By hand");
        assertThat(get(id, null).getOcrEngine()).isEqualTo("manual");
        assertThat(joe.raw("PUT", "/documents/" + id + "/ocr", "{\"content\":\"x\"}")
                        .body())
                .isEqualTo("{\"message\":\"'content' and 'contentType' are required\"}");

        joe.documents.updateDocument(id, body("{'content':'other'}", UpdateDocumentRequest.class), null, null);
        assertThat(refused(() -> get(id, null))).startsWith("404 ");
        joe.ocr.setDocumentOcr(
                id, null, body("{'contentType':'text/plain','content':'Again'}", SetDocumentOcrRequest.class));
        assertThat(joe.ocr.deleteDocumentOcr(id, null).getMessage())
                .isEqualTo("Deleted OCR for DocumentId '" + id + "'");
        assertThat(refused(() -> joe.ocr.deleteDocumentOcr(id, null))).startsWith("404 ");
    }

    @Test
    void ocr_ofPdfPages_readsSomeAndMakesTheFileSearchable() throws Exception {
        String id = add("a.pdf", "application/pdf", pdf(scan("Alpha page"), scan("Beta page"), scan("Gamma page")), "");

        recognise(id, "{'ocrNumberOfPages':'2','addPdfDetectedCharactersAsText':true}");

        assertThat(recognised(id).getData()).contains("Alpha page", "Beta page").doesNotContain("Gamma");
        String url = String.valueOf(joe.documents
                .getDocumentUrl(id, null, null, null, null, null, null)
                .getUrl());
        try (PDDocument now = Loader.loadPDF(world.download(url))) {
            assertThat(new PDFTextStripper().getText(now)).contains("Beta page");
        }
        assertThat(joe.versions.getDocumentVersions(id, null, null, null, null).getDocuments())
                .hasSize(2);
    }

    @Test
    void ocr_whatCannotBeDone_failsOrIsSkipped() throws Exception {
        String text = add("a.txt", "text/plain", "x".getBytes(StandardCharsets.UTF_8), "{'type':'OCR'}");
        String textract =
                add("b.png", "image/png", png(scan("x")), "{'type':'OCR','parameters':{'ocrEngine':'TEXTRACT'}}");
        String tables = add(
                "c.png",
                "image/png",
                png(scan("Prose without cells")),
                "{'type':'OCR','parameters':{'ocrOutputType':'CSV'}}");
        String damaged = add("d.pdf", "application/pdf", new byte[] {1, 2, 3}, "{'type':'OCR'}");

        assertThat(ended(text, 1)).containsExactly("OCR SKIPPED contents of the type 'text/plain' are not recognised");
        assertThat(ended(textract, 1)).containsExactly("OCR FAILED TEXTRACT is not configured");
        assertThat(ended(tables, 1)).containsExactly("OCR FAILED no table was found");
        assertThat(ended(damaged, 1)).containsExactly("OCR FAILED The PDF file cannot be read.");
        assertThat(get(tables, null).getOcrStatus()).isEqualTo("failed");
    }

    @Test
    void fulltext_ofTextOfficeAndScan_isFoundAndInsertsRecognitionOnce() throws Exception {
        String fulltext = "{'type':'FULLTEXT'}";
        String text = add("a.txt", "text/plain", "Quince jelly".getBytes(StandardCharsets.UTF_8), fulltext);
        String office = add(
                "b.rtf",
                "application/rtf",
                "{\\rtf1\\ansi Rhubarb tart\\par}".getBytes(StandardCharsets.UTF_8),
                fulltext);
        String picture = add("c.png", "image/png", png(scan("Medlar orchard")), fulltext);
        String other = add("d.zip", "application/zip", new byte[] {80, 75, 5, 6}, fulltext);

        assertThat(ended(text, 1)).containsExactly("FULLTEXT COMPLETE");
        awaits(() -> words("quince"), List.of(text));
        assertThat(ended(office, 1)).containsExactly("FULLTEXT COMPLETE");
        awaits(() -> words("rhubarb"), List.of(office));
        assertThat(ended(picture, 2)).containsExactly("OCR COMPLETE", "FULLTEXT COMPLETE");
        awaits(() -> words("medlar"), List.of(picture));
        assertThat(joe.fulltext.getDocumentFulltext(picture, null, null).getContent())
                .isEqualTo("Medlar orchard");
        assertThat(ended(other, other.isEmpty() ? 0 : actions(other).size()))
                .last()
                .asString()
                .startsWith("FULLTEXT ");
        joe.documents.updateDocument(text, body("{'content':'Nothing'}", UpdateDocumentRequest.class), null, null);
        awaits(() -> words("quince"), List.of());
    }

    @Test
    void fulltext_longText_isCutWhereTheActionSays() throws Exception {
        byte[] text = ("start " + "filler ".repeat(1000) + "finish").getBytes(StandardCharsets.UTF_8);
        String some = add("a.txt", "text/plain", text, "{'type':'FULLTEXT','parameters':{'characterMax':'100'}}");
        String all = add("b.txt", "text/plain", text, "{'type':'FULLTEXT','parameters':{'characterMax':'-1'}}");

        assertThat(ended(some, 1)).containsExactly("FULLTEXT COMPLETE");
        assertThat(ended(all, 1)).containsExactly("FULLTEXT COMPLETE");

        assertThat(joe.fulltext.getDocumentFulltext(some, null, null).getContent())
                .hasSize(100);
        awaits(() -> words("finish"), List.of(all));
    }

    private String mapping(String attributes) throws ApiException {
        return String.valueOf(joe.mappings
                .addMapping(
                        body("{'mapping':{'name':'m','attributes':[" + attributes + "]}}", AddMappingRequest.class),
                        null)
                .getMappingId());
    }

    @Test
    void idp_ofAText_fillsAttributesWithTheRightsOfWhoeverAskedForIt() throws Exception {
        for (String each : List.of("{'key':'invoice'}", "{'key':'total','dataType':'NUMBER'}", "{'key':'state'}")) {
            joe.attributes.addAttribute(body("{'attribute':" + each + "}", AddAttributeRequest.class), null);
        }
        world.admin()
                .attributes
                .addAttribute(body("{'attribute':{'key':'guarded','type':'OPA'}}", AddAttributeRequest.class), null);
        String plain = mapping(
                "{'attributeKey':'invoice','sourceType':'CONTENT','labelTexts':['invoice no'],'labelMatchingType':'FUZZY'},"
                        + "{'attributeKey':'total','sourceType':'CONTENT_KEY_VALUE','labelTexts':['total'],'labelMatchingType':'EXACT'},"
                        + "{'attributeKey':'state','sourceType':'MANUAL','defaultValue':'new'}");
        String guarded = mapping("{'attributeKey':'guarded','sourceType':'MANUAL','defaultValue':'x'}");
        byte[] text = "Invoice No. 4711\nTotal: 1,250.50 CHF\n".getBytes(StandardCharsets.UTF_8);

        String one = add("a.txt", "text/plain", text, "{'type':'IDP','parameters':{'mappingId':'" + plain + "'}}");
        String two = add("b.txt", "text/plain", text, "{'type':'IDP','parameters':{'mappingId':'" + guarded + "'}}");

        assertThat(ended(one, 1)).containsExactly("IDP COMPLETE");
        assertThat(joe.values
                        .getDocumentAttribute(one, "invoice", null)
                        .getAttribute()
                        .getStringValue())
                .isEqualTo("4711");
        assertThat(joe.values
                        .getDocumentAttribute(one, "total", null)
                        .getAttribute()
                        .getNumberValue())
                .isEqualByComparingTo("1250.50");
        assertThat(joe.values
                        .getDocumentAttribute(one, "state", null)
                        .getAttribute()
                        .getStringValue())
                .isEqualTo("new");
        assertThat(ended(two, 1).get(0)).startsWith("IDP FAILED ").contains("GOVERN or ADMIN");
        String trial = joe.raw(
                        "POST",
                        "/x/mappings/trial",
                        "{\"documentId\":\"" + two
                                + "\",\"mapping\":{\"name\":\"t\",\"attributes\":[{\"attributeKey\":\"invoice\",\"sourceType\":\"CONTENT\","
                                + "\"labelTexts\":[\"invoice no\"],\"labelMatchingType\":\"EXACT\"}]}}")
                .body();
        assertThat(trial)
                .isEqualTo(
                        "{\"hasText\":true,\"attributes\":[{\"attributeKey\":\"invoice\",\"values\":[\"4711\"],\"found\":true}]}");
    }
}
