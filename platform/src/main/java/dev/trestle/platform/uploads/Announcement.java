package dev.trestle.platform.uploads;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What is to arrive.
 *
 * @param kind one that the system has declared
 * @param subject what of the system's it is about, for the system's function and for people
 * @param key where it goes. Made by the system, never by the client; one that no other upload has
 * @param contentType that is signed; null if the sender chooses
 * @param length that is signed; null if it is compared with the limit on arrival
 * @param checksum that is signed; null if none is promised
 * @param life how long there is to send; null for what the kind's limits say
 * @param partBytes of one part, if it may also be sent in parts; null if it is sent whole
 */
public record Announcement(
        String kind,
        String subject,
        String key,
        @Nullable String contentType,
        @Nullable Long length,
        @Nullable Checksum checksum,
        @Nullable Duration life,
        @Nullable Long partBytes) {
    public static Announcement of(String kind, String subject, String key) {
        return new Announcement(kind, subject, key, null, null, null, null, null);
    }

    public Announcement withType(String type) {
        return new Announcement(kind, subject, key, type, length, checksum, life, partBytes);
    }

    public Announcement withLength(long bytes) {
        return new Announcement(kind, subject, key, contentType, bytes, checksum, life, partBytes);
    }

    public Announcement withChecksum(Checksum promised) {
        return new Announcement(kind, subject, key, contentType, length, promised, life, partBytes);
    }

    public Announcement withLife(Duration other) {
        return new Announcement(kind, subject, key, contentType, length, checksum, other, partBytes);
    }

    /** The same, which may be sent in parts too: its length must be announced, and no checksum can be promised. */
    public Announcement withParts(long bytes) {
        return new Announcement(kind, subject, key, contentType, length, checksum, life, bytes);
    }
}
