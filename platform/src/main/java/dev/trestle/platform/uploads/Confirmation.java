package dev.trestle.platform.uploads;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.Transaction;
import dev.trestle.model.operation.WriteRefusedException;
import dev.trestle.platform.operation.Decision;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Bytes that were checked and lie under their own key, for a system to write down. It happens once: the upload is closed by the
 * system's own transaction.
 *
 * <pre>{@code
 * try (Confirmation stored = uploads.confirm(caller, uploadId)) {
 *     if (!stored.isRepeated()) {
 *         stored.commit(store.transaction().create(PHOTO, new Photo(stored.key(), stored.length())));
 *     }
 * }
 * }</pre>
 */
public final class Confirmation implements AutoCloseable {
    private final Uploads uploads;
    private final Upload upload;
    private final @Nullable Upload claimed;
    private boolean committed;

    /** {@code claimed} is the upload as it is stored now; null if it was confirmed before. */
    Confirmation(Uploads uploads, Upload upload, @Nullable Upload claimed) {
        this.uploads = uploads;
        this.upload = upload;
        this.claimed = claimed;
    }

    /** Whether it was confirmed before: what the system writes down is written. */
    public boolean isRepeated() {
        return claimed == null;
    }

    public String uploadId() {
        return upload.uploadId();
    }

    /** Where the bytes are. */
    public String key() {
        return upload.key();
    }

    public String contentType() {
        return upload.contentType();
    }

    public long length() {
        return upload.length();
    }

    public String etag() {
        return Objects.requireNonNull(upload.etag());
    }

    /** Of the object, in a bucket with versions. */
    public @Nullable String version() {
        return upload.version();
    }

    /**
     * Commits the system's transaction and closes the upload with it.
     *
     * @return false if another request did all of that meanwhile, so that nothing was written
     * @throws WriteRefusedException if a condition of the system's own did not hold
     */
    public boolean commit(Transaction transaction) {
        Upload before = claimed;
        if (before == null || committed) {
            throw new IllegalStateException("This upload was confirmed before: look at isRepeated().");
        }
        try {
            transaction
                    .delete(uploads.entity(), before, Expect.equal("claim", Objects.requireNonNull(before.claim())))
                    .create(uploads.entity(), upload)
                    .commit();
        } catch (WriteRefusedException e) {
            if (uploads.isConfirmed(upload)) {
                committed = true;
                return false;
            }
            throw e;
        }
        committed = true;
        uploads.tidy(upload);
        return true;
    }

    /**
     * Adds to a decision that the upload is closed. Ask first {@link #isConfirmedMeanwhile}: of two requests that confirm at the same
     * time, the second finds that nothing is left to do.
     */
    public <R extends @Nullable Object> Decision<R> closedBy(Decision<R> decision) {
        Upload before = Objects.requireNonNull(claimed, "This upload was confirmed before: look at isRepeated().");
        return decision.delete(uploads.entity(), before, Expect.equal("claim", Objects.requireNonNull(before.claim())))
                .create(uploads.entity(), upload)
                .afterwards(() -> {
                    committed = true;
                    uploads.tidy(upload);
                });
    }

    /** Whether another request has confirmed it since this one began. */
    public boolean isConfirmedMeanwhile() {
        committed |= uploads.isConfirmed(upload);
        return committed;
    }

    /** Lets others confirm it, if this one did not. */
    @Override
    public void close() {
        Upload before = claimed;
        if (before != null && !committed) {
            uploads.release(before);
        }
    }
}
