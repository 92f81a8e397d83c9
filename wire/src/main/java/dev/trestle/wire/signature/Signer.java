package dev.trestle.wire.signature;

import dev.trestle.wire.access.Grant;

/** Who signed a request: the id of the key, and what that key may reach. */
public record Signer(String keyId, Grant grant) {}
