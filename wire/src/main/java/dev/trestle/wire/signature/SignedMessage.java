package dev.trestle.wire.signature;

import java.util.List;

/** What of a request a signature is about. */
public interface SignedMessage {
    String method();

    /** The path as it was sent, without the query. */
    String path();

    /** The query as it was sent, without the question mark; empty if there is none. */
    String query();

    /** All values of a header, in the order in which they were sent; the name is in lower case. */
    List<String> header(String name);

    /** The body as it was sent, compressed or not. */
    byte[] body();
}
