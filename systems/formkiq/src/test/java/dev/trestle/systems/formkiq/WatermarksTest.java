package dev.trestle.systems.formkiq;

import static org.assertj.core.api.Assertions.assertThat;

import com.formkiq.client.model.AddAttribute;
import com.formkiq.client.model.AddAttributeRequest;
import com.formkiq.client.model.AddDocumentAttribute;
import com.formkiq.client.model.AddDocumentAttributeStandard;
import com.formkiq.client.model.AddDocumentRequest;
import com.formkiq.client.model.AttributeDataType;
import com.formkiq.client.model.DocumentsCompressRequest;
import com.formkiq.client.model.GetDocumentContentResponse;
import com.formkiq.client.model.UpdateAttribute;
import com.formkiq.client.model.UpdateAttributeRequest;
import com.formkiq.client.model.Watermark;
import com.formkiq.client.model.WatermarkPosition;
import com.formkiq.client.model.WatermarkPositionXAnchor;
import com.formkiq.client.model.WatermarkPositionYAnchor;
import com.formkiq.client.model.WatermarkScale;
import dev.trestle.systems.formkiq.World.Someone;
import dev.trestle.testing.Targets;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import javax.imageio.ImageIO;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.rendering.PDFRenderer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Contents with watermarks, as those who may not have them without get them. */
class WatermarksTest {
    private static final List<WatermarkPositionXAnchor> ACROSS =
            List.of(WatermarkPositionXAnchor.LEFT, WatermarkPositionXAnchor.CENTER, WatermarkPositionXAnchor.RIGHT);
    private static final List<WatermarkPositionYAnchor> DOWN =
            List.of(WatermarkPositionYAnchor.TOP, WatermarkPositionYAnchor.CENTER, WatermarkPositionYAnchor.BOTTOM);
    private static final int WIDTH = 300;
    private static final int HEIGHT = 400;

    private final World world = new World(Targets.all().findFirst().orElseThrow());
    private final Someone joe = world.someone("joe", "default");
    private final Someone admin = world.admin();

    @AfterEach
    void close() {
        world.close();
    }

    private static byte[] picture(int width, int height, Color colour, String format) throws IOException {
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        graphics.setColor(colour);
        graphics.fillRect(0, 0, width, height);
        graphics.dispose();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ImageIO.write(image, format, out);
        return out.toByteArray();
    }

    private static byte[] pdf() throws IOException {
        try (PDDocument document = new PDDocument();
                ByteArrayOutputStream out = new ByteArrayOutputStream()) {
            document.addPage(new PDPage(new PDRectangle(WIDTH, HEIGHT)));
            document.addPage(new PDPage(new PDRectangle(WIDTH, HEIGHT)));
            document.save(out);
            return out.toByteArray();
        }
    }

    private String add(String path, String type, byte[] bytes, String... marks) throws Exception {
        AddDocumentRequest request = new AddDocumentRequest()
                .path(path)
                .contentType(type)
                .isBase64(true)
                .content(Base64.getEncoder().encodeToString(bytes));
        for (String mark : marks) {
            request.addAttributesItem(new AddDocumentAttribute(new AddDocumentAttributeStandard().key(mark)));
        }
        return joe.documents.addDocument(request, null, null).getDocumentId();
    }

    private void define(String key, Watermark watermark) throws Exception {
        joe.attributes.addAttribute(
                new AddAttributeRequest()
                        .attribute(new AddAttribute()
                                .key(key)
                                .dataType(AttributeDataType.WATERMARK)
                                .watermark(watermark)),
                null);
    }

    private byte[] url(Someone who, String id, boolean inline, Boolean bypass) throws Exception {
        return world.download(who.documents
                .getDocumentUrl(id, null, null, null, null, inline, bypass)
                .getUrl());
    }

    private static BufferedImage page(byte[] pdf, int number) throws IOException {
        try (PDDocument document = Loader.loadPDF(pdf)) {
            return new PDFRenderer(document).renderImage(number);
        }
    }

    private static BufferedImage image(byte[] bytes) throws IOException {
        return ImageIO.read(new ByteArrayInputStream(bytes));
    }

    /** A red square of a ninth of the page's long side is at one place, and nowhere else. */
    private static void assertSquares(BufferedImage page, boolean[][] wanted) {
        for (int x = 0; x < ACROSS.size(); x++) {
            for (int y = 0; y < DOWN.size(); y++) {
                Color found =
                        new Color(page.getRGB(6 + x * (page.getWidth() - 12) / 2, 6 + y * (page.getHeight() - 12) / 2));
                assertThat(found.getRed() - found.getGreen() > 60)
                        .as("%s %s: %s", ACROSS.get(x), DOWN.get(y), found)
                        .isEqualTo(wanted[x][y]);
            }
        }
    }

