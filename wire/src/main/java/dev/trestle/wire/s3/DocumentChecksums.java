package dev.trestle.wire.s3;

import dev.trestle.objects.api.Checksum;
import dev.trestle.objects.checksum.Digest;
import dev.trestle.wire.error.S3Refusal;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Checks the checksums that come with a document; those of objects are the store's to check. */
final class DocumentChecksums {
    private static final int MD5_BYTES = 16;

    private DocumentChecksums() {}

    static void check(S3Request request, byte[] body, Map<String, String> trailers) {
        if (body.length == 0) {
            return; // what has no document may speak of checksums all the same: those of an object
        }
        String md5 = request.firstOrEmpty("content-md5");
        if (md5 != null) {
            byte[] promised = decoded(md5);
            if (promised == null || promised.length != MD5_BYTES) {
                throw S3Refusal.badRequest("InvalidDigest", "The Content-MD5 you specified was invalid.");
            }
            compare("Content-MD5", promised, Digest.md5(body));
        }
        Checksum trailing = ChecksumInput.trailer(trailers);
        Checksum checksum = trailing == null ? header(request) : trailing;
        if (checksum != null) {
            byte[] promised = decoded(checksum.value());
            if (promised == null || promised.length != checksum.algorithm().bytes()) {
                throw S3Refusal.invalidRequest(
                        "Value for " + checksum.algorithm().header() + " header is invalid.");
            }
            compare(checksum.algorithm().name(), promised, Digest.of(checksum.algorithm(), body));
        }
    }

    /** When an upload is completed, the headers speak of the object that becomes of it. */
    private static @Nullable Checksum header(S3Request request) {
        return request.query().has("uploadId") ? null : ChecksumInput.header(request);
    }

    private static byte @Nullable [] decoded(String text) {
        try {
            return Base64.getDecoder().decode(text);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static void compare(String name, byte[] promised, byte[] computed) {
        if (!MessageDigest.isEqual(promised, computed)) {
            throw S3Refusal.badRequest("BadDigest", "The " + name + " you specified did not match what we received.");
        }
    }
}
