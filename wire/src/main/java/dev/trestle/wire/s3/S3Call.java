package dev.trestle.wire.s3;

/** A request that has come in whole. */
record S3Call(S3Request request, byte[] body) {
    String bucket() {
        return request.bucket();
    }

    String key() {
        return request.key();
    }
}
