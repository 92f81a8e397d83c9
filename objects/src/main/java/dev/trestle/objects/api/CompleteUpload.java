package dev.trestle.objects.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes an object of uploaded parts, in ascending order of their numbers.
 *
 * @param checksum what the client says the object's is; null if nothing
 * @param checksumType what it says that is made of; null if nothing
 * @param objectSize what it says the object's size is; null if nothing
 */
public record CompleteUpload(
        UploadRef upload,
        List<Part> parts,
        @Nullable Checksum checksum,
        @Nullable ChecksumType checksumType,
        @Nullable Long objectSize,
        WriteCondition condition) {

    public CompleteUpload(UploadRef upload, List<Part> parts) {
        this(upload, parts, null, null, null, WriteCondition.NONE);
    }

    /** A part to be used. {@code etag} may have quotes. */
    public record Part(int number, String etag, @Nullable Checksum checksum) {

        public Part(int number, String etag) {
            this(number, etag, null);
        }
    }
}
