package dev.trestle.systems.holdthatthought;

import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.CRC32;
import javax.imageio.ImageIO;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.encryption.AccessPermission;
import org.apache.pdfbox.pdmodel.encryption.StandardProtectionPolicy;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts;
import org.jspecify.annotations.Nullable;

/** Files as people bring them. */
final class Papers {
    /** The quarters of a photo that is held upright: left and right above, left and right below. */
    static final List<Color> QUARTERS = List.of(Color.RED, Color.GREEN, Color.BLUE, Color.WHITE);

    static final String SECRET = "GPS 25.0330N 121.5654E";
    private static final int WIDTH = 400;
    private static final int HEIGHT = 200;

    private Papers() {}

    /** A PDF file with these lines on each of its pages. */
    static byte[] pdf(List<String>... pages) {
        return pdf(null, pages);
    }

    @SafeVarargs
    static byte[] locked(List<String>... pages) {
        return pdf("secret", pages);
    }

    private static byte[] pdf(@Nullable String password, List<String>[] pages) {
        try (PDDocument document = new PDDocument();
                ByteArrayOutputStream out = new ByteArrayOutputStream()) {
            for (List<String> lines : pages) {
                PDPage page = new PDPage();
                document.addPage(page);
                try (PDPageContentStream content = new PDPageContentStream(document, page)) {
                    content.beginText();
                    content.setFont(new PDType1Font(Standard14Fonts.FontName.HELVETICA), 16);
                    content.setLeading(24);
                    content.newLineAtOffset(60, 700);
                    for (String line : lines) {
                        content.showText(line);
                        content.newLine();
                    }
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

    /** A photo of a page on which these lines are written. */
    static byte[] written(String... lines) {
        BufferedImage image = new BufferedImage(1200, 800, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        graphics.setColor(Color.WHITE);
        graphics.fillRect(0, 0, image.getWidth(), image.getHeight());
        graphics.setColor(Color.BLACK);
        graphics.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        graphics.setFont(new Font(Font.SERIF, Font.PLAIN, 48));
        for (int i = 0; i < lines.length; i++) {
            graphics.drawString(lines[i], 80, 120 + 90 * i);
        }
        graphics.dispose();
        return encoded(image, "jpeg");
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

    static byte[] png() {
        return encoded(quarters(), "png");
    }

    /** A PNG file of a few bytes that says it has a huge picture in it. */
    static byte[] bomb() {
        ByteBuffer header = ByteBuffer.allocate(17);
        header.put("IHDR".getBytes(StandardCharsets.US_ASCII)).putInt(20_000).putInt(20_000);
        header.put(new byte[] {8, 2, 0, 0, 0});
        CRC32 sum = new CRC32();
        sum.update(header.array());
        byte[] plain = png();
        ByteBuffer whole = ByteBuffer.allocate(plain.length);
        whole.put(plain, 0, 8).putInt(13).put(header.array()).putInt((int) sum.getValue());
        whole.put(plain, whole.position(), plain.length - whole.position());
        return whole.array();
    }

    private static BufferedImage quarters() {
        BufferedImage image = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        for (int i = 0; i < QUARTERS.size(); i++) {
            graphics.setColor(QUARTERS.get(i));
            graphics.fillRect(i % 2 * WIDTH / 2, i / 2 * HEIGHT / 2, WIDTH / 2, HEIGHT / 2);
        }
        graphics.dispose();
        return image;
    }

    private static byte[] encoded(BufferedImage image, String format) {
        try (ByteArrayOutputStream out = new ByteArrayOutputStream()) {
            ImageIO.write(image, format, out);
            return out.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
