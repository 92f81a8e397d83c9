package dev.trestle.wire.signature;

/** A request to S3 whose signature was checked: who signed it, and how its body, which is still to come, is checked. */
public record S3Signed(Signer signer, S3Payload payload) {}
