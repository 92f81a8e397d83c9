package dev.trestle.wire.s3;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.function.Consumer;

/** Turns a body as it is sent, in pieces of any size, into its content, and checks it on the way. For one thread at a time. */
interface BodyDecoder {
    /** {@code content} is called with what of the content is in the bytes, and must be done with it when it returns. */
    void feed(byte[] bytes, int offset, int length, Consumer<ByteBuffer> content);

    /** The body has ended. Refuses it if it is not what was promised. */
    void end();

    /** The headers that came behind the content, by names in lower case. */
    Map<String, String> trailers();
}
