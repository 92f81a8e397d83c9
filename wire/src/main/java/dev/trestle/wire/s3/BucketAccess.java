package dev.trestle.wire.s3;

import dev.trestle.wire.access.Access;
import dev.trestle.wire.error.S3Refusal;
import dev.trestle.wire.signature.Signer;
import java.util.Set;

/**
 * Checks that the signer of a request may reach its buckets: the one in its path, and the one that it copies from. A method that is not
 * known to read is taken to write. The list of all buckets names none; it leaves out what the signer may not reach.
 */
final class BucketAccess {
    private static final Set<String> READING = Set.of("GET", "HEAD");

    private BucketAccess() {}

    static void check(Signer signer, S3Request request) {
        if (signer.grant().isUnlimited()) {
            return;
        }
        if (!request.bucket().isEmpty()) {
            require(signer, request.bucket(), READING.contains(request.method()) ? Access.READ : Access.WRITE);
        }
        if (request.first(HeaderInput.COPY_SOURCE) != null) {
            require(signer, HeaderInput.copySource(request).bucket(), Access.READ);
        }
    }

    private static void require(Signer signer, String bucket, Access access) {
        if (!signer.grant().permitsBucket(bucket, access)) {
            throw S3Refusal.accessDenied("User: arn:aws:iam::000000000000:user/" + signer.keyId()
                    + " is not authorized to " + access.verb() + " the bucket " + bucket
                    + " because no grant of this access key allows it");
        }
    }
}
