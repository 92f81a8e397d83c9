package dev.trestle.wire.signature;

import java.util.Collection;

/** What of a request to S3 a signature is about: which headers there are, too, since all of S3's own must be signed. */
public interface S3Message extends SignedMessage {
    /** In lower case. */
    Collection<String> headerNames();
}
