package dev.trestle.objects.api;

import org.jspecify.annotations.Nullable;

/**
 * What a client says beforehand of the bytes that it will send. {@code length} is that of the content itself; {@code contentMd5} is the
 * header in Base64; {@code algorithm} is the one whose checksum is wanted, and {@code checksum} its value in Base64 unless that comes
 * behind the content.
 */
public record Promise(
        @Nullable Long length,
        @Nullable String contentMd5,
        @Nullable ChecksumAlgorithm algorithm,
        @Nullable String checksum) {
    public static final Promise NONE = new Promise(null, null, null, null);

    /** Only the length. */
    public static Promise ofLength(long length) {
        return new Promise(length, null, null, null);
    }
}
