package dev.trestle.vision.track;

import dev.trestle.vision.detect.Box;
import dev.trestle.vision.detect.Frame;

/** Whether anything has moved since a frame was looked at. It compares small pictures of both. */
final class Motion {
    private static final int WIDTH = 96;
    private static final int HEIGHT = 54;
    private static final int DIFFERENT = 9;
    private static final int CELLS = 3;
    private static final Box WHOLE = new Box(0, 0, 1, 1);

    private Motion() {}

    /** A small picture in gray. */
    static byte[] gray(Frame frame) {
        byte[] rgb = frame.scaled(WHOLE, WIDTH, HEIGHT);
        byte[] gray = new byte[WIDTH * HEIGHT];
        for (int i = 0; i < gray.length; i++) {
            int at = i * Frame.CHANNELS;
            gray[i] = (byte) (((rgb[at] & 0xff) * 77 + (rgb[at + 1] & 0xff) * 150 + (rgb[at + 2] & 0xff) * 29) >> 8);
        }
        return gray;
    }

    static boolean between(byte[] before, byte[] after) {
        if (before.length != after.length) {
            return true;
        }
        int different = 0;
        for (int i = 0; i < before.length; i++) {
            if (Math.abs((before[i] & 0xff) - (after[i] & 0xff)) > DIFFERENT && ++different >= CELLS) {
                return true;
            }
        }
        return false;
    }
}
