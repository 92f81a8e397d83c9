package dev.trestle.systems.zentriqvision.sample;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.GradientPaint;
import java.awt.Graphics2D;
import java.awt.geom.AffineTransform;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.geom.Path2D;

/**
 * Somebody who walks through a drawn video, seen from the side.
 *
 * @param upper the colour of the jacket
 * @param lower the colour of the trousers
 * @param carries whether there is a bag in the hand
 * @param from where the figure is at {@code enters}, as a share of the picture's width; may lie outside
 * @param to where it is at {@code leaves}
 * @param ground where its feet are, as a share of the picture's height
 * @param size its height, as a share of the picture's height
 * @param enters in seconds
 * @param leaves in seconds
 */
record Figure(
        Color upper,
        Color lower,
        Color skin,
        Color hair,
        boolean carries,
        double from,
        double to,
        double ground,
        double size,
        double enters,
        double leaves) {
    /** All is drawn as if the figure were 100 high, with its feet at 0 and its head up at -100. */
    private static final double HIGH = 100;

    private static final double STRIDE = 62;
    private static final double HIP = -50;
    private static final double SHOULDER = -82;

    boolean isThere(double seconds) {
        return seconds >= enters && seconds < leaves;
    }

    /** Where its middle is, as a share of the picture's width. */
    double place(double seconds) {
        return from + (to - from) * (seconds - enters) / (leaves - enters);
    }

    /** The rectangle around it, as shares of the picture: left, top, width and height; what lies outside is cut off. */
    double[] box(double seconds) {
        double wide = size * 0.26;
        double left = Math.max(0, place(seconds) - wide / 2);
        double top = Math.max(0, ground - size * 1.03);
        double right = Math.min(1, place(seconds) + wide / 2);
        return new double[] {left, top, right - left, Math.min(1, ground + 0.02) - top};
    }

    /** Draws the figure as it is at a time. */
    void draw(Graphics2D pen, int width, int height, double seconds) {
        double scale = size * height / HIGH;
        double walked = Math.abs(place(seconds) - from) * width / scale;
        double phase = walked / STRIDE * 2 * Math.PI;
        AffineTransform before = pen.getTransform();
        pen.translate(place(seconds) * width, ground * height - Math.abs(Math.cos(phase)) * 1.2 * scale);
        pen.scale(to >= from ? scale : -scale, scale);
        shadow(pen);
        arm(pen, phase + Math.PI, darker(upper, 0.72), darker(skin, 0.8));
        leg(pen, phase + Math.PI, darker(lower, 0.74));
        leg(pen, phase, lower);
        torso(pen);
        head(pen);
        arm(pen, phase, darker(upper, 0.92), skin);
        if (carries) {
            bag(pen, phase);
        }
        pen.setTransform(before);
    }

    private static void shadow(Graphics2D pen) {
        for (int i = 4; i > 0; i--) {
            pen.setColor(new Color(0, 0, 0, 22));
            pen.fill(new Ellipse2D.Double(-7 * i, -1.2 * i, 14 * i, 2.4 * i));
        }
    }

    private static void leg(Graphics2D pen, double phase, Color color) {
        double swing = Math.sin(phase) * 0.46;
        double bend = Math.max(0, Math.cos(phase)) * 0.72;
        double kneeX = Math.sin(swing) * 24;
        double kneeY = HIP + Math.cos(swing) * 25;
        double footX = kneeX + Math.sin(swing - bend) * 23;
        double footY = kneeY + Math.cos(swing - bend) * 23;
        limb(pen, 0, HIP, kneeX, kneeY, 10.5f, color);
        limb(pen, kneeX, kneeY, footX, footY, 8.2f, darker(color, 0.95));
        limb(pen, footX - 0.5, footY + 1, footX + 6, footY + 1.8, 4.6f, new Color(38, 34, 32));
    }

    private static void arm(Graphics2D pen, double phase, Color sleeve, Color hand) {
        double swing = -Math.sin(phase) * 0.5;
        double elbowX = Math.sin(swing) * 16;
        double elbowY = SHOULDER + 2 + Math.cos(swing) * 16;
        double handX = elbowX + Math.sin(swing + 0.35) * 15;
        double handY = elbowY + Math.cos(swing + 0.35) * 15;
        limb(pen, 0, SHOULDER + 2, elbowX, elbowY, 7.4f, sleeve);
        limb(pen, elbowX, elbowY, handX, handY, 6.2f, darker(sleeve, 0.94));
        limb(pen, handX, handY, handX + 0.6, handY + 2.4, 4.6f, hand);
    }

    private void torso(Graphics2D pen) {
        Path2D body = new Path2D.Double();
        body.moveTo(-8, SHOULDER - 1);
        body.curveTo(-4, SHOULDER - 5, 5, SHOULDER - 5, 8.5, SHOULDER);
        body.curveTo(11.5, SHOULDER + 11, 10, SHOULDER + 22, 8.5, HIP + 3);
        body.lineTo(-8, HIP + 3);
        body.curveTo(-11, SHOULDER + 22, -11.5, SHOULDER + 9, -8, SHOULDER - 1);
        body.closePath();
        pen.setPaint(new GradientPaint(-11, 0, darker(upper, 0.78), 9, 0, lighter(upper)));
        pen.fill(body);
        pen.setColor(darker(upper, 0.6));
        pen.setStroke(new BasicStroke(0.8f));
        pen.draw(new Line2D.Double(6.5, SHOULDER + 2, 6, HIP + 2));
    }

    private void head(Graphics2D pen) {
        limb(pen, 0.5, SHOULDER - 2, 1.2, SHOULDER - 6, 6f, darker(skin, 0.85));
        pen.setPaint(new GradientPaint(-5, 0, darker(skin, 0.8), 7, 0, lighter(skin)));
        pen.fill(new Ellipse2D.Double(-4.6, -99.5, 12, 14.5));
        pen.fill(new Ellipse2D.Double(6, -93, 2.6, 3));
        Path2D cut = new Path2D.Double();
        cut.moveTo(7, -96);
        cut.curveTo(6, -101.5, -5, -102.5, -6, -94);
        cut.curveTo(-6.5, -90, -5, -87, -3, -86.5);
        cut.curveTo(-3, -90, -1.5, -93, 1, -94.5);
        cut.curveTo(3, -95.5, 5, -96.5, 7, -96);
        cut.closePath();
        pen.setColor(hair);
        pen.fill(cut);
    }

    private static void bag(Graphics2D pen, double phase) {
        double swing = -Math.sin(phase) * 0.5;
        double handX = Math.sin(swing) * 16 + Math.sin(swing + 0.35) * 15;
        double handY = SHOULDER + 2 + Math.cos(swing) * 16 + Math.cos(swing + 0.35) * 15;
        pen.setColor(new Color(78, 50, 28));
        pen.setStroke(new BasicStroke(1.4f));
        pen.draw(new Ellipse2D.Double(handX - 3.5, handY, 7, 9));
        pen.setPaint(new GradientPaint(
                0, (float) handY, new Color(126, 82, 46), 0, (float) handY + 18, new Color(74, 46, 24)));
        pen.fill(new java.awt.geom.RoundRectangle2D.Double(handX - 8.5, handY + 4.5, 17, 13.5, 4, 4));
    }

    private static void limb(Graphics2D pen, double x1, double y1, double x2, double y2, float thick, Color color) {
        pen.setStroke(new BasicStroke(thick, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
        pen.setColor(color);
        pen.draw(new Line2D.Double(x1, y1, x2, y2));
        pen.setStroke(new BasicStroke(thick * 0.3f, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
        pen.setColor(lighter(color));
        pen.draw(new Line2D.Double(x1 + thick * 0.2, y1, x2 + thick * 0.2, y2));
    }

    private static Color darker(Color color, double share) {
        return new Color(
                (int) (color.getRed() * share), (int) (color.getGreen() * share), (int) (color.getBlue() * share));
    }

    private static Color lighter(Color color) {
        return new Color(
                Math.min(255, color.getRed() + 14),
                Math.min(255, color.getGreen() + 14),
                Math.min(255, color.getBlue() + 14));
    }
}
