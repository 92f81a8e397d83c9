package dev.trestle.wire.s3;

import dev.trestle.wire.access.Grant;
import dev.trestle.wire.error.S3Refusal;
import dev.trestle.wire.load.HeavyLoad;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One request on its way: {@link #begin}, then {@link #receive} with its body bit by bit, then {@link #finish}, all of which may wait for
 * the disk; whatever they throw, {@link #refused} makes an answer of. Always to be closed. For one thread at a time.
 */
public final class S3Job implements AutoCloseable {
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");

    private final S3Request request;
    private final Route route;
    private final Grant grant;
    private final BodyDecoder decoder;
    private final @Nullable CorsCheck cors;
    private final RequestIds ids;
    private final HeavyLoad heavy;
    private final ByteArrayOutputStream body = new ByteArrayOutputStream(0);
    private @Nullable S3Upload upload;
    private Map<String, String> corsHeaders = Map.of();

    S3Job(
            S3Request request,
            Route route,
            Grant grant,
            BodyDecoder decoder,
            @Nullable CorsCheck cors,
            RequestIds ids,
            HeavyLoad heavy) {
        this.request = request;
        this.route = route;
        this.grant = grant;
        this.decoder = decoder;
        this.cors = cors;
        this.ids = ids;
        this.heavy = heavy;
    }

    static @Nullable Long contentLength(S3Request request) {
        return length(request, "content-length");
    }

    static @Nullable Long decodedLength(S3Request request) {
        return length(request, "x-amz-decoded-content-length");
    }

    private static @Nullable Long length(S3Request request, String header) {
        String text = request.first(header);
        return text != null && NUMBER.matcher(text).matches() ? Long.valueOf(text) : null;
    }

    /** How much of the body will be in memory at a time; {@code received} is how much of it waits to be given on here, at most. */
    public long memoryBytes(int received) {
        Long known = contentLength(request);
        long length =
                known != null ? known : request.header("transfer-encoding").isEmpty() ? 0 : Long.MAX_VALUE;
        return Math.min(length, received) + Math.min(length, route.bodyBytesMax());
    }

    /** Refuses what can be refused without the body. */
    public void begin() {
        if (cors != null) {
            corsHeaders = cors.headers();
        }
        Unsupported.check(request);
        Route.Uploader uploader = route.uploader();
        if (uploader != null) {
            Long decoded = decodedLength(request);
            upload = uploader.begin(request, decoder instanceof ChunkedBody ? decoded : contentLength(request));
        }
    }

    public void receive(byte[] bytes, int offset, int length) {
        decoder.feed(bytes, offset, length, this::take);
    }

    private void take(ByteBuffer content) {
        if (upload != null) {
            upload.write(content);
            return;
        }
        if (body.size() + content.remaining() > route.bodyBytesMax()) {
            throw S3Refusal.badRequest("EntityTooLarge", "Your proposed upload exceeds the maximum allowed size");
        }
        body.write(content.array(), content.arrayOffset() + content.position(), content.remaining());
    }

    public S3Answer finish() {
        decoder.end();
        if (upload != null) {
            return upload.finish(decoder.trailers()).with(corsHeaders);
        }
        Route.Handler handler = route.handler();
        if (handler == null) {
            throw new IllegalStateException("finish before begin");
        }
        byte[] whole = body.toByteArray();
        int reserved = heavy.reserve(whole.length);
        try {
            DocumentChecksums.check(request, whole, decoder.trailers());
            return handler.call(new S3Call(request, whole, grant))
                    .with(corsHeaders)
                    .withSmallContentRead();
        } finally {
            heavy.release(reserved);
        }
    }

    /** The answer to what one of the others has thrown. */
    public S3Answer refused(Throwable thrown) {
        return ErrorDocument.of(thrown, request, ids).with(corsHeaders);
    }

    /** Gives up what is not finished. */
    @Override
    public void close() {
        if (upload != null) {
            upload.close();
        }
    }
}
