package dev.trestle.media.worker;

import java.awt.AlphaComposite;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.Shape;
import java.awt.geom.AffineTransform;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A watermark that is ready to be drawn: the outlines of a text, or a picture, and where it comes to lie on a page of any size. */
final class Stamp {
    static final float TEXT_ALPHA = 0.35f;
    static final float PICTURE_ALPHA = 0.5f;
    static final Color COLOUR = new Color(0x60, 0x60, 0x60);

    /** The long side of a page that sizes are given for. */
    private static final double LONG_SIDE = 842;

    private static final double FILLED = 0.9;
    private static final int PICTURE_SIDE = 2000;

    private final Task.Mark mark;
    private final @Nullable Shape outline;
    private final @Nullable BufferedImage picture;

    private Stamp(Task.Mark mark, @Nullable Shape outline, @Nullable BufferedImage picture) {
        this.mark = mark;
        this.outline = outline;
        this.picture = picture;
    }

    static Stamp of(Task.Mark mark, long pixelsMax) throws IOException, RefusedFileException {
        String text = mark.text();
        return text == null
                ? new Stamp(
                        mark,
                        null,
                        Picture.open(String.valueOf(mark.picture()), pixelsMax).scaled(PICTURE_SIDE))
                : new Stamp(mark, Outlines.of(text), null);
    }

    @Nullable
    Shape outline() {
        return outline;
    }

    @Nullable
    BufferedImage picture() {
        return picture;
    }

    private Rectangle2D natural() {
        return outline != null
                ? outline.getBounds2D()
                : new Rectangle2D.Double(
                        0, 0, picture == null ? 1 : picture.getWidth(), picture == null ? 1 : picture.getHeight());
    }

    /** Brings it, as it is by itself, onto a page: y downwards, from the upper left corner. */
    AffineTransform onPage(double width, double height) {
        Rectangle2D natural = natural();
        double unit = Math.max(width, height) / LONG_SIDE;
        AffineTransform turned = AffineTransform.getRotateInstance(-Math.toRadians(mark.rotation()));
        Rectangle2D bounds = turned.createTransformedShape(natural).getBounds2D();
        double fitted = FILLED * Math.min(width / bounds.getWidth(), height / bounds.getHeight());
        Double size = mark.fontSize();
        double scale;
        if (outline != null) {
            scale = size == null || mark.fitted() ? fitted : size * unit;
        } else {
            scale = mark.fitted() ? fitted : unit;
        }
        double x = at(mark.x(), width, bounds.getWidth() * scale) + mark.right() * unit;
        double y = at(mark.y(), height, bounds.getHeight() * scale) + mark.down() * unit;
        AffineTransform whole = AffineTransform.getTranslateInstance(x, y);
        whole.scale(scale, scale);
        whole.translate(-bounds.getX(), -bounds.getY());
        whole.concatenate(turned);
        return whole;
    }

    private static double at(String side, double room, double length) {
        return switch (side) {
            case "START" -> 0;
            case "END" -> room - length;
            default -> (room - length) / 2;
        };
    }

    /** Draws it over a picture. */
    void drawOn(BufferedImage page) {
        Graphics2D graphics = page.createGraphics();
        graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BILINEAR);
        AffineTransform place = onPage(page.getWidth(), page.getHeight());
        if (outline != null) {
            graphics.setComposite(AlphaComposite.getInstance(AlphaComposite.SRC_OVER, TEXT_ALPHA));
            graphics.setColor(COLOUR);
            graphics.fill(place.createTransformedShape(outline));
        } else {
            graphics.setComposite(AlphaComposite.getInstance(AlphaComposite.SRC_OVER, PICTURE_ALPHA));
            graphics.drawImage(picture, place, null);
        }
        graphics.dispose();
    }
}
