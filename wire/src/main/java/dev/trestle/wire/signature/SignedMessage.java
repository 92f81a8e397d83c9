package dev.trestle.wire.signature;

import dev.trestle.wire.uri.Query;
import java.util.List;

/** What of a request a signature is about, beside its body. */
public interface SignedMessage {
    String method();

    /** The path, decoded, without the query. It is signed as {@link dev.trestle.wire.uri.Percent} encodes it. */
    String path();

    Query query();

    /** All values of a header, in the order in which they were sent; the name is in lower case. */
    List<String> header(String name);
}
