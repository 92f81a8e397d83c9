package dev.trestle.media.video;

/** A rectangle on a picture; its left upper corner and its extent are fractions of the picture's width and height. */
public record Region(double x, double y, double width, double height) {
    public static final Region WHOLE = new Region(0, 0, 1, 1);

    public Region {
        if (!(x >= 0 && y >= 0 && width > 0 && height > 0 && x + width <= 1 + 1e-9 && y + height <= 1 + 1e-9)) {
            throw new IllegalArgumentException("A region lies between 0 and 1 and has an extent.");
        }
    }
}
