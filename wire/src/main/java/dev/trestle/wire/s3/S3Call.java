package dev.trestle.wire.s3;

import dev.trestle.wire.access.Grant;

/** A request that has come in whole, and what its signer may reach. */
record S3Call(S3Request request, byte[] body, Grant grant) {
    String bucket() {
        return request.bucket();
    }

    String key() {
        return request.key();
    }
}
