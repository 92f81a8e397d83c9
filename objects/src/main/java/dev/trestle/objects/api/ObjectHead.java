package dev.trestle.objects.api;

import org.jspecify.annotations.Nullable;

/**
 * What a read gives beside the bytes. {@code partial} tells that a range or part was asked for and {@code range} is that (status 206);
 * {@code notModified} that the reader's condition says it has the object already (304), and there are no bytes to send.
 *
 * @param partChecksum that of the part that was asked for, if the object was put together of parts that have one
 */
public record ObjectHead(
        ObjectInfo object,
        ByteRange range,
        boolean partial,
        boolean notModified,
        @Nullable Checksum partChecksum) {
    /** Of a whole object, or a range of it. */
    public ObjectHead(ObjectInfo object, ByteRange range, boolean partial, boolean notModified) {
        this(object, range, partial, notModified, null);
    }
}