    @Test
    void pictureMarks_atEachAnchor_areDrawnIntoPdfAndJpeg() throws Exception {
        String image = add("mark.png", "image/png", picture(40, 40, Color.RED, "png"));
        for (int x = 0; x < ACROSS.size(); x++) {
            for (int y = 0; y < DOWN.size(); y++) {
                define(
                        "mark" + x + y,
                        new Watermark()
                                .imageDocumentId(image)
                                .scale(WatermarkScale.ORIGINAL)
                                .position(new WatermarkPosition()
                                        .xAnchor(ACROSS.get(x))
                                        .yAnchor(DOWN.get(y))));
            }
        }
        byte[] white = picture(WIDTH, HEIGHT, Color.WHITE, "jpeg");
        // Three documents, with the marks of a diagonal each, have every place marked and not marked.
        for (int shift = 0; shift < 3; shift++) {
            boolean[][] wanted = new boolean[3][3];
            String[] marks = new String[3];
            for (int x = 0; x < 3; x++) {
                wanted[x][(x + shift) % 3] = true;
                marks[x] = "mark" + x + (x + shift) % 3;
            }
            String jpeg = add("white" + shift + ".jpg", "image/jpeg", white, marks);
            String pdf = add("white" + shift + ".pdf", "application/pdf", pdf(), marks);
            assertSquares(image(url(joe, jpeg, false, null)), wanted);
            byte[] marked = url(joe, pdf, false, null);
            assertSquares(page(marked, 0), wanted);
            assertSquares(page(marked, 1), wanted);
        }
    }

    @Test
    void contentUrlPreviewAndArchive_withATextMark_areMarkedAndNoneGoesAround() throws Exception {
        define("mark", new Watermark().text("CONFIDENTIAL").rotation(new java.math.BigDecimal("45")));
        byte[] plain = pdf();
        String pdf = add("plan.pdf", "application/pdf", plain, "mark");
        String text = add("plan.txt", "text/plain", new byte[] {'x'}, "mark");
        byte[] white = picture(WIDTH, HEIGHT, Color.WHITE, "png");
        String png = add("scan.png", "image/png", white, "mark");

        assertInked(page(url(joe, pdf, false, null), 1));
        assertInked(page(url(joe, pdf, true, null), 0));
        assertInked(image(url(joe, png, true, null)));
        GetDocumentContentResponse content = joe.documents.getDocumentContent(pdf, null, null, null);
        assertThat(content.getContentType()).isEqualTo("application/pdf");
        assertInked(page(world.download(content.getContentUrl()), 0));
        // Not even administrators get a content without, unless they ask for that.
        assertInked(page(url(admin, pdf, false, null), 0));
        assertThat(url(admin, pdf, false, true)).isEqualTo(plain);
        assertThat(World.refused(() -> url(joe, pdf, false, true)))
                .isEqualTo(World.error("", "user requires 'admin' or 'govern' permission"));
        assertThat(World.refused(() -> joe.documents.getDocumentContent(text, null, null, null)))
                .contains("contents of the type 'text/plain' cannot have one");

        assertThat(World.refused(() ->
                        joe.documents.compressDocuments(new DocumentsCompressRequest().addDocumentIdsItem(text), null)))
                .startsWith("400 ");
        String archive = joe.documents
                .compressDocuments(
                        new DocumentsCompressRequest().addDocumentIdsItem(pdf).addDocumentIdsItem(png), null)
                .getDownloadUrl();
        Awaitility.await().until(() -> world.status(archive) == 200);
        Map<String, byte[]> entries = entries(world.download(archive));
        assertInked(page(entries.get("plan.pdf"), 0));
        assertInked(image(entries.get("scan.png")));
    }

    @Test
    void mark_changed_isDrawnAnew() throws Exception {
        define("mark", new Watermark().text("A").fontSize(new java.math.BigDecimal("20")));
        String png = add("scan.png", "image/png", picture(WIDTH, HEIGHT, Color.WHITE, "png"), "mark");
        byte[] first = url(joe, png, false, null);
        assertThat(url(joe, png, false, null)).isEqualTo(first);
        joe.attributes.updateAttribute(
                "mark",
                new UpdateAttributeRequest().attribute(new UpdateAttribute().watermark(new Watermark().text("BB"))),
                null);
        assertThat(url(joe, png, false, null)).isNotEqualTo(first);
        joe.values.deleteDocumentAttribute(png, "mark", null);
        assertThat(url(joe, png, false, null)).isEqualTo(picture(WIDTH, HEIGHT, Color.WHITE, "png"));
    }

    private static void assertInked(BufferedImage page) {
        int inked = 0;
        for (int x = 0; x < page.getWidth(); x++) {
            for (int y = 0; y < page.getHeight(); y++) {
                inked += (page.getRGB(x, y) & 0xff) < 235 ? 1 : 0;
            }
        }
        assertThat(inked).isGreaterThan(300);
    }

    private static Map<String, byte[]> entries(byte[] archive) throws IOException {
        Map<String, byte[]> entries = new HashMap<>();
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(archive))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                entries.put(entry.getName(), zip.readAllBytes());
            }
        }
        return entries;
    }
}
