package dev.trestle.vision.detect;

import dev.trestle.media.video.Region;

/** A rectangle in fractions of a frame; may reach over its edges. */
public record Box(float left, float top, float right, float bottom) {
    public float width() {
        return right - left;
    }

    public float height() {
        return bottom - top;
    }

    public float area() {
        return Math.max(0, width()) * Math.max(0, height());
    }

    public float centerX() {
        return (left + right) / 2;
    }

    public float centerY() {
        return (top + bottom) / 2;
    }

    public float intersection(Box other) {
        float width = Math.min(right, other.right) - Math.max(left, other.left);
        float height = Math.min(bottom, other.bottom) - Math.max(top, other.top);
        return width <= 0 || height <= 0 ? 0 : width * height;
    }

    /** Intersection over union, from 0 to 1. */
    public float overlap(Box other) {
        float common = intersection(other);
        float union = area() + other.area() - common;
        return union <= 0 ? 0 : common / union;
    }

    public Box moved(float x, float y) {
        return new Box(left + x, top + y, right + x, bottom + y);
    }

    /** Larger by a share of its own extent on each side. */
    public Box grown(float share) {
        float x = width() * share;
        float y = height() * share;
        return new Box(left - x, top - y, right + x, bottom + y);
    }

    public boolean contains(float x, float y) {
        return x >= left && x <= right && y >= top && y <= bottom;
    }

    public Box clipped() {
        return new Box(clip(left), clip(top), clip(right), clip(bottom));
    }

    /** What of it lies on the frame. */
    public Region region() {
        Box inside = clipped();
        return new Region(
                inside.left, inside.top, (double) inside.right - inside.left, (double) inside.bottom - inside.top);
    }

    private static float clip(float value) {
        return Math.max(0, Math.min(1, value));
    }
}
