package dev.trestle.objects.api;

/** Some of an object's bytes, or all. {@code length} may be 0 only for an empty object. */
public record ByteRange(long offset, long length) {

    /** The last byte's position, as the Content-Range header tells it. */
    public long last() {
        return offset + length - 1;
    }
}
