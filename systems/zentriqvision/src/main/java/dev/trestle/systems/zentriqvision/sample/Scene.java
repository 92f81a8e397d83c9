package dev.trestle.systems.zentriqvision.sample;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.GradientPaint;
import java.awt.Graphics2D;
import java.awt.RadialGradientPaint;
import java.awt.geom.Line2D;
import java.awt.geom.Path2D;
import java.awt.geom.Point2D;
import java.awt.geom.Rectangle2D;

/** What a drawn camera looks at while nobody is there. */
enum Scene {
    /** A gate at night, below a lamp. */
    GATE {
        @Override
        void draw(Graphics2D pen, int width, int height) {
            sky(pen, width, height, new Color(44, 52, 62), new Color(70, 78, 88));
            ground(pen, width, height, 0.46, new Color(92, 96, 98), new Color(66, 68, 70));
            building(
                    pen,
                    width * 0.04,
                    height * 0.08,
                    width * 0.24,
                    height * 0.38,
                    new Color(74, 76, 80),
                    new Color(196, 158, 84));
            building(
                    pen,
                    width * 0.66,
                    height * 0.02,
                    width * 0.3,
                    height * 0.44,
                    new Color(66, 70, 76),
                    new Color(60, 66, 74));
            bars(pen, width * 0.34, height * 0.2, width * 0.28, height * 0.26, new Color(112, 120, 126));
            lamp(pen, width, height);
        }

        @Override
        double light() {
            return 0.82;
        }
    },
    /** A yard by day, with a wall. */
    YARD {
        @Override
        void draw(Graphics2D pen, int width, int height) {
            sky(pen, width, height, new Color(176, 196, 212), new Color(206, 214, 218));
            pen.setPaint(new GradientPaint(
                    0,
                    (float) (height * 0.16),
                    new Color(168, 156, 138),
                    0,
                    (float) (height * 0.46),
                    new Color(148, 138, 122)));
            pen.fill(new Rectangle2D.Double(0, height * 0.16, width, height * 0.3));
            pen.setColor(new Color(128, 118, 104));
            pen.setStroke(new BasicStroke(1f));
            for (int row = 0; row < 6; row++) {
                double y = height * (0.16 + row * 0.05);
                pen.draw(new Line2D.Double(0, y, width, y));
                for (int brick = 0; brick < 14; brick++) {
                    double x = width * (brick + (row % 2) * 0.5) / 14;
                    pen.draw(new Line2D.Double(x, y, x, y + height * 0.05));
                }
            }
            ground(pen, width, height, 0.46, new Color(158, 156, 150), new Color(128, 126, 122));
        }

        @Override
        double light() {
            return 1;
        }
    },
    /** A hall with a shiny floor. */
    HALL {
        @Override
        void draw(Graphics2D pen, int width, int height) {
            sky(pen, width, height, new Color(214, 212, 206), new Color(196, 196, 192));
            for (int i = 0; i < 5; i++) {
                pen.setColor(new Color(178, 190, 198));
                pen.fill(new Rectangle2D.Double(width * (0.04 + i * 0.2), height * 0.06, width * 0.13, height * 0.34));
                pen.setColor(new Color(120, 124, 128));
                pen.setStroke(new BasicStroke(2f));
                pen.draw(new Rectangle2D.Double(width * (0.04 + i * 0.2), height * 0.06, width * 0.13, height * 0.34));
            }
            ground(pen, width, height, 0.46, new Color(172, 168, 160), new Color(144, 140, 132));
        }

        @Override
        double light() {
            return 0.96;
        }
    };

    abstract void draw(Graphics2D pen, int width, int height);

    /** How bright it is, 1 by day. */
    abstract double light();

    private static void sky(Graphics2D pen, int width, int height, Color above, Color below) {
        pen.setPaint(new GradientPaint(0, 0, above, 0, (float) (height * 0.5), below));
        pen.fill(new Rectangle2D.Double(0, 0, width, height));
    }

    private static void ground(Graphics2D pen, int width, int height, double top, Color far, Color near) {
        pen.setPaint(new GradientPaint(0, (float) (height * top), far, 0, height, near));
        pen.fill(new Rectangle2D.Double(0, height * top, width, height * (1 - top)));
        pen.setColor(new Color(0, 0, 0, 26));
        pen.setStroke(new BasicStroke(1.4f));
        for (int i = -6; i <= 6; i++) {
            pen.draw(new Line2D.Double(width * (0.5 + i * 0.07), height * top, width * (0.5 + i * 0.32), height));
        }
        for (double y = top; y < 1; y += 0.06 + (y - top) * 0.25) {
            pen.draw(new Line2D.Double(0, height * y, width, height * y));
        }
    }

    private static void building(
            Graphics2D pen, double x, double y, double wide, double high, Color wall, Color window) {
        pen.setColor(wall);
        pen.fill(new Rectangle2D.Double(x, y, wide, high));
        pen.setColor(window);
        pen.fill(new Rectangle2D.Double(x + wide * 0.12, y + high * 0.15, wide * 0.28, high * 0.3));
        pen.fill(new Rectangle2D.Double(x + wide * 0.58, y + high * 0.15, wide * 0.28, high * 0.3));
    }

    private static void bars(Graphics2D pen, double x, double y, double wide, double high, Color color) {
        pen.setColor(color);
        pen.setStroke(new BasicStroke(2.2f));
        pen.draw(new Rectangle2D.Double(x, y, wide, high));
        for (int i = 1; i < 8; i++) {
            pen.draw(new Line2D.Double(x + wide * i / 8, y, x + wide * i / 8, y + high));
        }
        pen.draw(new Line2D.Double(x, y + high * 0.4, x + wide, y + high * 0.4));
    }

    private static void lamp(Graphics2D pen, int width, int height) {
        pen.setPaint(new RadialGradientPaint(
                new Point2D.Double(width * 0.48, height * 0.08),
                (float) (width * 0.5),
                new float[] {0f, 0.06f, 1f},
                new Color[] {new Color(255, 240, 200, 230), new Color(255, 232, 180, 70), new Color(255, 232, 180, 0)
                }));
        Path2D cone = new Path2D.Double();
        cone.moveTo(width * 0.48, height * 0.02);
        cone.lineTo(width, height);
        cone.lineTo(0, height);
        cone.closePath();
        pen.fill(cone);
    }
}
