package dev.trestle.vision.track;

import dev.trestle.vision.Color;

/** The name of a colour, as people would call it on clothes in daylight. */
final class Palette {
    private static final float BLACK_BELOW = 0.2f;
    private static final float DARK_BELOW = 0.33f;
    private static final float WHITE_FROM = 0.78f;
    private static final float PALE_BELOW = 0.16f;

    private Palette() {}

    static Color color(int red, int green, int blue) {
        int most = Math.max(red, Math.max(green, blue));
        int least = Math.min(red, Math.min(green, blue));
        float value = most / 255f;
        float saturation = most == 0 ? 0 : (most - least) / (float) most;
        if (value < BLACK_BELOW || (value < DARK_BELOW && saturation < 0.27f)) {
            return Color.BLACK;
        }
        if (saturation < PALE_BELOW) {
            return value >= WHITE_FROM ? Color.WHITE : Color.GRAY;
        }
        return hued(hue(red, green, blue, most, least), saturation, value);
    }

    /** In degrees, from 0 to 360. */
    private static float hue(int red, int green, int blue, int most, int least) {
        float range = most - least;
        float sixth;
        if (most == red) {
            sixth = (green - blue) / range;
        } else if (most == green) {
            sixth = 2 + (blue - red) / range;
        } else {
            sixth = 4 + (red - green) / range;
        }
        return (sixth * 60 + 360) % 360;
    }

    private static Color hued(float hue, float saturation, float value) {
        if (hue < 14 || hue >= 346) {
            return saturation < 0.5f && value > 0.6f
                    ? Color.PINK
                    : value < 0.45f && hue < 14 && saturation < 0.6f ? Color.BROWN : Color.RED;
        }
        if (hue < 44) {
            return value > 0.7f && saturation > 0.55f ? Color.ORANGE : Color.BROWN;
        }
        if (hue < 68) {
            return value > 0.5f ? Color.YELLOW : Color.BROWN;
        }
        if (hue < 170) {
            return Color.GREEN;
        }
        if (hue < 258) {
            return Color.BLUE;
        }
        if (hue < 310) {
            return Color.PURPLE;
        }
        return value > 0.55f ? Color.PINK : Color.PURPLE;
    }
}
