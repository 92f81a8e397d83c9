package dev.trestle.wire.s3;

import org.jspecify.annotations.Nullable;

/**
 * An operation, and how it takes its body: whole, up to a size, or as it comes. Just one of {@code handler} and {@code uploader} is
 * there.
 */
record Route(@Nullable Handler handler, @Nullable Uploader uploader, int bodyBytesMax) {
    /** The most that a document of S3's can have: 10,000 parts, or 1,000 long names, with all that may stand beside them. */
    static final int DOCUMENT_BYTES_MAX = 4 * 1024 * 1024;

    /** For operations that need no body and do not mind one. */
    private static final int IGNORED_BYTES_MAX = 64 * 1024;

    /** An operation on a request that is there whole. May wait for the disk. */
    interface Handler {
        S3Answer call(S3Call call);
    }

    /** An operation that stores a body as it comes in. */
    interface Uploader {
        /** {@code length} is that of the content, as far as it is known. */
        S3Upload begin(S3Request request, @Nullable Long length);
    }

    static Route plain(Handler handler) {
        return new Route(handler, null, IGNORED_BYTES_MAX);
    }

    static Route document(Handler handler) {
        return new Route(handler, null, DOCUMENT_BYTES_MAX);
    }

    static Route upload(Uploader uploader) {
        return new Route(null, uploader, 0);
    }
}
