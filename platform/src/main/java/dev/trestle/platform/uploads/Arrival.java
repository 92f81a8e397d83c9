package dev.trestle.platform.uploads;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An upload that no call confirms: announced, and noticed when its bytes are there. It ends once, as {@link State#TAKEN}, {@link
 * State#REFUSED} or {@link State#EXPIRED}, in the transaction of what the system decides about it.
 *
 * @param kind which of the system's declared kinds it is
 * @param subject what of the system's it is about
 * @param holder whose it is, as a digest; counts against that person's limits
 * @param tenantHolder the same of the tenant
 * @param tenant on whose behalf it was announced
 * @param by who announced it, for people
 * @param key where its bytes go
 * @param contentType that was signed; null if the sender chooses
 * @param length that was signed; null if it was not announced
 * @param lengthMax beyond which the bytes are refused
 * @param checksum that was signed, after its algorithm's name and a colon
 * @param claim of the process that takes it now, until {@code claimedUntil}
 * @param replaces whether something lay under the key before its bytes were put there
 * @param partBytes of each part but the last, if it may also be sent in parts; absent if it is sent whole
 * @param multipartId of the upload in parts, once somebody has asked for addresses of parts
 * @param found what was taken
 * @param refusal why the bytes were not taken
 * @param until when the address ends
 */
public record Arrival(
        String arrivalId,
        String kind,
        String subject,
        String holder,
        String tenantHolder,
        @Nullable String tenant,
        String by,
        String key,
        @Nullable String contentType,
        @Nullable Long length,
        long lengthMax,
        @Nullable String checksum,
        State state,
        @Nullable String claim,
        @Nullable Instant claimedUntil,
        boolean replaces,
        @Nullable Found found,
        @Nullable Refusal refusal,
        Instant createdAt,
        Instant until,
        @Nullable Long partBytes,
        @Nullable String multipartId) {

    /** What staged names of arrivals begin with. */
    static final String NAMES = "arrival-";

    /** Where an arrival stands. */
    public enum State {
        /** Its bytes are awaited. */
        AWAITED,
        /** Its bytes are checked and moved; if that ended half-way, it is done again. */
        TAKING,
        /** Its bytes lie under their key. */
        TAKEN,
        /** Its bytes were others than announced, or too many, and are dropped. */
        REFUSED,
        /** Nothing came in time. */
        EXPIRED
    }

    /**
     * The object that the bytes have become.
     *
     * @param contentType as it was sent
     * @param version in a bucket with versions
     */
    public record Found(
            String contentType,
            long length,
            String etag,
            @Nullable String version) {}

    public boolean isEnded() {
        return state != State.AWAITED && state != State.TAKING;
    }

    /** The bytes that were promised: as many as announced, or as the limit allows. */
    long reserved() {
        return length == null ? lengthMax : length;
    }

    Staged staged(Set<String> types) {
        return new Staged(
                NAMES + arrivalId,
                key,
                contentType,
                types,
                Staged.lengthOf(length),
                lengthMax,
                Checksum.parse(checksum),
                partBytes == null ? 0 : partBytes);
    }

    Arrival inParts(String id) {
        return with(state, claim, claimedUntil, replaces, found, refusal, until, id);
    }

    Arrival renewed(Instant later) {
        return with(state, claim, claimedUntil, replaces, found, refusal, later, multipartId);
    }

    Arrival claimed(String by, Instant leaseEnd, boolean overwriting) {
        return with(State.TAKING, by, leaseEnd, overwriting, null, null);
    }

    Arrival released() {
        return with(State.TAKING, null, null, replaces, null, null);
    }

    Arrival taken(UploadBucket.Moved moved) {
        Found object = new Found(moved.contentType(), moved.length(), moved.etag(), moved.version());
        return with(State.TAKEN, null, null, replaces, object, null);
    }

    Arrival refused(Refusal why) {
        return with(State.REFUSED, null, null, replaces, null, why);
    }

    Arrival expired() {
        return with(State.EXPIRED, null, null, replaces, null, null);
    }

    private Arrival with(
            State nextState,
            @Nullable String nextClaim,
            @Nullable Instant leaseEnd,
            boolean overwriting,
            @Nullable Found object,
            @Nullable Refusal why) {
        return with(nextState, nextClaim, leaseEnd, overwriting, object, why, until, multipartId);
    }

    private Arrival with(
            State nextState,
            @Nullable String nextClaim,
            @Nullable Instant leaseEnd,
            boolean overwriting,
            @Nullable Found object,
            @Nullable Refusal why,
            Instant end,
            @Nullable String multipart) {
        return new Arrival(
                arrivalId,
                kind,
                subject,
                holder,
                tenantHolder,
                tenant,
                by,
                key,
                contentType,
                length,
                lengthMax,
                checksum,
                nextState,
                nextClaim,
                leaseEnd,
                overwriting,
                object,
                why,
                createdAt,
                end,
                partBytes,
                multipart);
    }
}
