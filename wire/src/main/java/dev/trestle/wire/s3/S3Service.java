package dev.trestle.wire.s3;

import dev.trestle.objects.ObjectStore;
import dev.trestle.wire.access.Grant;
import dev.trestle.wire.error.S3Refusal;
import dev.trestle.wire.load.HeavyLoad;
import dev.trestle.wire.signature.AccessKeys;
import dev.trestle.wire.signature.S3Payload;
import dev.trestle.wire.signature.S3SignatureCheck;
import dev.trestle.wire.signature.S3Signed;
import java.time.Clock;
import org.jspecify.annotations.Nullable;

/**
 * S3 over an object store. The order of checks: the request line, the signature, the operation, what the signer may reach; then, where it may take time, the rules
 * for pages of other origins, what is not supported, and those of the store.
 */
public final class S3Service {
    private final S3SignatureCheck signatures;
    private final Routes routes;
    private final Route preflight;
    private final Cors cors;
    private final HeavyLoad heavy = new HeavyLoad(Route.DOCUMENT_BYTES_MAX);

    public S3Service(ObjectStore store, AccessKeys keys, Clock clock) {
        this.signatures = new S3SignatureCheck(keys, clock);
        this.routes = new Routes(store);
        this.cors = new Cors(store);
        this.preflight = Route.plain(call -> cors.preflight(call.request()));
    }

    /**
     * Takes on a request whose headers are there. Quick enough for a thread that must not wait.
     *
     * @param foreignOrigin the header Origin, if it is that of another site
     * @throws S3Refusal if it is refused for its headers alone
     */
    public S3Job accept(S3Request request, @Nullable String foreignOrigin, RequestIds ids) {
        if (request.method().equals("OPTIONS")) {
            return new S3Job(request, preflight, Grant.NONE, new PlainBody(S3Payload.UNCHECKED), null, ids, heavy);
        }
        S3Signed signed = signatures.check(request);
        Route route = routes.find(request);
        BucketAccess.check(signed.signer(), request);
        CorsCheck check = foreignOrigin == null ? null : () -> cors.allow(request, foreignOrigin);
        return new S3Job(
                request, route, signed.signer().grant(), decoder(request, route, signed.payload()), check, ids, heavy);
    }

    private static BodyDecoder decoder(S3Request request, Route route, S3Payload payload) {
        if (!payload.kind().isChunked()) {
            if (route.uploader() != null && S3Job.contentLength(request) == null) {
                throw missingLength();
            }
            return new PlainBody(payload);
        }
        Long decoded = S3Job.decodedLength(request);
        if (decoded == null) {
            throw missingLength();
        }
        return new ChunkedBody(payload, decoded, ChecksumInput.announced(request));
    }

    private static S3Refusal missingLength() {
        return S3Refusal.of(411, "MissingContentLength", "You must provide the Content-Length HTTP header.");
    }

    /** The answer to a request that is refused before there is a job for it; {@code request} is null if it could not be read. */
    public static S3Answer refused(Throwable thrown, @Nullable S3Request request, RequestIds ids) {
        return ErrorDocument.of(thrown, request, ids);
    }
}
