package dev.trestle.media.worker;

import com.drew.imaging.ImageMetadataReader;
import com.drew.imaging.ImageProcessingException;
import com.drew.metadata.Metadata;
import com.drew.metadata.MetadataException;
import com.drew.metadata.exif.ExifIFD0Directory;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.AffineTransform;
import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageReadParam;
import javax.imageio.ImageReader;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageInputStream;
import javax.imageio.stream.ImageOutputStream;

/** One picture: its pixels are counted before any is decoded, and no more are decoded than the result needs. */
final class Picture {
    static final String JPEG = "image/jpeg";
    static final String PNG = "image/png";
    private static final String BMP = "image/bmp";

    private static final float QUALITY = 0.85f;
    private static final int CHECKED_SIDE = 64;
    private static final Pattern TORN = Pattern.compile("Premature end|Missing EOI");
    private static final int UPRIGHT = 1;
    private static final int MIRRORED_TURNED_MIN = 5;

    private final File file;
    private final int index;
    private final int width;
    private final int height;
    private final int orientation;

    private Picture(File file, int index, int width, int height, int orientation) {
        this.file = file;
        this.index = index;
        this.width = width;
        this.height = height;
        this.orientation = orientation;
    }

    static Picture open(String path, long pixelsMax) throws IOException, RefusedFileException {
        return open(path, 0, pixelsMax);
    }

    /** How many pictures are in a file, one behind the other, such as the pages of a fax. */
    static int count(String path, int most) throws IOException, RefusedFileException {
        try (ImageInputStream input = ImageIO.createImageInputStream(new File(path))) {
            ImageReader reader = reader(input);
            try {
                // Frames of a GIF file are no pages.
                boolean hasPages = reader.getFormatName().equalsIgnoreCase("tif")
                        || reader.getFormatName().equalsIgnoreCase("tiff");
                return hasPages ? Math.min(most, reader.getNumImages(true)) : 1;
            } catch (IOException | RuntimeException e) {
                throw new RefusedFileException("DAMAGED", "The picture cannot be read.");
            } finally {
                reader.dispose();
            }
        }
    }

    static Picture open(String path, int index, long pixelsMax) throws IOException, RefusedFileException {
        File file = new File(path);
        try (ImageInputStream input = ImageIO.createImageInputStream(file)) {
            ImageReader reader = reader(input);
            try {
                int width = reader.getWidth(index);
                int height = reader.getHeight(index);
                if ((long) width * height > pixelsMax) {
                    throw new RefusedFileException(
                            "TOO_LARGE",
                            "The picture has " + (long) width * height + " pixels; at most " + pixelsMax
                                    + " are read.");
                }
                return new Picture(file, index, width, height, index == 0 ? orientation(file) : UPRIGHT);
            } finally {
                reader.dispose();
            }
        }
    }

    private static ImageReader reader(ImageInputStream input) throws RefusedFileException {
        Iterator<ImageReader> readers = input == null ? null : ImageIO.getImageReaders(input);
        if (readers == null || !readers.hasNext()) {
            throw new RefusedFileException("DAMAGED", "The file is no picture that can be read.");
        }
        ImageReader reader = readers.next();
        reader.setInput(input, false, true);
        return reader;
    }

    /** As EXIF counts: 1 is upright, 2 to 8 are turned or mirrored. What cannot be read is taken as upright. */
    private static int orientation(File file) {
        try {
            Metadata metadata = ImageMetadataReader.readMetadata(file);
            ExifIFD0Directory exif = metadata.getFirstDirectoryOfType(ExifIFD0Directory.class);
            if (exif == null || !exif.containsTag(ExifIFD0Directory.TAG_ORIENTATION)) {
                return UPRIGHT;
            }
            int value = exif.getInt(ExifIFD0Directory.TAG_ORIENTATION);
            return value >= 1 && value <= 8 ? value : UPRIGHT;
        } catch (IOException | ImageProcessingException | MetadataException | RuntimeException e) {
            return UPRIGHT;
        }
    }

    boolean isUpright() {
        return orientation == UPRIGHT;
    }

    boolean isTurned() {
        return orientation >= MIRRORED_TURNED_MIN;
    }

    /** How wide it is when it stands upright. */
    int uprightWidth() {
        return isTurned() ? height : width;
    }

    int uprightHeight() {
        return isTurned() ? width : height;
    }

    /** Brings the stored picture, as a unit square with y downwards, to stand upright in a unit square. */
    AffineTransform upright() {
        return switch (orientation) {
            case 2 -> new AffineTransform(-1, 0, 0, 1, 1, 0);
            case 3 -> new AffineTransform(-1, 0, 0, -1, 1, 1);
            case 4 -> new AffineTransform(1, 0, 0, -1, 0, 1);
            case 5 -> new AffineTransform(0, 1, 1, 0, 0, 0);
            case 6 -> new AffineTransform(0, 1, -1, 0, 1, 0);
            case 7 -> new AffineTransform(0, -1, -1, 0, 1, 1);
            case 8 -> new AffineTransform(0, -1, 1, 0, 0, 1);
            default -> new AffineTransform();
        };
    }

    /** The picture upright, in a square of so many pixels. */
    BufferedImage scaled(int side) throws IOException, RefusedFileException {
        double factor = Math.min(1, (double) side / Math.max(uprightWidth(), uprightHeight()));
        return resized(Math.max(1, (int) Math.round(uprightWidth() * factor)), Math.max(1, (int)
                Math.round(uprightHeight() * factor)));
    }

