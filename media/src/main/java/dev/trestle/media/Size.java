package dev.trestle.media;

/** A picture that fits into a square of this many pixels; smaller ones keep their size. */
public record Size(int pixels) {
    public Size {
        if (pixels < 16 || pixels > 8192) {
            throw new IllegalArgumentException("A picture's side has 16 to 8192 pixels.");
        }
    }
}
