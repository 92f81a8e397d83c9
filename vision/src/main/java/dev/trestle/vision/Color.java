package dev.trestle.vision;

import java.util.Locale;

/** The colours that clothes are said to have. */
public enum Color {
    BLACK,
    GRAY,
    WHITE,
    RED,
    ORANGE,
    BROWN,
    YELLOW,
    GREEN,
    BLUE,
    PURPLE,
    PINK;

    /** As items and searches have it: {@code red}. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
