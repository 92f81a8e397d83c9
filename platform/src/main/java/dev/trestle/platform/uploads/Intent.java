package dev.trestle.platform.uploads;

import org.jspecify.annotations.Nullable;

/**
 * What somebody is about to send.
 *
 * @param key where it goes when it is confirmed. Made by the system, never by the client; best one that no other upload has, so that
 *     an upload that ends half-way has overwritten nothing
 * @param contentType as the client says, and will have to send
 * @param length null if the client does not say: it is compared with the limit when the bytes are there
 * @param checksum null if the client promises none
 */
public record Intent(
        String key,
        String contentType,
        @Nullable Long length,
        @Nullable Checksum checksum) {
    public static Intent of(String key, String contentType, long length) {
        return new Intent(key, contentType, length, null);
    }

    /** A file whose length is not announced. */
    public static Intent unsized(String key, String contentType) {
        return new Intent(key, contentType, null, null);
    }
}
