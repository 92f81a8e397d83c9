package dev.trestle.vision.track;

import dev.trestle.vision.Color;
import dev.trestle.vision.detect.Box;
import dev.trestle.vision.detect.Frame;
import org.jspecify.annotations.Nullable;

/**
 * What one frame says of a person's clothes: how the colours share the part of the body.
 *
 * @param upper the share of each of {@link Color} between shoulders and belt
 * @param lower between hips and ankles
 */
record Clothes(float[] upper, float[] lower) {
    private static final int SIDE = 16;

    /** In shares of a person's box. What lies beside is background, above a head, below shoes. */
    private static final Box UPPER = new Box(0.28f, 0.2f, 0.72f, 0.45f);

    private static final Box LOWER = new Box(0.3f, 0.55f, 0.7f, 0.85f);

    /** A colour that covers less than this of a part is not what the part is. */
    private static final float ENOUGH = 0.4f;

    static Clothes of(Frame frame, Box person) {
        return new Clothes(shares(frame, within(person, UPPER)), shares(frame, within(person, LOWER)));
    }

    private static Box within(Box person, Box part) {
        return new Box(
                person.left() + part.left() * person.width(),
                person.top() + part.top() * person.height(),
                person.left() + part.right() * person.width(),
                person.top() + part.bottom() * person.height());
    }

    private static float[] shares(Frame frame, Box part) {
        float[] shares = new float[Color.values().length];
        Box inside = part.clipped();
        if (inside.width() <= 0 || inside.height() <= 0) {
            return shares;
        }
        byte[] rgb = frame.scaled(inside, SIDE, SIDE);
        for (int i = 0; i < rgb.length; i += Frame.CHANNELS) {
            Color color = Palette.color(rgb[i] & 0xff, rgb[i + 1] & 0xff, rgb[i + 2] & 0xff);
            shares[color.ordinal()] += 1f / (SIDE * SIDE);
        }
        return shares;
    }

    /** The colour of most of a part; null if there is none. */
    static @Nullable Color color(float[] shares) {
        int best = 0;
        for (int i = 1; i < shares.length; i++) {
            if (shares[i] > shares[best]) {
                best = i;
            }
        }
        return shares[best] >= ENOUGH ? Color.values()[best] : null;
    }

    /** How much two people look alike, from 0 to 1. */
    static float likeness(float[] one, float[] other) {
        float common = 0;
        float all = 0;
        for (int i = 0; i < one.length; i++) {
            common += Math.min(one[i], other[i]);
            all += Math.max(one[i], other[i]);
        }
        return all == 0 ? 0 : common / all;
    }
}