    /** The picture upright, of just that width and height. */
    BufferedImage resized(int toWidth, int toHeight) throws IOException, RefusedFileException {
        BufferedImage stored = decode(Math.max(toWidth, toHeight));
        boolean hasAlpha = stored.getColorModel().hasAlpha();
        BufferedImage current = stored;
        // Halving keeps fine lines; one large step would skip pixels.
        while (Math.max(current.getWidth(), current.getHeight()) / 2 >= Math.max(toWidth, toHeight)) {
            current = drawn(
                    current,
                    AffineTransform.getScaleInstance(0.5, 0.5),
                    Math.max(1, current.getWidth() / 2),
                    Math.max(1, current.getHeight() / 2),
                    hasAlpha);
        }
        AffineTransform whole = AffineTransform.getScaleInstance(toWidth, toHeight);
        whole.concatenate(upright());
        whole.scale(1.0 / current.getWidth(), 1.0 / current.getHeight());
        return drawn(current, whole, toWidth, toHeight, hasAlpha);
    }

    /** Reads all of it, and refuses one that breaks off: decoders fill what is missing with grey. */
    void check() throws IOException, RefusedFileException {
        BufferedImage unused = decode(CHECKED_SIDE);
    }

    private BufferedImage decode(int side) throws IOException, RefusedFileException {
        try (ImageInputStream input = ImageIO.createImageInputStream(file)) {
            ImageReader reader = reader(input);
            AtomicBoolean isTorn = new AtomicBoolean();
            reader.addIIOReadWarningListener((source, warning) -> {
                if (TORN.matcher(warning).find()) {
                    isTorn.set(true);
                }
            });
            try {
                ImageReadParam parameters = reader.getDefaultReadParam();
                int step = Math.max(1, Math.max(width, height) / (2 * side));
                parameters.setSourceSubsampling(step, step, 0, 0);
                BufferedImage decoded = reader.read(index, parameters);
                if (isTorn.get()) {
                    throw new RefusedFileException("DAMAGED", "The picture cannot be read: it breaks off.");
                }
                return decoded;
            } catch (IOException | RuntimeException e) {
                throw new RefusedFileException("DAMAGED", "The picture cannot be read.");
            } finally {
                reader.dispose();
            }
        }
    }

    private static BufferedImage drawn(
            BufferedImage from, AffineTransform how, int width, int height, boolean hasAlpha) {
        BufferedImage to =
                new BufferedImage(width, height, hasAlpha ? BufferedImage.TYPE_INT_ARGB : BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = to.createGraphics();
        if (!hasAlpha) {
            graphics.setBackground(Color.WHITE);
            graphics.clearRect(0, 0, width, height);
        }
        graphics.setRenderingHint(RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BILINEAR);
        graphics.setRenderingHint(RenderingHints.KEY_RENDERING, RenderingHints.VALUE_RENDER_QUALITY);
        graphics.drawImage(from, how, null);
        graphics.dispose();
        return to;
    }

    /** Writes a picture without any metadata: transparent ones as PNG, others as JPEG. */
    static Task.Picture write(BufferedImage image, Path target) throws IOException {
        if (image.getColorModel().hasAlpha()) {
            return writePng(image, target);
        }
        try (OutputStream out = Files.newOutputStream(target)) {
            writeJpeg(image, out);
        }
        return new Task.Picture(target.toString(), JPEG, image.getWidth(), image.getHeight());
    }

    static Task.Picture writePng(BufferedImage image, Path target) throws IOException {
        try (OutputStream out = Files.newOutputStream(target)) {
            ImageIO.write(image, "png", out);
        }
        return new Task.Picture(target.toString(), PNG, image.getWidth(), image.getHeight());
    }

    /** Writes a picture as some type. Transparent ones become white where the type knows no transparency. */
    static Task.Picture writeAs(BufferedImage image, Path target, String type)
            throws IOException, RefusedFileException {
        boolean isOpaque = type.equals(JPEG) || type.equals(BMP);
        BufferedImage plain = isOpaque && image.getColorModel().hasAlpha()
                ? drawn(image, AffineTransform.getScaleInstance(1, 1), image.getWidth(), image.getHeight(), false)
                : image;
        try (OutputStream out = Files.newOutputStream(target)) {
            if (type.equals(JPEG)) {
                writeJpeg(plain, out);
            } else if (!ImageIO.write(plain, type.substring(type.indexOf('/') + 1), out)) {
                throw new RefusedFileException("UNSUPPORTED", "The picture cannot be written as " + type + ".");
            }
        }
        return new Task.Picture(target.toString(), type, image.getWidth(), image.getHeight());
    }

    private static void writeJpeg(BufferedImage image, OutputStream out) throws IOException {
        ImageWriter writer = ImageIO.getImageWritersByFormatName("jpeg").next();
        try (ImageOutputStream stream = ImageIO.createImageOutputStream(out)) {
            ImageWriteParam parameters = writer.getDefaultWriteParam();
            parameters.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
            parameters.setCompressionQuality(QUALITY);
            writer.setOutput(stream);
            writer.write(null, new IIOImage(image, null, null), parameters);
        } finally {
            writer.dispose();
        }
    }
}
