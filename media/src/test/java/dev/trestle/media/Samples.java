package dev.trestle.media;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.CRC32;
import javax.imageio.ImageIO;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.encryption.AccessPermission;
import org.apache.pdfbox.pdmodel.encryption.StandardProtectionPolicy;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts;
import org.apache.pdfbox.pdmodel.interactive.form.PDAcroForm;
import org.apache.pdfbox.pdmodel.interactive.form.PDCheckBox;
import org.apache.pdfbox.pdmodel.interactive.form.PDNonTerminalField;
import org.apache.pdfbox.pdmodel.interactive.form.PDTextField;
import org.jspecify.annotations.Nullable;

/** Files as people bring them. */
final class Samples {
    /** The quarters of the picture: left and right above, left and right below. */
    static final List<Color> QUARTERS = List.of(Color.RED, Color.GREEN, Color.BLUE, Color.WHITE);

    static final int WIDTH = 400;
    static final int HEIGHT = 200;
    static final String SECRET = "GPS 25.0330N 121.5654E";

    private Samples() {}

    static BufferedImage quarters() {
        BufferedImage image = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        for (int i = 0; i < QUARTERS.size(); i++) {
            graphics.setColor(QUARTERS.get(i));
            graphics.fillRect(i % 2 * WIDTH / 2, i / 2 * HEIGHT / 2, WIDTH / 2, HEIGHT / 2);
        }
        graphics.dispose();
        return image;
    }

    static byte[] encoded(BufferedImage image, String format) {
        try (ByteArrayOutputStream out = new ByteArrayOutputStream()) {
            ImageIO.write(image, format, out);
            return out.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A photo whose EXIF data say how the camera was held, and where. */
    static byte[] photo(int orientation) {
        byte[] plain = encoded(quarters(), "jpeg");
        byte[] text = SECRET.getBytes(StandardCharsets.US_ASCII);
        ByteBuffer exif = ByteBuffer.allocate(6 + 8 + 2 + 2 * 12 + 4 + text.length);
        exif.put("Exif\0\0".getBytes(StandardCharsets.US_ASCII));
        exif.put("MM".getBytes(StandardCharsets.US_ASCII)).putShort((short) 42).putInt(8);
        exif.putShort((short) 2);
        exif.putShort((short) 0x010e).putShort((short) 2).putInt(text.length).putInt(8 + 2 + 2 * 12 + 4);
        exif.putShort((short) 0x0112)
                .putShort((short) 3)
                .putInt(1)
                .putShort((short) orientation)
                .putShort((short) 0);
        exif.putInt(0).put(text);
        ByteBuffer whole = ByteBuffer.allocate(plain.length + 4 + exif.capacity());
        whole.put(plain, 0, 2).putShort((short) 0xffe1).putShort((short) (exif.capacity() + 2));
        whole.put(exif.array()).put(plain, 2, plain.length - 2);
        return whole.array();
    }

    /** A PNG file of a few bytes that says it has a huge picture in it. */
    static byte[] bomb(int width, int height) {
        ByteBuffer header = ByteBuffer.allocate(17);
        header.put("IHDR".getBytes(StandardCharsets.US_ASCII)).putInt(width).putInt(height);
        header.put(new byte[] {8, 2, 0, 0, 0});
        CRC32 sum = new CRC32();
        sum.update(header.array());
        byte[] plain = encoded(quarters(), "png");
        ByteBuffer whole = ByteBuffer.allocate(plain.length);
        whole.put(plain, 0, 8).putInt(13).put(header.array()).putInt((int) sum.getValue());
        whole.put(plain, whole.position(), plain.length - whole.position());
        return whole.array();
    }

    /** A PDF file with a line of text on each page. */
    static byte[] pdf(@Nullable String password, String... lines) {
        try (PDDocument document = new PDDocument();
                ByteArrayOutputStream out = new ByteArrayOutputStream()) {
            for (String line : lines) {
                PDPage page = new PDPage();
                document.addPage(page);
                try (PDPageContentStream content = new PDPageContentStream(document, page)) {
                    content.beginText();
                    content.setFont(new PDType1Font(Standard14Fonts.FontName.HELVETICA), 24);
                    content.newLineAtOffset(60, 600);
                    content.showText(line);
                    content.endText();
                }
            }
            if (password != null) {
                document.protect(new StandardProtectionPolicy(password, password, new AccessPermission()));
            }
            document.save(out);
            return out.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A PDF file with a form: a text, a box that is ticked, a text within another field, and one that is not filled in. */
    static byte[] form() {
        try (PDDocument document = new PDDocument();
                ByteArrayOutputStream out = new ByteArrayOutputStream()) {
            document.addPage(new PDPage());
            PDAcroForm form = new PDAcroForm(document);
            document.getDocumentCatalog().setAcroForm(form);
            PDNonTerminalField person = new PDNonTerminalField(form);
            person.setPartialName("person");
            PDTextField given = text(form, "given", "Ada");
            person.setChildren(List.of(given));
            PDCheckBox agreed = new PDCheckBox(form);
            agreed.setPartialName("agreed");
            agreed.getCOSObject().setName(COSName.V, "Yes");
            form.setFields(List.of(text(form, "city", "Århus"), agreed, person, text(form, "empty", null)));
            document.save(out);
            return out.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static PDTextField text(PDAcroForm form, String name, @Nullable String value) {
        PDTextField field = new PDTextField(form);
        field.setPartialName(name);
        if (value != null) {
            field.getCOSObject().setString(COSName.V, value);
        }
        return field;
    }

    static Path add(Workspace space, byte[] bytes) {
        try {
            return space.add(new ByteArrayInputStream(bytes), bytes.length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
