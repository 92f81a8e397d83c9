package dev.trestle.systems.zentriqvision.sample;

import java.awt.Color;
import java.util.List;

/** The demo's videos. */
final class Films {
    private static final Color RED = new Color(196, 40, 36);
    private static final Color ORANGE = new Color(232, 122, 30);
    private static final Color YELLOW = new Color(236, 200, 44);
    private static final Color GREEN = new Color(42, 138, 62);
    private static final Color BLUE = new Color(34, 82, 176);
    private static final Color PURPLE = new Color(112, 56, 150);
    private static final Color PINK = new Color(238, 130, 176);
    private static final Color WHITE = new Color(238, 238, 234);
    private static final Color BLACK = new Color(28, 28, 32);
    private static final Color GRAY = new Color(122, 126, 130);
    private static final Color BROWN = new Color(104, 66, 38);

    private static final Color LIGHT = new Color(226, 184, 152);
    private static final Color MIDDLE = new Color(190, 142, 106);
    private static final Color DARK = new Color(120, 80, 56);
    private static final Color HAIR = new Color(48, 34, 26);
    private static final Color FAIR = new Color(170, 130, 70);

    private Films() {}

    /** Four people at the gate, at night. */
    static Film gate() {
        return new Film(
                Scene.GATE,
                List.of(
                        figure(RED, BLACK, LIGHT, HAIR, true, -0.1, 1.1, 0.94, 0.62, 0.5, 8),
                        figure(BLUE, GRAY, DARK, HAIR, false, 1.1, -0.1, 0.84, 0.5, 5, 12.5),
                        figure(YELLOW, BLUE, MIDDLE, HAIR, false, -0.1, 1.1, 0.9, 0.56, 11, 18),
                        figure(WHITE, BROWN, LIGHT, FAIR, false, 1.1, -0.1, 0.96, 0.62, 15, 22)),
                23);
    }

    /** Eight people in a yard, by day: one of each colour. */
    static Film yard() {
        return new Film(
                Scene.YARD,
                List.of(
                        figure(RED, BLUE, LIGHT, FAIR, false, -0.1, 1.1, 0.95, 0.62, 0.5, 7),
                        figure(GREEN, BLACK, MIDDLE, HAIR, false, 1.1, -0.1, 0.84, 0.48, 3, 10),
                        figure(ORANGE, GRAY, DARK, HAIR, true, -0.1, 1.1, 0.93, 0.6, 8, 14.5),
                        figure(BLUE, BROWN, LIGHT, HAIR, false, 1.1, -0.1, 0.84, 0.48, 10.5, 17.5),
                        figure(PURPLE, BLACK, MIDDLE, HAIR, false, -0.1, 1.1, 0.96, 0.62, 15.5, 22),
                        figure(YELLOW, GRAY, LIGHT, FAIR, false, 1.1, -0.1, 0.84, 0.48, 18, 25),
                        figure(PINK, BLUE, LIGHT, HAIR, false, -0.1, 1.1, 0.94, 0.6, 23, 29.5),
                        figure(BLACK, GREEN, DARK, HAIR, false, 1.1, -0.1, 0.86, 0.5, 25.5, 32.5)),
                33);
    }

    /** Three people in a hall, one after another; the first wears what somebody at the gate wore. */
    static Film hall() {
        return new Film(
                Scene.HALL,
                List.of(
                        figure(RED, BLACK, LIGHT, HAIR, true, -0.1, 1.1, 0.95, 0.66, 0.5, 6.5),
                        figure(GREEN, BROWN, DARK, HAIR, false, 1.1, -0.1, 0.9, 0.58, 8, 14),
                        figure(GRAY, BLACK, MIDDLE, HAIR, false, -0.1, 1.1, 0.94, 0.62, 15.5, 21.5)),
                22);
    }

    /** Somebody in orange who walks through the yard; what tests send. */
    static Film passerBy() {
        return new Film(
                Scene.YARD, List.of(figure(ORANGE, BLUE, LIGHT, HAIR, true, -0.05, 1.05, 0.95, 0.62, 0.25, 5.5)), 6);
    }

    private static Figure figure(
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
        return new Figure(upper, lower, skin, hair, carries, from, to, ground, size, enters, leaves);
    }
}
