package dev.trestle.platform.uploads;

import dev.trestle.model.annotation.Derived;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An upload that was announced.
 *
 * @param holder whose it is, as a digest of who and on whose behalf: nobody else finds it
 * @param by who announced it, for people
 * @param key where its bytes go
 * @param length that was announced, or -1 until it is confirmed
 * @param lengthMax of an upload whose length was not announced
 * @param checksum that was promised, after its algorithm's name and a colon
 * @param multipartId S3's name of an upload in parts; null for one in one piece, and before it is known
 * @param partBytes of each part but the last; 0 for an upload in one piece
 * @param claim of whoever confirms it now, until {@code claimedUntil}
 * @param replaces whether something lay under the key before its bytes were put there
 * @param until when it has to be confirmed
 * @param etag of the bytes that were confirmed
 * @param version of the object that they are now, in a bucket with versions
 */
public record Upload(
        String uploadId,
        String holder,
        String by,
        String key,
        String contentType,
        long length,
        @Nullable Long lengthMax,
        @Nullable String checksum,
        @Nullable String multipartId,
        long partBytes,
        State state,
        @Nullable String claim,
        @Nullable Instant claimedUntil,
        boolean replaces,
        Instant createdAt,
        Instant until,
        @Nullable String etag,
        @Nullable String version) {

    /** Where an upload stands. */
    public enum State {
        /** Its bytes are awaited. */
        OPEN,
        /** Its bytes are checked and moved; if that ended half-way, it can be done again. */
        MOVING,
        CONFIRMED,
        /** Too late: what was sent is being removed. */
        ABANDONED
    }

    /** What uploads are kept under: those that count against their holder's limit, and those that are only remembered. */
    @Derived("state")
    public String shelf() {
        return state == State.CONFIRMED ? "DONE" : "OPEN";
    }

    public int parts() {
        return staged().parts();
    }

    Staged staged() {
        long most = lengthMax == null ? length : lengthMax;
        return new Staged(uploadId, key, contentType, Set.of(contentType), length, most, promised(), partBytes);
    }

    @Nullable
    Checksum promised() {
        return Checksum.parse(checksum);
    }

    Upload inParts(String id) {
        return with(state, id, claim, claimedUntil, replaces, etag, version);
    }

    Upload claimed(String by, Instant leaseEnd, boolean overwriting) {
        return with(State.MOVING, multipartId, by, leaseEnd, overwriting, null, null);
    }

    /** Nobody works on it, but something may have been moved. */
    Upload released() {
        return with(State.MOVING, multipartId, null, null, replaces, null, null);
    }

    Upload abandoned() {
        return with(State.ABANDONED, multipartId, null, null, replaces, null, null);
    }

    Upload confirmed(UploadBucket.Moved moved) {
        return with(State.CONFIRMED, multipartId, null, null, replaces, moved.etag(), moved.version(), moved.length());
    }

    private Upload with(
            State nextState,
            @Nullable String id,
            @Nullable String nextClaim,
            @Nullable Instant leaseEnd,
            boolean overwriting,
            @Nullable String storedTag,
            @Nullable String storedVersion) {
        return with(nextState, id, nextClaim, leaseEnd, overwriting, storedTag, storedVersion, length);
    }

    private Upload with(
            State nextState,
            @Nullable String id,
            @Nullable String nextClaim,
            @Nullable Instant leaseEnd,
            boolean overwriting,
            @Nullable String storedTag,
            @Nullable String storedVersion,
            long storedLength) {
        return new Upload(
                uploadId,
                holder,
                by,
                key,
                contentType,
                storedLength,
                lengthMax,
                checksum,
                id,
                partBytes,
                nextState,
                nextClaim,
                leaseEnd,
                overwriting,
                createdAt,
                until,
                storedTag,
                storedVersion);
    }
}
